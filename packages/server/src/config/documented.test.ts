import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { VARIABLES } from "./variables.ts";

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), "utf8");

/** Returns every variable that the configuration reads, with either payment provider. */
function variablesOfConfig(): Set<string> {
  const asked = new Set<string>();
  const record = (values: Record<string, string | undefined>) =>
    readConfig(new Proxy(values, { get: (target, name: string) => (asked.add(name), target[name]) }));
  const secret = "ab".repeat(32);
  const values = {
    DATABASE_URL: "postgresql://localhost/veritick",
    PRICE_SECRET: secret,
    CODE_PEPPER: secret,
    SIGNING_KEY: secret,
    BEACON_KEY: secret,
    PUBLIC_URL: "https://example.com",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
  };
  record(values);
  record({
    ...values,
    PAYMENT_PROVIDER: "nowpayments",
    NOWPAYMENTS_API_KEY: "k",
    NOWPAYMENTS_IPN_SECRET: "s",
    FOUR_EYES_ABOVE: "none",
    BEACON: "quicknet",
  });
  return asked;
}

it("the list of variables matches those that the configuration reads", () => {
  expect([...VARIABLES]).toEqual([...variablesOfConfig()].toSorted());
});

/** The variables that only compose.yaml reads. */
const OF_COMPOSE = [
  "SITE_ADDRESS",
  "POSTGRES_PASSWORD",
  "SERVER_DATABASE_PASSWORD",
  "GRAFANA_PASSWORD",
  "VERSION",
];

it("docs/configuration.md has a row for each variable and no other", () => {
  const rows = [...read("docs/configuration.md").matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name!);
  expect(rows.toSorted()).toEqual([...VARIABLES, ...OF_COMPOSE].toSorted());
});

it(".env.example sets only variables that are read", () => {
  const names = [...read(".env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!);
  const known = new Set<string>([...VARIABLES, ...OF_COMPOSE]);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
