import { expect, it } from "vitest";
import { misspeltVariables, VARIABLES } from "./variables.ts";

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
    `${name} is set but is no setting. Did you mean ${meant}? Correct it, or unset it.`,
  ]);
});

it("does not warn of settings, empty variables and other programs' variables", () => {
  const settings = Object.fromEntries(VARIABLES.map((name) => [name, "x"]));
  const others =
    "PATH HOME HOSTNAME HOSTTYPE PWD USER SHELL TERM LANG TMPDIR EDITOR MAIL LOGNAME NODE_ENV NODE_OPTIONS PGHOST PGPORT PGDATA " +
    "POSTGRES_PASSWORD SITE_ADDRESS GRAFANA_PASSWORD VERSION XDG_DATA_DIRS SSH_AUTH_SOCK npm_config_registry INIT_CWD " +
    "OTEL_RESOURCE_ATTRIBUTES NATS_SERVER_PATH CHROMIUM_PATH VERITICK_LAUNCHER INVOCATION_ID JOURNAL_STREAM DEBUG";
  const foreign = Object.fromEntries(others.split(" ").map((name) => [name, "x"]));
  expect(misspeltVariables({ ...settings, ...foreign, DATABSE_URL: " " })).toEqual([]);
});
