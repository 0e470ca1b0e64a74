import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { clientAddress } from "../platform/http/headers.ts";
import { RESTORE_MARK, RestoreUnfinishedError } from "../platform/process/data-dir.ts";

const SECRET = "ab".repeat(32);
const PEPPER = "cd".repeat(32);
const SIGNING_KEY = "ef".repeat(32);
const BEACON_KEY = "12".repeat(32);
const external = {
  DATABASE_URL: "postgresql://somebody@example.com/veritick",
  PRICE_SECRET: SECRET,
  CODE_PEPPER: PEPPER,
  SIGNING_KEY,
  BEACON_KEY,
};
const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-config-"));
  folders.push(folder);
  return folder;
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("the configuration", () => {
  it("has sensible values for unset variables", () => {
    const dataDir = join(newFolder(), "data");
    expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: undefined,
      dataDir,
      databaseUrl: undefined,
      houseEdge: 0.05,
      sellFee: 0.01,
      houseCapital: 100_000_000_000_000n,
      winRule: "barrier",
      payments: { provider: "sandbox", confirmSeconds: 30 },
      mail: { transport: { outbox: join(dataDir, "outbox") }, from: "Veritick <no-reply@localhost>" },
      withdrawalHoldHours: 0,
      autoApproveBelow: undefined,
      autoApprovePerDay: undefined,
      admin: undefined,
      supportChatUrl: undefined,
      metricsToken: undefined,
      logLevel: "info",
      shutdownDrainSeconds: 0,
      trustedProxies: [],
      limits: {
        registrationsPerHour: 60,
        failedLoginsPerAccount: 10,
        failedLoginsPerAddress: 100,
        loginsPerAccount: 300,
        callsPerSecond: 50,
        callBurst: 200,
        socketsPerUser: 20,
        depositsPerUser: 100,
        depositsPerAddress: 300,
      },
    });
  });

  it("takes the values that are set", () => {
    const config = readConfig({
      ...external,
      PORT: "0",
      HOST: "0.0.0.0",
      PUBLIC_URL: " https://veritick.example ",
      HOUSE_EDGE: "0.2",
      SELL_FEE: "0.1",
      HOUSE_CAPITAL: "5000.50",
      SANDBOX_CONFIRM_SECONDS: "off",
      ADMIN_EMAIL: "Ada@Example.com",
      ADMIN_PASSWORD: "secret-1",
      SUPPORT_CHAT_URL: "https://chat.example/veritick",
      TRUSTED_PROXIES: "10.0.0.1, 10.0.0.2",
      LOG_LEVEL: "debug",
      LIMIT_SOCKETS_PER_USER: "3",
    });
    expect(config).toMatchObject({
      port: 0,
      host: "0.0.0.0",
      databaseUrl: external.DATABASE_URL,
      houseEdge: 0.2,
      sellFee: 0.1,
      houseCapital: 500_050_000_000n,
      payments: { provider: "sandbox", confirmSeconds: undefined },
      admin: { email: "ada@example.com", password: "secret-1" },
      supportChatUrl: "https://chat.example/veritick",
      trustedProxies: ["10.0.0.1", "10.0.0.2"],
      logLevel: "debug",
    });
    expect(config.publicUrl?.origin).toBe("https://veritick.example");
    expect(config.limits.socketsPerUser).toBe(3);
    expect(Buffer.from(config.priceSecret).toString("hex")).toBe(SECRET);
    expect(Buffer.from(config.codePepper).toString("hex")).toBe(PEPPER);
    expect(Buffer.from(config.signingKey).toString("hex")).toBe(SIGNING_KEY);
  });

  it("treats an empty value as not set", () => {
    expect(readConfig({ ...external, PORT: "", HOUSE_EDGE: "  ", PUBLIC_URL: "" })).toMatchObject({
      port: 3000,
      houseEdge: 0.05,
      sellFee: 0.01,
    });
  });

  it.each([
    [",", []],
    ["10.0.0.1,", ["10.0.0.1"]],
    [" 10.0.0.0/8 ,, 2001:db8::/32,::1", ["10.0.0.0/8", "2001:db8::/32", "::1"]],
    ["loopback,linklocal,uniquelocal", ["loopback", "linklocal", "uniquelocal"]],
    ["10.0.0.1 192.0.2.0/24\t2001:db8::/32", ["10.0.0.1", "192.0.2.0/24", "2001:db8::/32"]],
    ["0.0.0.0/1,255.255.255.255/32,::/1,::1/128", ["0.0.0.0/1", "255.255.255.255/32", "::/1", "::1/128"]],
  ])("reads the trusted proxies %j, which the framework then understands", (text, proxies) => {
    const { trustedProxies } = readConfig({ ...external, TRUSTED_PROXIES: text });
    expect(trustedProxies).toEqual(proxies);
    expect(() => clientAddress(trustedProxies)).not.toThrow();
  });

  it("gives no house capital by default to an external database, and none where money is real", () => {
    expect(readConfig(external).houseCapital).toBe(0n);
    const real = {
      DATA_DIR: newFolder(),
      PUBLIC_URL: "https://veritick.example",
      PAYMENT_PROVIDER: "nowpayments",
      NOWPAYMENTS_API_KEY: "key",
      NOWPAYMENTS_IPN_SECRET: "secret",
      FOUR_EYES_ABOVE: "none",
      ACCEPT_OWN_BEACON: "yes",
    };
    expect(readConfig(real).houseCapital).toBe(0n);
    expect(readConfig({ ...real, HOUSE_CAPITAL: "5000" }).houseCapital).toBe(500_000_000_000n);
  });

  const WRONG: Record<string, readonly string[]> = {
    PORT: ["http", "65536", "-1", "3000.5"],
    PUBLIC_URL: [
      "veritick.example",
      "ftp://veritick.example",
      "https://veritick.example/trade",
      "https://veritick.example/?lang=fr",
      "https://veritick.example/#top",
      "https://ada:secret@veritick.example",
    ],
    DATABASE_URL: ["mysql://somewhere"],
    NATS_URL: [
      "somewhere:4222",
      "ws://somewhere",
      "nats://somewhere/subject",
      "nats://100%@somewhere",
      " , ",
    ],
    NATS_TOKEN: ["alone"],
    PRICE_SECRET: ["ab", "g".repeat(64)],
    CODE_PEPPER: ["ab", "g".repeat(64)],
    CODE_PEPPER_PREVIOUS: ["g".repeat(64), PEPPER],
    SIGNING_KEY: ["ab", "g".repeat(64)],
    BEACON_KEY: ["ab", "g".repeat(64)],
    HOUSE_EDGE: ["0.21", "-0.1", "5%", "1e-2", "0.009999"],
    SELL_FEE: ["0.100001", "1 %"],
    HOUSE_CAPITAL: ["lots", "-5", "1000000000.01"],
    AUTO_APPROVE_BELOW: ["small", "-5", "10.001"],
    AUTO_APPROVE_PER_DAY: ["much", "1e3"],
    WIN_RULE: ["coin", "direction"],
    PAYMENT_PROVIDER: ["cash"],
    SANDBOX_CONFIRM_SECONDS: ["soon", "-1"],
    ADMIN_EMAIL: ["ada@example.com"],
    ADMIN_PASSWORD: ["secret-1"],
    SUPPORT_CHAT_URL: ["javascript:alert(1)", "http://chat.example", "http://localhost.example"],
    LOG_LEVEL: ["loud"],
    TRUSTED_PROXIES: [
      "10.0.0.1, proxy.example",
      "10.0.0.256",
      "10.1",
      "10.0.0.0/33",
      "0.0.0.0/0",
      "::/129",
      "10.0.0.0/",
      "10.0.0.0/8/8",
      "fe80::1%eth0",
      "Loopback",
      "constructor",
      "true",
    ],
    LIMIT_REGISTRATIONS_PER_HOUR: ["0"],
    LIMIT_FAILED_LOGINS_PER_ACCOUNT: ["ten"],
    LIMIT_FAILED_LOGINS_PER_ADDRESS: ["1e3"],
    LIMIT_CALLS_PER_SECOND: ["0x10"],
    LIMIT_CALL_BURST: ["99999999999"],
    LIMIT_SOCKETS_PER_USER: ["-2"],
  };
  it.each(Object.entries(WRONG).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    "names %s where it cannot be %j",
    (name, value) => {
      const read = () => readConfig({ ...external, [name]: value });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(name);
    },
  );

  it.each([
    [{ ADMIN_EMAIL: "nobody", ADMIN_PASSWORD: "secret-1" }, "ADMIN_EMAIL"],
    [{ ADMIN_EMAIL: "ch\u00e9f@example.fr", ADMIN_PASSWORD: "secret-1" }, "ADMIN_EMAIL"],
    [{ ADMIN_EMAIL: `${"l".repeat(65)}@example.fr`, ADMIN_PASSWORD: "secret-1" }, "ADMIN_EMAIL"],
    [{ ADMIN_EMAIL: "ada@example.com", ADMIN_PASSWORD: "a\u0308".repeat(3) }, "ADMIN_PASSWORD"],
    [{ ADMIN_EMAIL: "ada@example.com", ADMIN_PASSWORD: "12345" }, "ADMIN_PASSWORD"],
  ])("names the wrong variable of the administrator %j", (environment, name) => {
    expect(() => readConfig({ ...external, ...environment })).toThrow(name);
  });

  it("never repeats a secret in an error", () => {
    const almost = `${"5e".repeat(31)}5`;
    expect(() => readConfig({ ...external, PRICE_SECRET: almost })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("5e5e") }),
    );
    expect(() => readConfig({ ...external, ADMIN_EMAIL: "a@b.co", ADMIN_PASSWORD: "pw-7" })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("pw-7") }),
    );
  });
});

