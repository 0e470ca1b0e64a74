import { join } from "node:path";
import type { Minor } from "@veritick/domain/money.ts";
import type { WinRule } from "@veritick/domain/terms.ts";
import { readMail, readNats, readPayments, readTracing } from "./services.ts";
import type { MailConfig, NatsServer, PaymentConfig } from "./services.ts";
import { readPlace } from "./installation.ts";
import {
  readAdmin,
  readChatUrl,
  readFourEyes,
  readHelpLinks,
  readHouseCapital,
  readHouseEdge,
  readLogLevel,
  readPublicUrl,
  readSecret,
  readTrustedProxies,
  readWhole,
  readWinRule,
} from "./values.ts";
import type { TracingConfig } from "../platform/telemetry/open-telemetry.ts";

export { ConfigError } from "./values.ts";

export type Config = {
  port: number;
  host: string;
  publicUrl: URL | undefined;
  dataDir: string;
  /** Undefined in the embedded mode. */
  databaseUrl: string | undefined;
  /** What carries pushes between several server processes; undefined for a single one. */
  nats: readonly NatsServer[] | undefined;
  priceSecret: Uint8Array;
  /** What the keys of withdrawal codes and two-step secrets are made from. */
  codePepper: Uint8Array;
  /** The private key (Ed25519) that receipts and statements of liabilities are signed with. */
  signingKey: Uint8Array;
  houseEdge: number;
  houseCapital: Minor;
  winRule: WinRule;
  payments: PaymentConfig;
  /** Undefined where there is no way to send an e-mail. */
  mail: MailConfig | undefined;
  /** How long withdrawals pause after a change of password or two-step sign-in. */
  withdrawalHoldHours: number;
  /** How old an administrator's last proof of who they are may be where money moves; undefined for any age. */
  stepUpMinutes: number | undefined;
  /** Decisions above this amount take two administrators; undefined where one is enough. */
  fourEyesAbove: Minor | undefined;
  admin: { email: string; password: string } | undefined;
  supportChatUrl: string | undefined;
  /** Where people find help with gambling. */
  helpLinks: { title: string; url: string }[];
  metricsToken: string | undefined;
  /** Undefined where nobody collects traces. */
  tracing: TracingConfig | undefined;
  logLevel: string;
  /** How long a process that is told to end goes on serving, for whoever sends it work to notice. */
  shutdownDrainSeconds: number;
  trustedProxies: string[];
  limits: {
    registrationsPerHour: number;
    failedLoginsPerAccount: number;
    failedLoginsPerAddress: number;
    loginsPerAccount: number;
    callsPerSecond: number;
    callBurst: number;
    socketsPerUser: number;
  };
};

type Environment = Record<string, string | undefined>;

/** Reads the configuration. The only reader of the environment. */
export function readConfig(environment: Environment): Config {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const { dataDir, databaseUrl } = readPlace(environment);
  const publicUrl = readPublicUrl(read("PUBLIC_URL"));
  const embeddedDataDir = databaseUrl === undefined ? dataDir : undefined;
  const payments = readPayments(read, publicUrl);
  const winRule = readWinRule(read("WIN_RULE"), read("ACCEPT_EXPECTED_LOSS"));
  const whole = (name: string, fallback: number, least = 1, most = 1_000_000_000) =>
    readWhole(name, read(name), fallback, least, most);
  return {
    port: whole("PORT", 3000, 0, 65_535),
    host: read("HOST") ?? "127.0.0.1",
    publicUrl,
    dataDir,
    databaseUrl,
    nats: readNats(read),
    priceSecret: readSecret(
      { variable: "PRICE_SECRET", file: "price-secret" },
      read("PRICE_SECRET"),
      embeddedDataDir,
    ),
    codePepper: readSecret(
      { variable: "CODE_PEPPER", file: "code-pepper" },
      read("CODE_PEPPER"),
      embeddedDataDir,
    ),
    signingKey: readSecret(
      { variable: "SIGNING_KEY", file: "signing-key" },
      read("SIGNING_KEY"),
      embeddedDataDir,
    ),
    houseEdge: readHouseEdge(read("HOUSE_EDGE")),
    houseCapital: readHouseCapital(read("HOUSE_CAPITAL"), databaseUrl === undefined),
    winRule,
    payments,
    mail: readMail(read, publicUrl, embeddedDataDir === undefined ? undefined : join(dataDir, "outbox")),
    withdrawalHoldHours: whole("WITHDRAWAL_HOLD_HOURS", payments.provider === "sandbox" ? 0 : 24, 0, 8_760),
    stepUpMinutes: whole("STEP_UP_MINUTES", payments.provider === "sandbox" ? 0 : 10, 0, 1_440) || undefined,
    fourEyesAbove: readFourEyes(read("FOUR_EYES_ABOVE")),
    admin: readAdmin(read("ADMIN_EMAIL"), read("ADMIN_PASSWORD")),
    supportChatUrl: readChatUrl(read("SUPPORT_CHAT_URL")),
    helpLinks: readHelpLinks(read("HELP_LINKS")),
    metricsToken: read("METRICS_TOKEN"),
    tracing: readTracing(read),
    logLevel: readLogLevel(read("LOG_LEVEL")),
    shutdownDrainSeconds: whole("SHUTDOWN_DRAIN_SECONDS", 0, 0, 300),
    trustedProxies: readTrustedProxies(read("TRUSTED_PROXIES")),
    limits: {
      registrationsPerHour: whole("LIMIT_REGISTRATIONS_PER_HOUR", 60),
      failedLoginsPerAccount: whole("LIMIT_FAILED_LOGINS_PER_ACCOUNT", 10),
      failedLoginsPerAddress: whole("LIMIT_FAILED_LOGINS_PER_ADDRESS", 100),
      loginsPerAccount: whole("LIMIT_LOGINS_PER_ACCOUNT", 300),
      callsPerSecond: whole("LIMIT_CALLS_PER_SECOND", 50),
      callBurst: whole("LIMIT_CALL_BURST", 200),
      socketsPerUser: whole("LIMIT_SOCKETS_PER_USER", 20),
    },
  };
}
