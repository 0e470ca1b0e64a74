import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chainHashOf, QUICKNET } from "@veritick/domain/beacon.ts";
import { expect, it, onTestFinished } from "vitest";
import { chainOf, infoOf, RELAY_KEY } from "../../testing/fake-relay.ts";
import { formerBeacons } from "./beacon.ts";
import { ConfigError, readConfig } from "./config.ts";

const external = {
  DATABASE_URL: "postgresql://somebody@example.com/veritick",
  PRICE_SECRET: "ab".repeat(32),
  CODE_PEPPER: "cd".repeat(32),
  SIGNING_KEY: "ef".repeat(32),
};
const BEACON_KEY = "12".repeat(32);
const real = {
  ...external,
  PUBLIC_URL: "https://veritick.example/",
  PAYMENT_PROVIDER: "nowpayments",
  NOWPAYMENTS_API_KEY: "k",
  NOWPAYMENTS_IPN_SECRET: "s",
  FOUR_EYES_ABOVE: "none",
};
const read = (more: Record<string, string>) => readConfig({ ...external, ...more }).beacon;

it("is the installation's own without any setting but its key, which an external database needs", () => {
  expect(read({ BEACON_KEY })).toEqual({
    kind: "local",
    key: new Uint8Array(32).fill(0x12),
    delayMs: 0,
  });
  expect(() => read({})).toThrow("BEACON_KEY is required");
});

it("is quicknet with the League of Entropy's relays, and needs no key", () => {
  expect(read({ BEACON: "quicknet" })).toEqual({
    kind: "drand",
    chain: QUICKNET,
    relays: [
      "https://api.drand.sh",
      "https://api2.drand.sh",
      "https://api3.drand.sh",
      "https://drand.cloudflare.com",
    ],
    delayMs: 1_500,
  });
  expect(
    read({
      BEACON: "quicknet",
      BEACON_RELAYS: " https://one.example/drand/ ,http://two:80,",
      BEACON_DELAY_MS: "0",
    }),
  ).toMatchObject({ relays: ["https://one.example/drand", "http://two:80"], delayMs: 0 });
});

const BEACON_RELAYS = "https://one.example";
const chain = chainOf(RELAY_KEY, 1);
const info = infoOf(chain);

it("is any other chain of the scheme, from a file or as it stands", () => {
  const folder = mkdtempSync(join(tmpdir(), "veritick-beacon-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "chain.json");
  writeFileSync(file, JSON.stringify(info, undefined, 2));
  for (const BEACON of [JSON.stringify(info), file])
    expect(read({ BEACON, BEACON_RELAYS })).toMatchObject({ kind: "drand", chain, delayMs: 1_500 });
  expect(() => read({ BEACON: file })).toThrow("BEACON_RELAYS is required");
});

const { chainHash: _, ...unnamed } = chain;
const rehashed = (changed: object) => {
  const next = { ...unnamed, ...changed };
  return infoOf({ ...next, chainHash: chainHashOf(next) });
};

it.each([
  ["does not hash to", { ...info, genesis_time: info.genesis_time + 60 }],
  ["does not hash to", { ...info, hash: QUICKNET.chainHash }],
  ["scheme must be bls-unchained-g1-rfc9380", { ...info, schemeID: "pedersen-bls-chained" }],
  ["period must divide 60", rehashed({ period: 7 })],
  ["period must divide 60", rehashed({ period: 0 })],
  ["multiple of its period", rehashed({ period: 2 })],
  ["cannot be read", { ...info, public_key: "83cf" }],
  ["lacks groupHash", { ...info, groupHash: undefined }],
])("refuses a chain that %s", (sentence, changed) => {
  const attempt = () => read({ BEACON: JSON.stringify(changed), BEACON_RELAYS });
  expect(attempt).toThrow(sentence);
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow("BEACON");
});

it.each([
  ["BEACON", { BEACON: "/nowhere/chain.json", BEACON_RELAYS }],
  ["BEACON", { BEACON: '{"period":', BEACON_RELAYS }],
  ["BEACON", { BEACON: "[]", BEACON_RELAYS }],
  ["BEACON_RELAYS", { BEACON: "quicknet", BEACON_RELAYS: "api.drand.sh" }],
  ["BEACON_RELAYS", { BEACON: "quicknet", BEACON_RELAYS: " , " }],
  ["BEACON_RELAYS", { BEACON_KEY, BEACON_RELAYS }],
  ["BEACON_DELAY_MS", { BEACON_KEY, BEACON_DELAY_MS: "10001" }],
  ["BEACON_DELAY_MS", { BEACON_KEY, BEACON_DELAY_MS: "1.5" }],
])("names %s if it is wrong, as in %j", (name, environment) => {
  expect(() => read(environment)).toThrow(ConfigError);
  expect(() => read(environment)).toThrow(name);
});

it("of a former price is asked from the configured relays and from the public ones", () => {
  const config = {
    kind: "drand",
    chain: chainOf(RELAY_KEY),
    relays: ["https://own.example"],
    delayMs: 0,
  } as const;
  const location = { dataDir: "/nowhere", url: undefined } as never;
  const [former] = formerBeacons(QUICKNET, config, {}, location);
  expect(former).toMatchObject({ kind: "drand", chain: QUICKNET });
  expect((former as { relays: readonly string[] }).relays).toEqual(
    expect.arrayContaining(["https://own.example", "https://api.drand.sh"]),
  );
});

it("is not the installation's own with real money, unless the operator says so", () => {
  const attempt = (more: object) => () => readConfig({ ...real, ...more }).beacon.kind;
  expect(attempt({ BEACON_KEY })).toThrow(/BEACON=quicknet.*ACCEPT_OWN_BEACON=yes/);
  expect(attempt({ BEACON_KEY, ACCEPT_OWN_BEACON: "true" })).toThrow(ConfigError);
  expect(attempt({ BEACON_KEY, ACCEPT_OWN_BEACON: "yes" })()).toBe("local");
  expect(attempt({ BEACON: "quicknet" })()).toBe("drand");
});
