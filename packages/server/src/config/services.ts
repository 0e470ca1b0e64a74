import type { OutgoingProxy } from "../platform/outgoing-proxy.ts";
import { needsTls } from "../platform/mail/mailer.ts";
import type { TracingConfig } from "../platform/telemetry/open-telemetry.ts";
import { ConfigError, isSafe, readWhole } from "./values.ts";

type SandboxConfig = {
  provider: "sandbox";
  /** Undefined leaves sandbox deposits to an administrator. */
  confirmSeconds: number | undefined;
};

type NowPaymentsConfig = {
  provider: "nowpayments";
  baseUrl: string;
  apiKey: string;
  ipnSecret: string;
  callbackUrl: string;
  paymentsPerSecond: number;
  /** Undefined leaves payouts to an administrator, who pays by hand and records the transaction id. */
  payouts: { email: string; password: string; totpSecret: string } | undefined;
};

export type PaymentConfig = SandboxConfig | NowPaymentsConfig;

export type MailConfig = {
  /** An `smtp:` or `smtps:` URL, or the folder that stands in for a mail server. */
  transport: { smtpUrl: string } | { outbox: string };
  from: string;
};

const PACE = "NOWPAYMENTS_PER_SECOND";

type Read = (name: string) => string | undefined;

export function readPayments(read: Read, publicUrl: URL | undefined): PaymentConfig {
  const provider = read("PAYMENT_PROVIDER") ?? "sandbox";
  if (provider === "sandbox") {
    const seconds = read("SANDBOX_CONFIRM_SECONDS");
    return {
      provider,
      confirmSeconds:
        seconds === "off" ? undefined : readWhole("SANDBOX_CONFIRM_SECONDS", seconds, 30, 0, 86_400),
    };
  }
  if (provider !== "nowpayments") {
    throw new ConfigError(`PAYMENT_PROVIDER must be "sandbox" or "nowpayments", not "${provider}"`);
  }
  if (publicUrl === undefined) {
    throw new ConfigError(
      "PUBLIC_URL is required with PAYMENT_PROVIDER=nowpayments: NOWPayments sends its callbacks there",
    );
  }
  if (!isSafe(publicUrl)) {
    throw new ConfigError(
      `PUBLIC_URL must be an https address if money is real, not "${publicUrl.href}". Only for this machine, http is accepted`,
    );
  }
  return {
    provider,
    baseUrl: readBaseUrl(read("NOWPAYMENTS_BASE_URL")),
    apiKey: required(read, "NOWPAYMENTS_API_KEY"),
    ipnSecret: required(read, "NOWPAYMENTS_IPN_SECRET"),
    callbackUrl: new URL("/api/payments/callbacks/nowpayments", publicUrl).href,
    paymentsPerSecond: readWhole(PACE, read(PACE), 3, 1, 1_000),
    payouts: readPayouts(read),
  };
}

function required(read: Read, name: string): string {
  const value = read(name);
  if (value === undefined) throw new ConfigError(`${name} is required with PAYMENT_PROVIDER=nowpayments`);
  return value;
}

function readBaseUrl(text = "https://api.nowpayments.io/v1"): string {
  if (!URL.canParse(text) || !isSafe(new URL(text))) {
    throw new ConfigError(
      `NOWPAYMENTS_BASE_URL must be an https address, not "${text}". Only for this machine, http is accepted`,
    );
  }
  return text.replace(/\/+$/, "");
}

function readPayouts(read: Read) {
  const names = ["NOWPAYMENTS_EMAIL", "NOWPAYMENTS_PASSWORD", "NOWPAYMENTS_TOTP_SECRET"] as const;
  const [email, password, totpSecret] = names.map(read);
  if (email === undefined && password === undefined && totpSecret === undefined) return undefined;
  if (email === undefined || password === undefined || totpSecret === undefined) {
    throw new ConfigError(`${names.join(", ")} go together: set all three or none`);
  }
  if (!/^[A-Z2-7]{16,}=*$/i.test(totpSecret.replaceAll(" ", ""))) {
    throw new ConfigError("NOWPAYMENTS_TOTP_SECRET must be the base32 text of the authenticator secret");
  }
  return { email, password, totpSecret: totpSecret.replaceAll(" ", "").toUpperCase() };
}

