import type { Queryable } from "./database.ts";
import { traceDetail } from "../telemetry/tracing.ts";

type Query = (statement: unknown, values?: unknown) => Promise<unknown>;

/** Gives each statement a span where one is open already, by its name or what it does to which table. Values stay out. */
export function traceQueries<Q extends Queryable>(target: Q): Q {
  const query = target.query.bind(target) as Query;
  const traced: Query = (statement, values) => {
    const text = textOf(statement);
    if (text === undefined) return query(statement, values);
    const start = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;
    return traceDetail(text.name ?? summarize(text.text), start, () => query(statement, values));
  };
  return new Proxy(target, {
    get(from, property) {
      if (property === "query") return traced;
      const value: unknown = Reflect.get(from, property, from);
      return typeof value === "function" ? (value.bind(from) as unknown) : value;
    },
  });
}

/** Undefined for what is no statement but a stream of its own, or has a callback. */
function textOf(statement: unknown): { name?: string | undefined; text: string } | undefined {
  if (typeof statement === "string") return { text: statement };
  if (typeof statement !== "object" || statement === null || "submit" in statement) return undefined;
  const { name, text } = statement as { name?: string; text?: string };
  return text === undefined ? undefined : { name, text };
}

const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_]+)/i;

/** "update users", "begin". The texts of our statements are constants: what they are about is in their values. */
function summarize(text: string): string {
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "query";
  const table = TABLE.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