it("takes no house edge below 0.01, save with the bare direction rule", () => {
  expect(readConfig({ ...external, HOUSE_EDGE: "0.01" }).houseEdge).toBe(0.01);
  expect(() => readConfig({ ...external, HOUSE_EDGE: "0" })).toThrow(
    'HOUSE_EDGE must be a decimal from 0.01 to 0.2 with WIN_RULE=barrier, not "0". ' +
      "Rounding barriers to the price grid gives users up to 0.3 % of a stake.",
  );
  const direction = { ...external, WIN_RULE: "direction", ACCEPT_EXPECTED_LOSS: "yes" };
  expect(readConfig({ ...direction, HOUSE_EDGE: "0" }).houseEdge).toBe(0);
});

describe("the bare direction rule", () => {
  it("needs ACCEPT_EXPECTED_LOSS=yes", () => {
    const direction = { ...external, WIN_RULE: "direction" };
    expect(() => readConfig(direction)).toThrow("ACCEPT_EXPECTED_LOSS=yes");
    expect(() => readConfig({ ...direction, ACCEPT_EXPECTED_LOSS: "true" })).toThrow("ACCEPT_EXPECTED_LOSS");
    expect(readConfig({ ...direction, ACCEPT_EXPECTED_LOSS: "yes" }).winRule).toBe("direction");
  });
});