/**
 * Reads `SCREENING_URL` and `SCREENING_SECRET`, whose key signs the requests. Returns undefined without a screening service.
 * Messages do not quote the address, which may hold a key.
 *
 * @param isRealMoney if true, the address must be safe from forged answers, because an answer may move money
 */
export function readScreening(read: Read, isRealMoney: boolean): { url: string; key: Buffer } | undefined {
  const [url, secret] = [read("SCREENING_URL"), read("SCREENING_SECRET")];
  if (url === undefined && secret === undefined) return undefined;
  if (url === undefined || secret === undefined) {
    throw new ConfigError("SCREENING_URL and SCREENING_SECRET go together: set both or neither");
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isAllowed = parsed !== undefined && (isSafe(parsed) || (parsed.protocol === "http:" && !isRealMoney));
  if (!isAllowed || parsed.username !== "" || parsed.password !== "") {
    throw new ConfigError(
      "SCREENING_URL must be an https address without user and password. In the sandbox and for this machine, http is accepted",
    );
  }
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(text ?? "", "base64");
  if (key.length < 24 || key.length > 64) {
    throw new ConfigError(
      "SCREENING_SECRET must be whsec_ and 24 to 64 bytes in base64. Create it once with `echo whsec_$(openssl rand -base64 32)`",
    );
  }
  return { url, key };
}

/** The options in the query of `SMTP_URL` without which mail could travel readable, or to anybody. */
const TLS_OPTIONS = ["requireTLS", "tls.rejectUnauthorized"] as const;
const isOff = ({ searchParams }: URL, name: string) =>
  searchParams.getAll(name).some((value) => value !== "true");

/** @param outbox the folder for mail in the embedded mode; undefined elsewhere */
export function readMail(
  read: Read,
  publicUrl: URL | undefined,
  outbox: string | undefined,
): MailConfig | undefined {
  const from = read("MAIL_FROM") ?? `Veritick <no-reply@${publicUrl?.hostname ?? "localhost"}>`;
  if (!/^[^\r\n]*@[^\r\n]+$/.test(from)) throw new ConfigError(`MAIL_FROM is not a valid sender: "${from}"`);
  const smtpUrl = read("SMTP_URL");
  if (smtpUrl === undefined) return outbox === undefined ? undefined : { transport: { outbox }, from };
  if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol)) {
    throw new ConfigError("SMTP_URL must look like smtps://user:password@host:465");
  }
  const weakened = needsTls(smtpUrl) ? TLS_OPTIONS.find((name) => isOff(new URL(smtpUrl), name)) : undefined;
  if (weakened !== undefined) {
    throw new ConfigError(`SMTP_URL must not set ${weakened}: mail to another machine needs TLS`);
  }
  if (publicUrl === undefined) {
    throw new ConfigError("PUBLIC_URL is required with SMTP_URL: the links in e-mails lead to it");
  }
  return { transport: { smtpUrl }, from };
}

/** Reads whether withdrawals need a confirmed address: by default with real money, where a mail server is configured. */
export function readConfirmBefore(
  text: string | undefined,
  mail: MailConfig | undefined,
  isRealMoney: boolean,
): boolean {
  if (text === undefined) return isRealMoney && mail !== undefined && "smtpUrl" in mail.transport;
  if (text !== "withdrawal" && text !== "never")
    throw new ConfigError(`CONFIRM_EMAIL_BEFORE must be "withdrawal" or "never", not "${text}"`);
  if (text === "withdrawal" && mail === undefined)
    throw new ConfigError(
      "CONFIRM_EMAIL_BEFORE=withdrawal needs SMTP_URL: without e-mails, users cannot confirm their address",
    );
  return text === "withdrawal";
}

