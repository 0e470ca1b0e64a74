import { describe, expect, it } from "vitest";
import { canSendMails, readConfig } from "./config.ts";
import { readDatabaseLocation } from "./installation.ts";
import { readNats, readTracing } from "./services.ts";
import { ConfigError } from "./values.ts";

const external = {
  DATABASE_URL: "postgresql://somebody@example.com/veritick",
  PRICE_SECRET: "ab".repeat(32),
  CODE_PEPPER: "cd".repeat(32),
  SIGNING_KEY: "ef".repeat(32),
  BEACON_KEY: "12".repeat(32),
};
const nowpayments = {
  ...external,
  PUBLIC_URL: "https://veritick.example/",
  PAYMENT_PROVIDER: "nowpayments",
  NOWPAYMENTS_API_KEY: "key-5e5e",
  NOWPAYMENTS_IPN_SECRET: "ipn-5e5e",
  FOUR_EYES_ABOVE: "none",
  BEACON: "quicknet",
};
const payouts = {
  NOWPAYMENTS_EMAIL: "ada@example.com",
  NOWPAYMENTS_PASSWORD: "password-5e5e",
  NOWPAYMENTS_TOTP_SECRET: "jbsw y3dp ehpk 3pxp",
};

describe("SCREENING_URL", () => {
  const SCREENING_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const screeningOf = (SCREENING_URL: string | undefined, more: Record<string, string | undefined> = {}) =>
    readConfig({ ...external, SCREENING_URL, SCREENING_SECRET, ...more }).screening;

  it("is read with its key, and without it no service is asked", () => {
    const url = "https://screening.example/ask?key=5e5e";
    expect(screeningOf(url)).toEqual({ url, key: Buffer.alloc(32, 7) });
    expect(readConfig(external).screening).toBeUndefined();
  });

  it("may be plain http in the sandbox and on this machine only", () => {
    expect(screeningOf("http://screening.example/")).toBeDefined();
    expect(screeningOf("http://127.0.0.1:4800/", nowpayments)).toBeDefined();
    expect(() => screeningOf("http://screening.example/", nowpayments)).toThrow("must be an https address");
  });

  it.each(["screening.example", "ftp://screening.example", "https://ada:secret-5e5e@screening.example/"])(
    "%j is refused, and not quoted",
    (url) => {
      expect(() => screeningOf(url)).toThrow(ConfigError);
      expect(() => screeningOf(url)).not.toThrow(url);
    },
  );

  it.each([undefined, "secret-5e5e", "whsec_", "whsec_c2hvcnQ=", `whsec_${"A".repeat(120)}`])(
    "is refused with the secret %j",
    (secret) => {
      expect(() => screeningOf("https://screening.example/", { SCREENING_SECRET: secret })).toThrow(
        ConfigError,
      );
    },
  );
});

