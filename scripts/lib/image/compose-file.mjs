import { readFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { parse } from "yaml";
import { root } from "../root.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");

/** Makes an operator's `.env`: `.env.example`, with each required value filled in, and `more`. */
export function fillEnvironment(more) {
  const example = [...read(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  const required = new Set([...read("compose.yaml").matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name));
  const filled = example.map(([name, value]) => [
    name,
    required.has(name) || name === "BEACON_KEY" ? randomBytes(32).toString("hex") : value,
  ]);
  return { ...Object.fromEntries(filled), ...more };
}

/** Fills values in as compose does: `${NAME}`, `${NAME:-otherwise}`, `${NAME:?complaint}`. */
function fill(text, environment) {
  return text.replaceAll(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name, kind, otherwise) => {
    const value = environment[name] ?? "";
    if (value !== "") return value;
    if (kind === "?") throw new Error(`${name}: ${otherwise}`);
    return otherwise ?? "";
  });
}

function fillAll(value, environment) {
  if (typeof value === "string") return fill(value, environment);
  if (Array.isArray(value)) return value.map((one) => fillAll(one, environment));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillAll(one, environment)]));
}

/** Reads `compose.yaml` with the values of an environment. Each secret gets its `value`. */
export function readCompose(environment) {
  const compose = fillAll(parse(read("compose.yaml"), { merge: true }), environment);
  for (const secret of Object.values(compose.secrets)) secret.value = environment[secret.environment];
  return compose;
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Returns the milliseconds of a duration in compose's form, such as `1m30s`. */
export function durationMs(text) {
  return [...text.matchAll(/(\d+)(ms|s|m|h)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * UNITS[unit],
    0,
  );
}

/** Returns the bytes of a size in compose's form, such as `256m`. */
export function bytesOf(text) {
  const [, count, unit] = /^(\d+)([kmg]?)b?$/.exec(text);
  return Number(count) * 1024 ** " kmg".indexOf(unit || " ");
}
