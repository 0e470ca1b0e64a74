import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { openApiDocument } from "@veritick/contract/endpoints/openapi.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epochs.ts";

/** A call to make, and as whom. */
export type Question = {
  audience: Endpoint["audience"];
  method: string;
  path: string;
  body?: string;
};

type Parameter = { in: string; name: string };
const documented = openApiDocument()["paths"] as Record<string, Record<string, { parameters: Parameter[] }>>;

/** Paths of no call of the contract: what machines ask, and what is not there. */
const BESIDE = ["/healthz", "/readyz", "/metrics", "/api/openapi.json", "/api/nothing", "/fairness"];

/** What stands in the paths of things. */
export type Things = { user: string; position: string };

const fillPath = (path: string, { user, position }: Things): string =>
  path
    .replace("{kind}", "ledger")
    .replace("{number}", "1")
    .replace("{id}", path.includes("/positions/") ? position : user);

/** Each parameter by itself and, where there is a range, ranges, with the seconds and epochs around now. */
function queriesOf(names: readonly string[], now: number): string[] {
  const epoch = epochOf(now);
  const values = [now - 1, now, now + 1, now + EPOCH_TICKS, epoch - 1, epoch, epoch + 1, epoch + 24];
  const times = [-1000, 0, 1000].map((off) => new Date(now * 1000 + off).toISOString());
  const ranges = [
    [now - 10, now + 1],
    [now - 10, now],
    [epoch - 1, epoch + 1],
    [epoch, epoch + 24],
  ];
  return [
    ...names.flatMap((name) => [...values, ...times, "soon"].map((value) => `?${name}=${value}`)),
    ...(names.includes("from") ? ranges.map(([from, to]) => `?from=${from}&to=${to}`) : []),
  ];
}

/**
 * Everything that anybody may ask for, of which the calls of the contract are no list made by hand: a new one is asked by
 * itself. What is open to all is asked in every way, the rest as it is.
 */
export function questionsAt(now: number, things: Things): Question[] {
  const asked = endpoints
    .filter(({ method }) => method === "GET")
    .flatMap(({ audience, method, path }) => {
      const { parameters } = documented[path]!["get"]!;
      const names = parameters.filter((one) => one.in === "query").map(({ name }) => name);
      const queries = audience === "public" ? ["", ...queriesOf(names, now)] : [""];
      return queries.map((query) => ({ audience, method, path: fillPath(path, things) + query }));
    });
  const beside = BESIDE.map((path) => ({ audience: "public" as const, method: "GET", path }));
  return [...asked, ...beside];
}

const NONSENSE = ['{"amount":"soon","type":"hold","duration":-1}', '{"amount":', "[]"];

/** Every call in ways that it refuses: without the right to it, or with what it cannot read. */
export function refusedQuestions(things: Things): Question[] {
  return endpoints.flatMap(({ audience, method, path, body }): Question[] => {
    const filled = fillPath(path, things);
    const ofStranger = audience === "public" ? [] : [{ audience: "public" as const, method, path: filled }];
    const withNonsense = isDescribed(body)
      ? NONSENSE.map((text) => ({ audience, method, path: filled, body: text }))
      : [];
    return [...ofStranger, ...withNonsense];
  });
}