describe("PAYMENT_PROVIDER=nowpayments", () => {
  it("is read with the address its callbacks come to, and holds withdrawals for 24 hours", () => {
    expect(readConfig(nowpayments)).toMatchObject({
      payments: {
        provider: "nowpayments",
        baseUrl: "https://api.nowpayments.io/v1",
        apiKey: "key-5e5e",
        ipnSecret: "ipn-5e5e",
        callbackUrl: "https://veritick.example/api/payments/callbacks/nowpayments",
        payouts: undefined,
      },
      withdrawalHoldHours: 24,
    });
  });

  it("can have another address, and pays out if all three settings for that are given", () => {
    const config = readConfig({
      ...nowpayments,
      ...payouts,
      NOWPAYMENTS_BASE_URL: "http://127.0.0.1:4000/v1//",
    });
    expect(config.payments).toMatchObject({
      baseUrl: "http://127.0.0.1:4000/v1",
      payouts: { email: "ada@example.com", password: "password-5e5e", totpSecret: "JBSWY3DPEHPK3PXP" },
    });
  });

  it.each(["PUBLIC_URL", "NOWPAYMENTS_API_KEY", "NOWPAYMENTS_IPN_SECRET", "FOUR_EYES_ABOVE"])(
    "needs %s",
    (name) => {
      const read = () => readConfig({ ...nowpayments, [name]: undefined });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(`${name} is required`);
    },
  );

  it("lets one administrator decide alone only if the operator says so", () => {
    const aboveOf = (value: string | undefined, environment: Record<string, string> = nowpayments) =>
      readConfig({ ...environment, FOUR_EYES_ABOVE: value }).fourEyesAbove;
    expect(aboveOf("none")).toBeUndefined();
    expect(aboveOf("1000")).toBe(100_000_000_000n);
    for (const missing of [undefined, "", " "])
      expect(() => aboveOf(missing)).toThrow("FOUR_EYES_ABOVE is required");
    expect(aboveOf(undefined, external)).toBeUndefined();
    // Administrators then do not decide about their own account either.
    expect(readConfig(nowpayments).decidesOwn).toBe(false);
    expect(readConfig(external).decidesOwn).toBe(true);
  });

  it.each(["PUBLIC_URL", "NOWPAYMENTS_BASE_URL"])("has %s plain http on this machine only", (name) => {
    const read = (url: string) => () => readConfig({ ...nowpayments, [name]: url });
    for (const host of ["veritick.example", "10.0.0.1", "localhost.example", "127.0.0.1.example"])
      expect(read(`http://${host}`), host).toThrow(`${name} must be an https address`);
    for (const url of [
      "https://veritick.example",
      "http://localhost:3000",
      "http://127.0.0.1",
      "http://[::1]",
    ])
      expect(read(url), url).not.toThrow();
    const sandbox = () => readConfig({ ...external, PUBLIC_URL: "http://veritick.example" });
    expect(sandbox).not.toThrow();
  });

  it.each(Object.keys(payouts))("does not pay out without %s", (name) => {
    expect(() => readConfig({ ...nowpayments, ...payouts, [name]: undefined })).toThrow("go together");
  });

  it.each([
    ["NOWPAYMENTS_BASE_URL", "ftp://api.nowpayments.io"],
    ["NOWPAYMENTS_BASE_URL", "api.nowpayments.io"],
    ["NOWPAYMENTS_TOTP_SECRET", "5e5e5e5e5e5e5e5e11"],
    ["NOWPAYMENTS_TOTP_SECRET", "JBSW"],
  ])("names %s where it cannot be %j", (name, value) => {
    expect(() => readConfig({ ...nowpayments, ...payouts, [name]: value })).toThrow(name);
  });

  it("never repeats a secret in an error", () => {
    const broken = { ...nowpayments, ...payouts, NOWPAYMENTS_TOTP_SECRET: "5e5e-not-base32" };
    expect(() => readConfig(broken)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("5e5e") }),
    );
  });

  it("ignores the sandbox's settings", () => {
    expect(readConfig({ ...nowpayments, SANDBOX_CONFIRM_SECONDS: "soon" }).payments.provider).toBe(
      "nowpayments",
    );
  });
});

describe("e-mail", () => {
  const smtp = {
    ...external,
    PUBLIC_URL: "https://veritick.example",
    SMTP_URL: "smtps://user:password-5e5e@mail.example:465",
  };

  it("goes through SMTP_URL, from MAIL_FROM or a sender at the public address", () => {
    expect(readConfig(smtp).mail).toEqual({
      transport: { smtpUrl: smtp.SMTP_URL },
      from: "Veritick <no-reply@veritick.example>",
    });
    expect(readConfig({ ...smtp, MAIL_FROM: "Help <help@veritick.example>" }).mail?.from).toBe(
      "Help <help@veritick.example>",
    );
  });

  it("is off with an external database and no mail server", () => {
    expect(readConfig(external).mail).toBeUndefined();
  });

  it("has the same settings for commands as for the server", () => {
    const knows = (environment: Record<string, string>) =>
      canSendMails(environment, readDatabaseLocation(environment));
    for (const environment of [external, smtp, { ...external, SMTP_URL: " " }])
      expect(knows(environment)).toBe(readConfig(environment).mail !== undefined);
    expect([knows(smtp), knows({ DATA_DIR: "." })]).toEqual([true, true]);
  });

  it("needs PUBLIC_URL for the links in it", () => {
    expect(() => readConfig({ ...smtp, PUBLIC_URL: undefined })).toThrow("PUBLIC_URL is required");
  });

  it.each([
    ["SMTP_URL", "https://mail.example"],
    ["SMTP_URL", "mail.example:25"],
    ["MAIL_FROM", "Veritick"],
    ["MAIL_FROM", "Veritick <a@b.example>\r\nBcc: c@d.example"],
  ])("names %s where it cannot be %j", (name, value) => {
    expect(() => readConfig({ ...smtp, [name]: value })).toThrow(name);
  });

  it.each(["requireTLS=false", "requireTLS=0", "tls.rejectUnauthorized=false"])(
    "cannot switch TLS off by ?%s, except on this machine",
    (option) => {
      const read = (address: string) => () => readConfig({ ...smtp, SMTP_URL: `smtp://${address}${option}` });
      for (const address of [
        "mail.example:587?",
        "localhost?service=SES&",
        "localhost?proxy=http://a.example&",
      ])
        expect(read(address), address).toThrow(`SMTP_URL must not set ${option.split("=")[0]}`);
      expect(read("127.0.0.1:25?")).not.toThrow();
    },
  );

  it("does not repeat the password of a mail server in an error", () => {
    expect(() => readConfig({ ...smtp, SMTP_URL: "smpt://user:password-5e5e@mail.example" })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("5e5e") }),
    );
  });
});