function secretsOf(environment: Record<string, string>) {
  const { priceSecret, codePepper, signingKey, beacon } = readConfig(environment);
  return {
    priceSecret,
    codePepper,
    signingKey,
    beaconKey: beacon.kind === "local" ? beacon.key : undefined!,
  };
}

describe.each([
  { variable: "PRICE_SECRET", name: "price-secret", setting: "priceSecret" },
  { variable: "CODE_PEPPER", name: "code-pepper", setting: "codePepper" },
  { variable: "SIGNING_KEY", name: "signing-key", setting: "signingKey" },
  { variable: "BEACON_KEY", name: "beacon-key", setting: "beaconKey" },
] as const)("the secret $variable", ({ variable, name, setting }) => {
  it("is made once in the embedded mode and kept for its owner alone", () => {
    const dataDir = join(newFolder(), "data");
    const secret = secretsOf({ DATA_DIR: dataDir })[setting];
    const file = join(dataDir, name);
    expect(modeOf(file)).toBe(0o600);
    expect(modeOf(dataDir)).toBe(0o700);
    expect(readFileSync(file, "utf8").trim()).toBe(Buffer.from(secret).toString("hex"));
    expect(readdirSync(dataDir).sort()).toEqual(["beacon-key", "code-pepper", "price-secret", "signing-key"]);
    expect(secretsOf({ DATA_DIR: dataDir })[setting]).toEqual(secret);
    expect(secretsOf({ DATA_DIR: join(newFolder(), "data") })[setting]).not.toEqual(secret);
  });

  it("may be set in the embedded mode, and is not written then", () => {
    const dataDir = newFolder();
    readConfig({ DATA_DIR: dataDir, [variable]: SECRET });
    expect(readdirSync(dataDir)).not.toContain(name);
  });

  it("is not made in a folder where a restore was cut short", () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, RESTORE_MARK), "setting aside\n");
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(RestoreUnfinishedError);
    expect(readdirSync(dataDir)).toEqual([RESTORE_MARK]);
  });

  it("is never replaced if its file is damaged", () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, name), "half a sec");
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(
      `${variable} (the file ${join(dataDir, name)}) must be 64 hex digits`,
    );
    expect(readFileSync(join(dataDir, name), "utf8")).toBe("half a sec");
  });

  it("must be given with an external database", () => {
    expect(() => readConfig({ ...external, [variable]: undefined })).toThrow(`${variable} is required`);
  });
});

it("makes a different secret for each purpose", () => {
  const secrets = Object.values(secretsOf({ DATA_DIR: join(newFolder(), "data") }));
  const texts = secrets.map((bytes) => Buffer.from(bytes).toString("hex"));
  expect(new Set(texts).size).toBe(4);
  for (const text of texts) expect(text).toMatch(/^[0-9a-f]{64}$/);
});
