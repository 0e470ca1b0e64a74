import { describe, expect, it } from "vitest";
import { TEST_PEPPER } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";
import { checkPepper, CodePepperLostError, createSealing } from "./sealing.ts";

const scope = useApp();
const PEPPER = Buffer.alloc(32, 7);
const sealing = createSealing(PEPPER);
const SECRET = Buffer.from("twenty bytes of it!!");

describe("a sealed value", () => {
  it("opens with the same pepper, purpose and row", () => {
    const sealed = sealing.seal("two-step-secret", "user-1", SECRET);
    expect(createSealing(PEPPER).open("two-step-secret", "user-1", sealed)).toEqual(SECRET);
    expect(sealed.includes(SECRET)).toBe(false);
  });

  it("is different each time", () => {
    const seal = () => sealing.seal("two-step-secret", "user-1", SECRET).toString("hex");
    expect(seal()).not.toBe(seal());
  });

  it("opens for no other row, purpose or pepper", () => {
    const sealed = sealing.seal("two-step-secret", "user-1", SECRET);
    expect(() => sealing.open("two-step-secret", "user-2", sealed)).toThrow();
    expect(() => sealing.open("recovery-code", "user-1", sealed)).toThrow();
    expect(() => createSealing(Buffer.alloc(32, 8)).open("two-step-secret", "user-1", sealed)).toThrow();
  });

  it("does not open once any byte of it was altered, or some are missing", () => {
    const sealed = sealing.seal("two-step-secret", "user-1", SECRET);
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered[index]! ^= 1;
      expect(() => sealing.open("two-step-secret", "user-1", altered)).toThrow();
    }
    for (const length of [0, 12, 27, sealed.length - 1])
      expect(() => sealing.open("two-step-secret", "user-1", sealed.subarray(0, length))).toThrow();
  });
});

describe("the keys and digests", () => {
  it("are the same at every start, and differ by purpose, text and pepper", () => {
    const again = createSealing(PEPPER);
    const other = createSealing(Buffer.alloc(32, 8));
    expect(again.key("withdrawal-code")).toEqual(sealing.key("withdrawal-code"));
    expect(sealing.key("withdrawal-code")).toHaveLength(32);
    expect(again.digest("recovery-code", "abc")).toEqual(sealing.digest("recovery-code", "abc"));
    const all = [
      sealing.key("withdrawal-code"),
      sealing.key("recovery-code"),
      other.key("withdrawal-code"),
      sealing.digest("recovery-code", "abc"),
      sealing.digest("recovery-code", "abd"),
      sealing.digest("sandbox-callback", "abc"),
      other.digest("recovery-code", "abc"),
    ].map((bytes) => bytes.toString("hex"));
    expect(new Set(all).size).toBe(all.length);
  });

  it("are the same as in earlier versions", () => {
    expect(sealing.key("two-step-secret").toString("hex")).toBe(
      "a2a434779a6543da08c4219c302683ccf813306325fdd5c46bb0b7a4740ffbaf",
    );
    expect(sealing.digest("recovery-code", "abc").toString("hex")).toBe(
      "a526152c960c7427e22b7f8c757a2d4804b2964b1bcca491efc29241552c9ffc",
    );
    const sealed = Buffer.from(
      "d950499752ed88b0d892fb434af00eb30aea5f71d49e8b030f6ec9f58c4878c42ef2ae671a205cdbef05e43f078e610d",
      "hex",
    );
    expect(sealing.open("two-step-secret", "user-1", sealed)).toEqual(SECRET);
  });
});

describe("CODE_PEPPER", () => {
  it("stops the start if it is not the one the database was first used with", async () => {
    const other = "ab".repeat(32);
    await expect(scope.start({ environment: { CODE_PEPPER: other } })).rejects.toThrow(CodePepperLostError);
    await expect(checkPepper(scope.app.database, createSealing(Buffer.from(other, "hex")))).rejects.toThrow(
      "CODE_PEPPER is not the one this database was used with",
    );
    await checkPepper(scope.app.database, createSealing(Buffer.from(TEST_PEPPER, "hex")));
  });

  it("cannot be read from the database", async () => {
    const { rows } = await scope.app.database.query<{ value: string }>(
      "select value from kept_values where name = 'code-pepper-fingerprint'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.value).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]!.value).not.toBe(TEST_PEPPER);
  });
});
