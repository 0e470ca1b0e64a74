import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { openApiDocument } from "@veritick/contract/endpoints/openapi.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";

import { TEST_BEACON_CHAIN } from "./free-beacon.ts";

/** A call to make, and the audience that makes it. */
export type RequestCase = {
  audience: Endpoint["audience"];
  method: string;
  path: string;
  body?: string;
};

type Parameter = { in: string; name: string };
const documented = openApiDocument("1.0.0")["paths"] as Record<
  string,
  Record<string, { parameters: Parameter[] }>
>;

/** Paths outside the contract: those for machines, and an unknown one. */
const OTHER_PATHS = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/openapi.json",
  "/api/nothing",
  "/fairness",
  `/beacon/${TEST_BEACON_CHAIN.chainHash}/public/latest`,
];

/** The ids to fill into paths. */
export type TargetIds = { user: string; position: string };

const fillPath = (path: string, { user, position }: TargetIds): string =>
  path
    .replace("{kind}", "ledger")
    .replace("{number}", "1")
    .replace("{id}", path.includes("/positions/") ? position : user);

/** Returns each parameter by itself and, if there is a range, ranges, with the seconds and epochs around now. */
function queriesOf(names: readonly string[], now: number): string[] {
  const epoch = epochOf(now);
  const round = roundOf(TEST_BEACON_CHAIN, now);
  const values = [now - 1, now, now + 1, now + EPOCH_TICKS, epoch - 1, epoch, epoch + 1, epoch + 24];
  const times = [-1000, 0, 1000].map((off) => new Date(now * 1000 + off).toISOString());
  const ranges = [
    [now - 10, now + 1],
    [now - 10, now],
    [epoch - 1, epoch + 1],
    [epoch, epoch + 24],
    [round - 1, round + 20],
  ];
  return [
    ...names.flatMap((name) => [...values, ...times, "soon"].map((value) => `?${name}=${value}`)),
    ...(names.includes("from") ? ranges.map(([from, to]) => `?from=${from}&to=${to}`) : []),
  ];
}

/**
 * Returns every GET request. The calls come from the contract, so a new one is included by itself. Public calls are made
 * with all their parameters, the others once.
 */
export function requestCasesAt(now: number, targets: TargetIds): RequestCase[] {
  const asked = endpoints
    .filter(({ method }) => method === "GET")
    .flatMap(({ audience, method, path }) => {
      const { parameters } = documented[path]!["get"]!;
      const names = parameters.filter((one) => one.in === "query").map(({ name }) => name);
      const queries = audience === "public" ? ["", ...queriesOf(names, now)] : [""];
      return queries.map((query) => ({ audience, method, path: fillPath(path, targets) + query }));
    });
  const next = `/beacon/${TEST_BEACON_CHAIN.chainHash}/public/${roundOf(TEST_BEACON_CHAIN, now) + 1}`;
  const others = [...OTHER_PATHS, next].map((path) => ({ audience: "public" as const, method: "GET", path }));
  return [...asked, ...others];
}

const MALFORMED = ['{"amount":"soon","type":"hold","duration":-1,"note":7}', '{"amount":', "[]"];

/** Returns every call in forms that it refuses: from a stranger, or with a malformed body. */
export function refusedRequestCases(targets: TargetIds): RequestCase[] {
  return endpoints.flatMap(({ audience, method, path, body }): RequestCase[] => {
    const filled = fillPath(path, targets);
    const ofStranger = audience === "public" ? [] : [{ audience: "public" as const, method, path: filled }];
    const withMalformed = isDescribed(body)
      ? MALFORMED.map((text) => ({ audience, method, path: filled, body: text }))
      : [];
    return [...ofStranger, ...withMalformed];
  });
}
