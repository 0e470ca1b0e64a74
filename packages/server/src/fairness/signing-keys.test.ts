import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { TEST_PUBLIC_KEY, TEST_SIGNING_KEY } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { createSigner } from "../platform/signing.ts";
import { hasSigningKey, isSigningKeyKnown } from "./public.ts";

const scope = useApp();
const OTHER_KEY = "77".repeat(32);
const sinceOf = async () =>
  (await new TestClient(scope.app.url).get<Fairness>("/api/fairness")).body.keys.map(({ since }) => since);
const seedOf = (hex: string) => Buffer.from(hex, "hex");

async function startWith(key: string) {
  const lines: string[] = [];
  const log = pino({ level: "trace", base: null }, { write: (line) => void lines.push(line) });
  const app = await scope.start({ log, environment: { SIGNING_KEY: key } });
  const { keys } = (await new TestClient(app.url).get("/api/fairness")).body;
  const said = lines.join("");
  expect(said).not.toContain(key);
  return { keys: keys.map((one: { publicKey: string }) => one.publicKey as string), said };
}

describe("the key that signs", () => {
  it("signs like RFC 8032", () => {
    const signer = createSigner(seedOf("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
    expect(signer.publicKey).toBe("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    expect(signer.sign("r").toString("hex")).toBe(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da" +
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    );
    // An independent program computed this value.
    expect(createSigner(seedOf(TEST_SIGNING_KEY)).publicKey).toBe(TEST_PUBLIC_KEY);
  });

  it("is recorded once, no matter how often a server starts with it", async () => {
    for (let start = 0; start < 2; start += 1) {
      const { keys, said } = await startWith(TEST_SIGNING_KEY);
      expect(keys).toEqual([TEST_PUBLIC_KEY]);
      expect(said).not.toContain("SIGNING_KEY");
    }
    // There are few ids, so a start must not use one up.
    const { rows } = await scope.app.database.query(
      "select last_value::integer as last from signing_keys_id_seq",
    );
    expect(rows).toEqual([{ last: 1 }]);
  });

  it("can be changed: the log warns, and both keys stay published in order of use", async () => {
    const other = createSigner(seedOf(OTHER_KEY)).publicKey;
    const first = await startWith(OTHER_KEY);
    expect(first.keys).toEqual([TEST_PUBLIC_KEY, other]);
    expect(first.said).toMatch(/"level":40.*SIGNING_KEY is not the newest key in the database/);
    expect(first.said).toContain(other);
    const since = await sinceOf();
    expect((await startWith(OTHER_KEY)).said).not.toContain("SIGNING_KEY");
    // A process that runs with the earlier key publishes the same keys.
    const back = await startWith(TEST_SIGNING_KEY);
    expect(back.keys).toEqual([TEST_PUBLIC_KEY, other]);
    expect(back.said).toContain("SIGNING_KEY is not the newest key in the database");
    expect(await sinceOf()).toEqual(since);
  });

  it("is known to the database by its public key", async () => {
    const { database } = scope.app;
    expect(await hasSigningKey(database)).toBe(true);
    expect(await isSigningKeyKnown(database, seedOf(TEST_SIGNING_KEY))).toBe(true);
    expect(await isSigningKeyKnown(database, seedOf("11".repeat(32)))).toBe(false);
  });
});
