import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../root.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");

/** The image that the Dockerfile begins with. */
export const BASE = /^FROM (\S+) AS base$/m.exec(read("Dockerfile"))[1];

export const readServices = () => parse(read("compose.yaml"), { merge: true }).services;

/** Writes an operator's `.env`: the example with each required value filled in. Returns these values. */
export function writeSettings(file) {
  const named = [...read("compose.yaml").matchAll(/\$\{([A-Z_]+)(:\?)?/g)];
  // compose prefers the variables of this process to those of the file.
  for (const [, name] of named) delete process.env[name];
  const required = [...named.filter(([, , mark]) => mark === ":?").map(([, name]) => name), "BEACON_KEY"];
  const values = Object.fromEntries(required.map((name) => [name, randomBytes(32).toString("hex")]));
  Object.assign(values, { HOUSE_CAPITAL: "100000", SANDBOX_CONFIRM_SECONDS: "1", VERSION: "test" });
  const lines = Object.entries(values).map((pair) => pair.join("="));
  writeFileSync(file, [read(".env.example"), ...lines, ""].join("\n"));
  return values;
}

/** Writes a further compose file, which leaves the limit of open files as it is. */
export function writeLimits(file) {
  const own = Object.entries(readServices()).filter(([, { ulimits }]) => ulimits !== undefined);
  const services = Object.fromEntries(own.map(([name]) => [name, { ulimits: { nofile: 1024 } }]));
  writeFileSync(file, JSON.stringify({ services }));
}
