import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vkeyOf, vkeyText } from "@veritick/domain/log/notes.ts";
import { afterAll, describe, expect, it } from "vitest";
import { createSigner } from "../platform/signing.ts";
import { readConfig } from "./config.ts";
import { ConfigError } from "./values.ts";

const folder = mkdtempSync(join(tmpdir(), "veritick-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (byte: string) => createSigner(Buffer.from(byte.repeat(32), "hex")).publicKey;
const witness = (name: string, byte: string, url = ` https://${name}.example/`) =>
  `witness ${name} ${vkeyText(vkeyOf(`${name}.example/1`, 4, keyOf(byte)))}${url}\n`;
const QUORUM = "group all 2 ada bob\nquorum all\n";
const POLICY = witness("ada", "15") + witness("bob", "16") + QUORUM;
/** The key of a log that another program has computed (docs/vectors). */
const VKEY = "veritick.example/log/1+028f994b+AW56HN0psLeP0Tr0xVmP7/TvKpcWbjym8uT7/M2AUFvx";

function fileOf(text: string | Uint8Array): string {
  const file = join(folder, `policy-${readdirSync(folder).length}`);
  writeFileSync(file, text);
  return file;
}

const environment = {
  DATABASE_URL: "postgresql://somebody@example.com/veritick",
  PRICE_SECRET: "ab".repeat(32),
  CODE_PEPPER: "cd".repeat(32),
  SIGNING_KEY: "ef".repeat(32),
  BEACON_KEY: "12".repeat(32),
  LOG_KEY: "05".repeat(32),
  PUBLIC_URL: "https://veritick.example/",
};
const logOf = (text: string | Uint8Array, more: Record<string, string | undefined> = {}) =>
  readConfig({ ...environment, LOG_POLICY: fileOf(text), ...more }).publicLog;

describe("LOG_POLICY", () => {
  it("is off by default, and needs no key then", () => {
    expect(readConfig({ ...environment, LOG_KEY: undefined }).publicLog).toBeUndefined();
  });

  it("names the log after the site, and adds its key to the policy", () => {
    const log = logOf(POLICY)!;
    expect(log.origin).toBe("veritick.example/log/1");
    expect(vkeyText(log.vkey)).toBe(VKEY);
    expect(log.policyText).toBe(`log ${VKEY}\n${POLICY}`);
    expect(logOf(log.policyText)!.policyText).toBe(log.policyText);
  });

  it("keeps the port of the site in the name", () => {
    const log = logOf(POLICY, { PUBLIC_URL: "http://localhost:3000" })!;
    expect(log.origin).toBe("localhost:3000/log/1");
  });

  it("may ask for no witness", () => {
    expect(logOf("quorum none\n")!.policy.quorum).toBe("none");
  });

  it.each([
    ["no file", undefined, /^LOG_POLICY: the file .*no-such-file cannot be read \(ENOENT\)$/],
    ["no text", Buffer.from([0xff, 0xfe]), / is not UTF-8$/],
    ["nothing in it", "", /no line names the quorum$/],
    ["a word that no policy has", "wittness ada\n", /line 1: "wittness" is not log/],
    [
      "another log's key",
      `log ${vkeyText(vkeyOf("other.example/log/1", 1, keyOf("07")))}\n${POLICY}`,
      /no line "log" of .* names this log, which is veritick\.example\/log\/1\+028f994b\+/,
    ],
    [
      "too few witnesses with an address",
      witness("ada", "15") + witness("bob", "16", "") + QUORUM,
      /cannot reach the quorum "all"$/,
    ],
    ["a mail address", witness("ada", "15", " mailto:ada@example.com") + "quorum ada\n", /"ada" an address/],
    [
      "an address with a password",
      witness("ada", "15", " https://a:b@example.com") + "quorum ada\n",
      /"ada" an address/,
    ],
    ["more than an entry holds", `#${"x".repeat(66_000)}\n${POLICY}`, /too long for an entry/],
  ])("is refused with %s", (_what, text, message) => {
    const read = () =>
      text === undefined
        ? readConfig({ ...environment, LOG_POLICY: join(folder, "no-such-file") })
        : logOf(text);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
  });

  it("needs PUBLIC_URL", () => {
    expect(() => logOf(POLICY, { PUBLIC_URL: undefined })).toThrow("LOG_POLICY needs PUBLIC_URL");
  });

  it("needs LOG_KEY with an external database", () => {
    expect(() => logOf(POLICY, { LOG_KEY: undefined })).toThrow("LOG_KEY is required: 64 hex digits");
    expect(() => logOf(POLICY, { LOG_KEY: "ab" })).toThrow("LOG_KEY must be 64 hex digits");
  });

  it("makes the key once in the embedded mode", () => {
    const DATA_DIR = join(folder, "data");
    const embedded = { DATABASE_URL: undefined, LOG_KEY: undefined, DATA_DIR };
    const vkey = logOf(POLICY, embedded)!.vkey;
    expect(statSync(join(DATA_DIR, "log-key")).mode & 0o777).toBe(0o600);
    expect(logOf(POLICY, embedded)!.vkey).toEqual(vkey);
    expect(vkeyText(vkey)).not.toBe(VKEY);
  });
});