it("holds withdrawals for a confirmed address by default only with real money and a mail server", () => {
  const holds = (more: object) => readConfig({ ...external, ...more } as never).confirmBeforeWithdrawal;
  const mail = { SMTP_URL: "smtps://mail.example", PUBLIC_URL: "https://veritick.example" };
  expect(holds({ ...nowpayments, ...mail })).toBe(true);
  expect(holds({ ...nowpayments, ...mail, CONFIRM_EMAIL_BEFORE: "never" })).toBe(false);
  expect(holds(nowpayments)).toBe(false);
  expect(holds(mail)).toBe(false);
  expect(holds({ ...mail, CONFIRM_EMAIL_BEFORE: "withdrawal" })).toBe(true);
  expect(() => holds({ CONFIRM_EMAIL_BEFORE: "withdrawal" })).toThrow("SMTP_URL");
  expect(() => holds({ ...mail, CONFIRM_EMAIL_BEFORE: "deposit" })).toThrow("CONFIRM_EMAIL_BEFORE");
});

describe("WITHDRAWAL_HOLD_HOURS", () => {
  it("is the configured value with any provider", () => {
    expect(readConfig({ ...external, WITHDRAWAL_HOLD_HOURS: "48" }).withdrawalHoldHours).toBe(48);
    expect(readConfig({ ...nowpayments, WITHDRAWAL_HOLD_HOURS: "0" }).withdrawalHoldHours).toBe(0);
  });

  it.each(["-1", "1.5", "a day", "8761"])("cannot be %j", (hours) => {
    expect(() => readConfig({ ...external, WITHDRAWAL_HOLD_HOURS: hours })).toThrow("WITHDRAWAL_HOLD_HOURS");
  });
});

const readFrom = (environment: Record<string, string>) => readNats((name) => environment[name]);

describe("NATS_URL", () => {
  it("names one server or several, each with its own credentials", () => {
    expect(readFrom({})).toBeUndefined();
    expect(readFrom({ NATS_URL: "nats://bus" })).toEqual([{ host: "bus:4222", tls: false }]);
    expect(readFrom({ NATS_URL: "nats://ann:p%40ss@one:1, tls://two:2 ,nats://s3cret@[::1]:4333" })).toEqual([
      { host: "one:1", tls: false, user: "ann", password: "p@ss" },
      { host: "two:2", tls: true },
      { host: "[::1]:4333", tls: false, token: "s3cret" },
    ]);
    expect(readFrom({ NATS_URL: "tls://bus:4222", NATS_TOKEN: "s3cret" })).toEqual([
      { host: "bus:4222", tls: true, token: "s3cret" },
    ]);
  });

  it("is never repeated in an error, because it may hold a password", () => {
    for (const NATS_URL of ["http://ann:s3cret@bus", "ann:s3cret@bus:4222", "nats://ann:s3cret@bus/x"]) {
      expect(() => readFrom({ NATS_URL })).toThrow(ConfigError);
      expect(() => readFrom({ NATS_URL })).not.toThrow(/s3cret/);
    }
    expect(() => readFrom({ NATS_URL: "nats://ann:s3cret@bus", NATS_TOKEN: "t" })).toThrow(
      /cannot be combined/,
    );
  });
});

const read = (environment: Record<string, string>) => readTracing((name) => environment[name]);
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example/otlp/" };

describe("the configuration of traces", () => {
  it("is off without a collector, whatever else is set", () => {
    expect(read({ OTEL_SERVICE_NAME: "veritick", OTEL_TRACES_SAMPLER_ARG: "0.5" })).toBeUndefined();
  });

  it("records everything under the product's name unless told otherwise", () => {
    expect(read(endpoint)).toEqual({
      url: "https://collector.example/otlp/v1/traces",
      headers: {},
      serviceName: "veritick",
      ratio: 1,
    });
  });

  it("takes name, share and headers, whose values are percent-encoded", () => {
    const config = read({
      ...endpoint,
      OTEL_SERVICE_NAME: "veritick-eu",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20YWI6Y2Q%3D, x-team = night=shift",
    });
    expect(config).toMatchObject({
      serviceName: "veritick-eu",
      ratio: 0.05,
      headers: { authorization: "Basic YWI6Y2Q=", "x-team": "night=shift" },
    });
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://key-5e5e@collector"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "key-5e5e"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key=%E0%A4%A key-5e5e"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key=key-5e5e%0d%0ax-other: 1"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
    ["OTEL_TRACES_SAMPLER_ARG", "-0.5"],
    ["OTEL_TRACES_SAMPLER_ARG", "half"],
  ])("says that %s cannot be %s, without repeating a key", (name, value) => {
    const attempt = () => read({ ...endpoint, [name]: value });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(name);
    expect(attempt).not.toThrow("key-5e5e");
  });
});
