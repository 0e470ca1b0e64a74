import { join } from "node:path";
import type { Minor } from "@veritick/domain/money.ts";
import type { Registration } from "@veritick/contract/settings.ts";
import type { WinRule } from "@veritick/domain/terms.ts";
import { readBeacon } from "./beacon.ts";
import type { BeaconConfig } from "./beacon.ts";
import { readLog } from "./log-policy.ts";
import type { LogConfig } from "./log-policy.ts";
import {
  readConfirmBefore,
  readMail,
  readNats,
  readOutgoingProxy,
  readPayments,
  readScreening,
  readTracing,
} from "./services.ts";
import type { MailConfig, NatsServer, PaymentConfig } from "./services.ts";
import { fixedSettings } from "./variables.ts";
import type { FixedSetting } from "./variables.ts";
import { readDatabaseLocation, readPeppers, readSecret } from "./installation.ts";
import type { DatabaseLocation } from "./installation.ts";
import {
  readAdmin,
  readAmount,
  readBlockedCountries,
  readChatUrl,
  readEmail,
  readFourEyes,
  readHelpLinks,
  readHouseCapital,
  readHouseEdge,
  readLegalLinks,
  readLogLevel,
  readPublicUrl,
  readPushServices,
  readRegistration,
  readSecurityContact,
  readSellFee,
  readTermsVersion,
  readTrustedProxies,
  readWhole,
  readWinRule,
} from "./values.ts";
import type { LegalLink } from "./values.ts";
import type { BlockedCountries } from "../platform/http/headers.ts";
import type { OutgoingProxy } from "../platform/outgoing-proxy.ts";
import type { IdleLimits } from "../accounts/public.ts";
import type { TracingConfig } from "../platform/telemetry/open-telemetry.ts";

import { ConfigError } from "./values.ts";

export { ConfigError };

export type Config = {
  port: number;
  host: string;
  publicUrl: URL | undefined;
  dataDir: string;
  /** Undefined in the embedded mode. */
  databaseUrl: string | undefined;
  /** The URL for the tables' owner, if the server works as another role. */
  databaseOwnerUrl?: string | undefined;
  /** The NATS servers that connect several server processes; undefined for a single process. */
  nats: readonly NatsServer[] | undefined;
  priceSecret: Uint8Array;
  /** The secret from which the keys of withdrawal codes and two-step secrets are derived. */
  codePepper: Uint8Array;
  /** The pepper that `codePepper` replaces; undefined unless one is being replaced. */
  formerPepper: Uint8Array | undefined;
  /** The private key (Ed25519) that signs receipts and statements of liabilities. */
  signingKey: Uint8Array;
  /** The source of the random values of the prices. */
  beacon: BeaconConfig;
  /** Undefined if the installation keeps no public log. */
  publicLog: LogConfig | undefined;
  houseEdge: number;
  houseCapital: Minor;
  winRule: WinRule;
  /** The share of a position's value that the user pays for selling it before expiry. */
  sellFee: number;
  payments: PaymentConfig;
  /** The service that is asked before money is credited or paid out; undefined for none. */
  screening: { url: string; key: Buffer } | undefined;
  /** Undefined if no e-mail can be sent. */
  mail: MailConfig | undefined;
  /**
   * The hours for which withdrawals pause after a change of password, passkeys, second step, withdrawal code or saved
   * addresses.
   */
  withdrawalHoldHours: number;
  /** True if a withdrawal needs a confirmed e-mail address. */
  confirmBeforeWithdrawal: boolean;
  /**
   * Minutes after which users must confirm their identity again for sensitive calls; undefined if only calls that always
   * need a proof ask for one.
   */
  stepUpMinutes: number | undefined;
  idle: IdleLimits;
  /** True with a real provider: administrators need a second factor. */
  adminsNeedSecondFactor: boolean;
  /** Decisions above this amount need two administrators; undefined for never. */
  fourEyesAbove: Minor | undefined;
  /** True if administrators may decide about their own account: in a sandbox without FOUR_EYES_ABOVE. */
  decidesOwn: boolean;
  /** The rule approves withdrawals below this amount without a person; undefined for none. */
  autoApproveBelow: Minor | undefined;
  /** The most that the rule approves in 24 hours; undefined for nothing. */
  autoApprovePerDay: Minor | undefined;
  /** Who may register: anybody, holders of an invitation, or nobody. */
  registration: Registration;
  admin: { email: string; password: string } | undefined;
  supportChatUrl: string | undefined;
  /** Where answers to mails go, and where mails say that support is. */
  supportEmail: string | undefined;
  helpLinks: { title: string; url: string }[];
  legalLinks: LegalLink[];
  /** The version of the terms of use that everyone must accept; undefined if nobody is asked. */
  termsVersion: string | undefined;
  /** Undefined if no country is blocked. */
  blockedCountries: BlockedCountries | undefined;
  /** The contact in `/.well-known/security.txt`; undefined for no such file. */
  securityContact: string | undefined;
  /** The hosts that notifications may be sent to. */
  pushServices: readonly string[];
  /** Undefined if other machines are reached directly. */
  outgoingProxy: OutgoingProxy | undefined;
  metricsToken: string | undefined;
  /** Undefined if no collector of traces is configured. */
  tracing: TracingConfig | undefined;
  logLevel: string;
  /** The time for which a process continues to serve at a shutdown, so that load balancers notice. */
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
    depositsPerUser: number;
    depositsPerAddress: number;
  };
  /** The settings from the environment that administrators can see but not change. */
  fixed: readonly FixedSetting[];
};

