import { expect, it } from "vitest";
import { fixedSettings, misspeltVariables, VARIABLES } from "./variables.ts";

it.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["DATADIR", "DATA_DIR"],
  ["PUBILC_URL", "PUBLIC_URL"],
  ["smtp_url", "SMTP_URL"],
  ["PROT", "PORT"],
  ["NOWPAYMENT_API_KEY", "NOWPAYMENTS_API_KEY"],
  ["NOWPAYMENTS_APIKEY", "NOWPAYMENTS_API_KEY"],
  ["NOWPAYMENTS_TOTP", "NOWPAYMENTS_TOTP_SECRET"],
  ["SMTP_PASSWORD", "SMTP_URL"],
  ["FOUR_EYES_OVER", "FOUR_EYES_ABOVE"],
  ["HOUSE_CAPITOL", "HOUSE_CAPITAL"],
  ["OTEL_EXPORTER_OTLP_HEADER", "OTEL_EXPORTER_OTLP_HEADERS"],
])("asks at %s whether %s was meant", (name, meant) => {
  expect(misspeltVariables({ [name]: "some-secret" })).toEqual([
    `${name} is set, but it is not a setting. Did you mean ${meant}? Correct it, or unset it.`,
  ]);
});

it("does not warn of settings, empty variables and other programs' variables", () => {
  const settings = Object.fromEntries(VARIABLES.map((name) => [name, "x"]));
  const others =
    "PATH HOME HOSTNAME HOSTTYPE PWD USER SHELL TERM LANG TMPDIR EDITOR MAIL LOGNAME NODE_ENV NODE_OPTIONS PGHOST PGPORT PGDATA " +
    "POSTGRES_PASSWORD SITE_ADDRESS GRAFANA_PASSWORD VERSION XDG_DATA_DIRS SSH_AUTH_SOCK npm_config_registry INIT_CWD " +
    "OTEL_RESOURCE_ATTRIBUTES NATS_SERVER_PATH CHROMIUM_PATH VERITICK_LAUNCHER INVOCATION_ID JOURNAL_STREAM DEBUG HTTP_PROXY " +
    "http_proxy https_proxy no_proxy ALL_PROXY all_proxy";
  const foreign = Object.fromEntries(others.split(" ").map((name) => [name, "x"]));
  expect(misspeltVariables({ ...settings, ...foreign, DATABSE_URL: " " })).toEqual([]);
});

it("shows the variables that apply until the next start, without values that may hold a secret", () => {
  const environment = Object.fromEntries(VARIABLES.map((name) => [name, `value of ${name}`]));
  const shown = fixedSettings(environment);
  expect(shown.every(({ isSet }) => isSet)).toBe(true);
  const hidden = shown.filter(({ value }) => value === null).map(({ name }) => name);
  expect(hidden).toEqual([
    "ADMIN_EMAIL",
    "ADMIN_PASSWORD",
    "BEACON",
    "BEACON_KEY",
    "BEACON_RELAYS",
    "CODE_PEPPER",
    "CODE_PEPPER_PREVIOUS",
    "DATABASE_OWNER_URL",
    "DATABASE_URL",
    "HTTPS_PROXY",
    "LOG_KEY",
    "METRICS_TOKEN",
    "NATS_TOKEN",
    "NATS_URL",
    "NOWPAYMENTS_API_KEY",
    "NOWPAYMENTS_BASE_URL",
    "NOWPAYMENTS_EMAIL",
    "NOWPAYMENTS_IPN_SECRET",
    "NOWPAYMENTS_PASSWORD",
    "NOWPAYMENTS_TOTP_SECRET",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "PRICE_SECRET",
    "SCREENING_SECRET",
    "SCREENING_URL",
    "SIGNING_KEY",
    "SMTP_URL",
  ]);
  expect(fixedSettings({ PORT: " ", HOST: "::" }).filter(({ isSet }) => isSet)).toEqual([
    { name: "HOST", isSet: true, value: "::" },
  ]);
});