/** Reads `HTTPS_PROXY` and `NO_PROXY`. Other programs take their names in small letters, too. */
export function readOutgoingProxy(read: Read): OutgoingProxy | undefined {
  const text = read("HTTPS_PROXY") ?? read("https_proxy");
  const except = read("NO_PROXY") ?? read("no_proxy") ?? "";
  if (text === undefined) return undefined;
  const url = parseProxy(text);
  if (url === undefined) {
    throw new ConfigError("HTTPS_PROXY must look like http://proxy:3128 or http://user:password@proxy:3128");
  }
  return { url, except: except.split(/[\s,]+/).filter((entry) => entry !== "") };
}

function parseProxy(text: string): URL | undefined {
  try {
    const url = new URL(text);
    decodeURIComponent(url.username + url.password);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

export type NatsServer = {
  /** Host and port: the part of the address that may be logged. */
  readonly host: string;
  readonly tls: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
};

const DEFAULT_PORT = "4222";

/** Reads `NATS_URL`: one or several addresses separated by commas, each with its credentials if any. */
export function readNats(read: Read): readonly NatsServer[] | undefined {
  const text = read("NATS_URL");
  const token = read("NATS_TOKEN");
  if (text === undefined) {
    if (token !== undefined) throw new ConfigError("NATS_TOKEN is set without NATS_URL");
    return undefined;
  }
  const addresses = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (addresses.length === 0) throw malformed();
  return addresses.map((address) => readServer(address, token));
}

function readServer(address: string, token: string | undefined): NatsServer {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url !== undefined && /^\/?$/.test(url.pathname) && url.search === "" && url.hash === "";
  if (url === undefined || !isPlain || !/^(nats|tls):$/.test(url.protocol) || url.hostname === "") {
    throw malformed();
  }
  return {
    host: `${url.hostname}:${url.port || DEFAULT_PORT}`,
    tls: url.protocol === "tls:",
    ...readCredentials(url, token),
  };
}

function readCredentials(url: URL, token: string | undefined) {
  if (url.username === "" && url.password === "") return token === undefined ? {} : { token };
  if (token !== undefined)
    throw new ConfigError("NATS_TOKEN cannot be combined with credentials in NATS_URL: set one of them");
  const [user, password] = [decode(url.username), decode(url.password)];
  // A user name without a password is a token, as in the NATS clients.
  return password === "" ? { token: user } : { user, password };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed();
  }
}

/** Makes the error for a malformed value. It does not quote the value, which may hold a password. */
const malformed = () =>
  new ConfigError(
    "NATS_URL must look like nats://host:4222 or tls://user:password@host:4222, several of them separated by commas",
  );

/**
 * Reads the OTLP settings, with the variable names of OpenTelemetry. Returns undefined if no collector is named. Messages do
 * not quote headers and addresses, which may carry a key.
 */
export function readTracing(read: (name: string) => string | undefined): TracingConfig | undefined {
  const endpoint = read("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (endpoint === undefined) return undefined;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new ConfigError(
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, like http://localhost:4318",
    );
  }
  return {
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: readHeaders(read("OTEL_EXPORTER_OTLP_HEADERS") ?? ""),
    serviceName: read("OTEL_SERVICE_NAME") ?? "veritick",
    ratio: readRatio(read("OTEL_TRACES_SAMPLER_ARG")),
  };
}

/** Reads `name=value,name=value`, with percent-encoded values. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
      const decoded = decodeHeaderValue(value?.trim());
      if (name === undefined || decoded === undefined || !/^[\x20-\x7e]*$/.test(decoded)) {
        throw new ConfigError("OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value");
      }
      return [name, decoded];
    }),
  );
}

function decodeHeaderValue(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readRatio(text = "1"): number {
  const ratio = /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text) ? Number(text) : undefined;
  if (ratio === undefined) {
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a decimal from 0 to 1, not "${text}"`);
  }
  return ratio;
}
