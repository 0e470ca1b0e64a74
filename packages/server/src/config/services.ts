import { ConfigError, readWhole } from "./values.ts";

export type SandboxConfig = {
  provider: "sandbox";
  /** Undefined leaves sandbox deposits to an administrator. */
  confirmSeconds: number | undefined;
};

export type NowPaymentsConfig = {
  provider: "nowpayments";
  baseUrl: string;
  apiKey: string;
  ipnSecret: string;
  callbackUrl: string;
  /** Undefined leaves payouts to an administrator, who pays by hand and records the transaction id. */
  payouts: { email: string; password: string; totpSecret: string } | undefined;
};

export type PaymentConfig = SandboxConfig | NowPaymentsConfig;

export type MailConfig = {
  /** An `smtp:` or `smtps:` URL, or the folder that stands in for a mail server. */
  transport: { smtpUrl: string } | { outbox: string };
  from: string;
};

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
      "PUBLIC_URL is missing: with PAYMENT_PROVIDER=nowpayments its callbacks come to it",
    );
  }
  return {
    provider,
    baseUrl: readBaseUrl(read("NOWPAYMENTS_BASE_URL")),
    apiKey: required(read, "NOWPAYMENTS_API_KEY"),
    ipnSecret: required(read, "NOWPAYMENTS_IPN_SECRET"),
    callbackUrl: new URL("/api/payments/callbacks/nowpayments", publicUrl).href,
    payouts: readPayouts(read),
  };
}

function required(read: Read, name: string): string {
  const value = read(name);
  if (value === undefined) throw new ConfigError(`${name} is missing: PAYMENT_PROVIDER=nowpayments needs it`);
  return value;
}

function readBaseUrl(text = "https://api.nowpayments.io/v1"): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError(`NOWPAYMENTS_BASE_URL must be an http or https address, not "${text}"`);
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

/** @param outbox the folder for mail in the embedded mode; undefined elsewhere */
export function readMail(
  read: Read,
  publicUrl: URL | undefined,
  outbox: string | undefined,
): MailConfig | undefined {
  const from = read("MAIL_FROM") ?? `Veritick <no-reply@${publicUrl?.hostname ?? "localhost"}>`;
  if (!/^[^\r\n]*@[^\r\n]+$/.test(from)) throw new ConfigError(`MAIL_FROM is no sender: "${from}"`);
  const smtpUrl = read("SMTP_URL");
  if (smtpUrl === undefined) return outbox === undefined ? undefined : { transport: { outbox }, from };
  if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol)) {
    throw new ConfigError("SMTP_URL must look like smtps://user:password@host:465");
  }
  if (publicUrl === undefined) {
    throw new ConfigError("PUBLIC_URL is missing: the links in e-mails lead to it");
  }
  return { transport: { smtpUrl }, from };
}
