import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { BACKUP_VARIABLES } from "./installation.ts";
import { VARIABLES } from "./variables.ts";

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), "utf8");

const secret = "ab".repeat(32);
const embedded = {
  PRICE_SECRET: secret,
  CODE_PEPPER: secret,
  SIGNING_KEY: secret,
  BEACON_KEY: secret,
  LOG_KEY: secret,
  PUBLIC_URL: "https://example.com",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
};
const external = { ...embedded, DATABASE_URL: "postgresql://localhost/veritick" };
const realMoney = {
  ...external,
  PAYMENT_PROVIDER: "nowpayments",
  NOWPAYMENTS_API_KEY: "k",
  NOWPAYMENTS_IPN_SECRET: "s",
  FOUR_EYES_ABOVE: "none",
  BEACON: "quicknet",
};

/** Returns every variable that the configuration reads, with either payment provider. */
function variablesOfConfig(): Set<string> {
  const asked = new Set<string>();
  for (const values of [external, realMoney])
    readConfig(
      new Proxy<Record<string, string>>(values, {
        get: (target, name: string) => (asked.add(name), target[name]),
      }),
    );
  return asked;
}

it("the list of variables matches those that the configuration reads", () => {
  // Those of proxies have a second name, in small letters.
  const names = [...variablesOfConfig()].filter((name) => name === name.toUpperCase());
  expect([...VARIABLES]).toEqual(names.toSorted());
});

/** The variables that only compose.yaml reads. */
const OF_COMPOSE = [
  "ALERT_EMAIL",
  "CDN_NETWORKS",
  "FRONT_NETWORK",
  "SITE_ADDRESS",
  "POSTGRES_PASSWORD",
  "SERVER_DATABASE_PASSWORD",
  "GRAFANA_PASSWORD",
  "VERSION",
];

it("docs/configuration.md has a line for each variable and no other", () => {
  const named = [...read("docs/configuration.md").matchAll(/^- `([A-Z_]+)`/gm)].map(([, name]) => name!);
  expect(named.toSorted()).toEqual([...VARIABLES, ...BACKUP_VARIABLES, ...OF_COMPOSE].toSorted());
});

/** Returns the values in the brackets of defaults: of a sandbox with the embedded database first, of real money last. */
function documentedDefaults(): [name: string, values: string[]][] {
  const lines = [...read("docs/configuration.md").matchAll(/^- `([A-Z_]+)` \(([^)]+)\):/gm)];
  return lines
    .map(([, name, text]): [string, string[]] => [
      name!,
      // "with `quicknet`: ..." names a condition, not a value.
      text!.startsWith("with ") ? [] : [...text!.matchAll(/`([^`]+)`/g)].map(([, value]) => value!),
    ])
    .filter(([, values]) => values.length > 0);
}

it.each([
  ["a sandbox with the embedded database", embedded, 0],
  ["real money", realMoney, -1],
])("the documented defaults of %s, written out, change nothing", (_which, values, place) => {
  const unset: Record<string, string | undefined> = values;
  // The settings page shows which variables are set.
  const configOf = (environment: typeof unset) => ({ ...readConfig(environment), fixed: undefined });
  const written = documentedDefaults()
    .filter(([name]) => unset[name] === undefined)
    .map(([name, texts]) => ({ [name]: texts.at(place)!.replace("your host", "example.com") }));
  expect(written.length).toBeGreaterThan(25);
  for (const one of written)
    expect(configOf({ ...unset, ...one }), Object.keys(one)[0]).toEqual(configOf(unset));
});

it(".env.example sets only variables that are read", () => {
  const names = [...read(".env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!);
  const known = new Set<string>([...VARIABLES, ...BACKUP_VARIABLES, ...OF_COMPOSE]);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