type Environment = Record<string, string | undefined>;

/** Reads the hours. Commands use it too; they know from the database whether money is real. */
export const readHoldHours = (environment: Environment, isSandbox: boolean): number =>
  readWhole(
    "WITHDRAWAL_HOLD_HOURS",
    environment["WITHDRAWAL_HOLD_HOURS"]?.trim() || undefined,
    isSandbox ? 0 : 24,
    0,
    8_760,
  );

/** Tells whether the server sends e-mails. Commands use it too, because they queue mails that the server then sends. */
export const canSendMails = (environment: Environment, { databaseUrl }: DatabaseLocation): boolean =>
  databaseUrl === undefined || Boolean(environment["SMTP_URL"]?.trim());

export function readConfig(environment: Environment): Config {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const location = readDatabaseLocation(environment);
  const { dataDir, databaseUrl, databaseOwnerUrl } = location;
  const publicUrl = readPublicUrl(read("PUBLIC_URL"));
  const trustedProxies = readTrustedProxies(read("TRUSTED_PROXIES"));
  const isEmbedded = databaseUrl === undefined;
  const payments = readPayments(read, publicUrl);
  const winRule = readWinRule(read("WIN_RULE"), read("ACCEPT_EXPECTED_LOSS"));
  const mail = readMail(read, publicUrl, isEmbedded ? join(dataDir, "outbox") : undefined);
  const whole = (name: string, fallback: number, least = 1, most = 1_000_000_000) =>
    readWhole(name, read(name), fallback, least, most);
  return {
    port: whole("PORT", 3000, 0, 65_535),
    host: read("HOST") ?? "127.0.0.1",
    publicUrl,
    dataDir,
    databaseUrl,
    databaseOwnerUrl,
    nats: readNats(read),
    priceSecret: readSecret("price-secret", environment, location),
    ...readPeppers(environment, location),
    signingKey: readSecret("signing-key", environment, location),
    beacon: readBeacon(environment, location, payments.provider !== "sandbox"),
    publicLog: readLog(environment, location, publicUrl),
    houseEdge: readHouseEdge(read("HOUSE_EDGE"), winRule),
    houseCapital: readHouseCapital(read("HOUSE_CAPITAL"), isEmbedded && payments.provider === "sandbox"),
    winRule,
    sellFee: readSellFee(read("SELL_FEE")),
    payments,
    screening: readScreening(read, payments.provider !== "sandbox"),
    mail,
    withdrawalHoldHours: readHoldHours(environment, payments.provider === "sandbox"),
    confirmBeforeWithdrawal: readConfirmBefore(
      read("CONFIRM_EMAIL_BEFORE"),
      mail,
      payments.provider !== "sandbox",
    ),
    stepUpMinutes: whole("STEP_UP_MINUTES", payments.provider === "sandbox" ? 0 : 10, 0, 1_440) || undefined,
    idle: {
      userSeconds: whole("SESSION_IDLE_HOURS", 168, 0, 720) * 3600 || undefined,
      adminSeconds: whole("ADMIN_IDLE_MINUTES", 60, 0, 43_200) * 60 || undefined,
    },
    fourEyesAbove: readFourEyes(read("FOUR_EYES_ABOVE"), payments.provider !== "sandbox"),
    decidesOwn: read("FOUR_EYES_ABOVE") === undefined,
    autoApproveBelow: readAmount("AUTO_APPROVE_BELOW", read("AUTO_APPROVE_BELOW")),
    autoApprovePerDay: readAmount("AUTO_APPROVE_PER_DAY", read("AUTO_APPROVE_PER_DAY")),
    adminsNeedSecondFactor: payments.provider !== "sandbox",
    registration: readRegistration(read("REGISTRATION")),
    admin: readAdmin(read("ADMIN_EMAIL"), read("ADMIN_PASSWORD")),
    supportChatUrl: readChatUrl(read("SUPPORT_CHAT_URL")),
    supportEmail: readEmail("SUPPORT_EMAIL", read("SUPPORT_EMAIL")),
    helpLinks: readHelpLinks(read("HELP_LINKS")),
    ...readTerms(read),
    blockedCountries: readBlockedCountries(read("BLOCKED_COUNTRIES"), read("COUNTRY_HEADER"), trustedProxies),
    securityContact: readSecurityContact(read("SECURITY_CONTACT"), publicUrl),
    pushServices: readPushServices(read("PUSH_SERVICES")),
    outgoingProxy: readOutgoingProxy(read),
    metricsToken: read("METRICS_TOKEN"),
    tracing: readTracing(read),
    logLevel: readLogLevel(read("LOG_LEVEL")),
    shutdownDrainSeconds: whole("SHUTDOWN_DRAIN_SECONDS", 0, 0, 300),
    trustedProxies,
    limits: {
      registrationsPerHour: whole("LIMIT_REGISTRATIONS_PER_HOUR", 60),
      failedLoginsPerAccount: whole("LIMIT_FAILED_LOGINS_PER_ACCOUNT", 10),
      failedLoginsPerAddress: whole("LIMIT_FAILED_LOGINS_PER_ADDRESS", 100),
      loginsPerAccount: whole("LIMIT_LOGINS_PER_ACCOUNT", 300),
      callsPerSecond: whole("LIMIT_CALLS_PER_SECOND", 50),
      callBurst: whole("LIMIT_CALL_BURST", 200),
      socketsPerUser: whole("LIMIT_SOCKETS_PER_USER", 20),
      depositsPerUser: whole("LIMIT_DEPOSITS_PER_USER", 100),
      depositsPerAddress: whole("LIMIT_DEPOSITS_PER_ADDRESS", 300),
    },
    fixed: fixedSettings(environment),
  };
}

function readTerms(read: (name: string) => string | undefined): Pick<Config, "legalLinks" | "termsVersion"> {
  const legalLinks = readLegalLinks(read("LEGAL_LINKS"));
  const termsVersion = readTermsVersion(read("TERMS_VERSION"));
  if (termsVersion !== undefined && legalLinks.length === 0) {
    throw new ConfigError("TERMS_VERSION needs LEGAL_LINKS: users must be able to read what they accept");
  }
  return { legalLinks, termsVersion };
}
