import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { minor, parseFormAmount } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { HOUSE_EDGE_MAX } from "@veritick/domain/terms.ts";
import type { WinRule } from "@veritick/domain/terms.ts";

/** A setting that cannot be used. The message names the variable and says what it should be. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export type Config = {
  port: number;
  host: string;
  publicUrl: URL | undefined;
  dataDir: string;
  /** Undefined in the embedded mode. */
  databaseUrl: string | undefined;
  priceSecret: Uint8Array;
  houseEdge: number;
  houseCapital: Minor;
  winRule: WinRule;
  /** Undefined leaves sandbox deposits to an administrator. */
  sandboxConfirmSeconds: number | undefined;
  admin: { email: string; password: string } | undefined;
  supportChatUrl: string | undefined;
  metricsToken: string | undefined;
  logLevel: string;
  trustedProxies: string[];
  limits: {
    registrationsPerHour: number;
    failedLoginsPerAccount: number;
    failedLoginsPerAddress: number;
    callsPerSecond: number;
    callBurst: number;
    socketsPerUser: number;
  };
};

type Environment = Record<string, string | undefined>;

/** Reads the configuration. The only reader of the environment. */
export function readConfig(environment: Environment): Config {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const dataDir = resolve(read("DATA_DIR") ?? ".data");
  const databaseUrl = read("DATABASE_URL");
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError("DATABASE_URL must look like postgresql://user:password@host:5432/database");
  }
  if (read("NATS_URL") !== undefined) {
    throw new ConfigError("NATS_URL is set, but this version runs as a single server process. Unset it.");
  }
  const provider = read("PAYMENT_PROVIDER") ?? "sandbox";
  if (provider !== "sandbox") {
    throw new ConfigError(`PAYMENT_PROVIDER must be "sandbox" in this version, not "${provider}"`);
  }
  const winRule = readWinRule(read("WIN_RULE"), read("ACCEPT_EXPECTED_LOSS"));
  const whole = (name: string, fallback: number, least = 1, most = 1_000_000_000) =>
    readWhole(name, read(name), fallback, least, most);
  return {
    port: whole("PORT", 3000, 0, 65_535),
    host: read("HOST") ?? "127.0.0.1",
    publicUrl: readPublicUrl(read("PUBLIC_URL")),
    dataDir,
    databaseUrl,
    priceSecret: readPriceSecret(read("PRICE_SECRET"), databaseUrl === undefined ? dataDir : undefined),
    houseEdge: readHouseEdge(read("HOUSE_EDGE")),
    houseCapital: readHouseCapital(read("HOUSE_CAPITAL"), databaseUrl === undefined),
    winRule,
    sandboxConfirmSeconds:
      read("SANDBOX_CONFIRM_SECONDS") === "off" ? undefined : whole("SANDBOX_CONFIRM_SECONDS", 30, 0, 86_400),
    admin: readAdmin(read("ADMIN_EMAIL"), read("ADMIN_PASSWORD")),
    supportChatUrl: readChatUrl(read("SUPPORT_CHAT_URL")),
    metricsToken: read("METRICS_TOKEN"),
    logLevel: readLogLevel(read("LOG_LEVEL")),
    trustedProxies:
      read("TRUSTED_PROXIES")
        ?.split(",")
        .map((part) => part.trim()) ?? [],
    limits: {
      registrationsPerHour: whole("LIMIT_REGISTRATIONS_PER_HOUR", 60),
      failedLoginsPerAccount: whole("LIMIT_FAILED_LOGINS_PER_ACCOUNT", 10),
      failedLoginsPerAddress: whole("LIMIT_FAILED_LOGINS_PER_ADDRESS", 100),
      callsPerSecond: whole("LIMIT_CALLS_PER_SECOND", 50),
      callBurst: whole("LIMIT_CALL_BURST", 200),
      socketsPerUser: whole("LIMIT_SOCKETS_PER_USER", 20),
    },
  };
}

function readWhole(
  name: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`PUBLIC_URL must be the http or https address people use, not "${text}"`);
  }
  return url;
}

function readChatUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) {
    throw new ConfigError(`SUPPORT_CHAT_URL must be an http or https address, not "${text}"`);
  }
  return text;
}

function readHouseEdge(text: string | undefined): number {
  const value = text === undefined ? 0.05 : /^0(\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  if (!(value >= 0 && value <= HOUSE_EDGE_MAX)) {
    throw new ConfigError(`HOUSE_EDGE must be a decimal from 0 to ${HOUSE_EDGE_MAX}, not "${text}"`);
  }
  return value;
}

function readHouseCapital(text: string | undefined, embedded: boolean): Minor {
  const amount = parseFormAmount(text ?? (embedded ? "1000000" : "0"));
  if (amount === undefined || amount > parseFormAmount("1000000000")!) {
    throw new ConfigError(`HOUSE_CAPITAL must be an amount up to 1000000000, not "${text}"`);
  }
  return minor(amount);
}

function readWinRule(rule: string | undefined, accepted: string | undefined): WinRule {
  if (rule === undefined || rule === "barrier") return "barrier";
  if (rule !== "direction") throw new ConfigError(`WIN_RULE must be "barrier" or "direction", not "${rule}"`);
  if (accepted !== "yes") {
    throw new ConfigError(
      "WIN_RULE=direction gives every user a large expected profit and is for play money only. " +
        "Set ACCEPT_EXPECTED_LOSS=yes as well to run it.",
    );
  }
  return "direction";
}

function readAdmin(email: string | undefined, password: string | undefined): Config["admin"] {
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    throw new ConfigError("ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither");
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new ConfigError(`ADMIN_EMAIL is no e-mail address: "${email}"`);
  if (password.length < 6) throw new ConfigError("ADMIN_PASSWORD must have at least 6 characters");
  return { email: email.toLowerCase(), password };
}

function readLogLevel(level: string | undefined): string {
  const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
  if (level !== undefined && !levels.includes(level)) {
    throw new ConfigError(`LOG_LEVEL must be one of ${levels.join(", ")}, not "${level}"`);
  }
  return level ?? "info";
}

/**
 * The secret behind every price: from the environment or, in the embedded mode, made once and kept in the data
 * directory, readable by its owner alone.
 */
function readPriceSecret(text: string | undefined, embeddedDataDir: string | undefined): Uint8Array {
  if (text === undefined && embeddedDataDir === undefined) {
    throw new ConfigError(
      "PRICE_SECRET is missing: 64 hex digits, made once and kept safe (`openssl rand -hex 32`)",
    );
  }
  const hex = text ?? keptSecret(embeddedDataDir!, "price-secret");
  try {
    return parseSecret(hex);
  } catch {
    throw new ConfigError("PRICE_SECRET must be 64 hex digits");
  }
}

function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Written aside and renamed, so that a kill cannot leave half a secret behind.
    writeFileSync(`${file}.new`, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, "utf8").trim();
}
