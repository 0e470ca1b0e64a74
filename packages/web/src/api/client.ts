import type { CallName } from "@veritick/contract/endpoint.ts";
import type { Endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { routes, splitRoute } from "@veritick/contract/routes.ts";
import type { Route } from "@veritick/contract/routes.ts";
import { ApiError } from "./api-error.ts";
import { isUnattended } from "../lib/browser.ts";
import { chosenLanguage } from "../lib/preferences.ts";

// Only the types of the endpoints come here: their schemas would more than double what a browser loads first.

/** The calls that anyone but an administrator makes. */
export type UserCallName = keyof typeof routes;
export type ReplyOf<N extends CallName> = Endpoints[N]["reply"]["_zod"]["output"];

/** Queries and path parameters travel as text, so numbers may be given for what the contract reads as text. */
type Values<T> = { [K in keyof T]: T[K] | number };

export type CallOptions<N extends CallName> = {
  params?: Values<Endpoints[N]["params"]["_zod"]["input"]>;
  query?: Values<Endpoints[N]["query"]["_zod"]["input"]>;
  body?: Endpoints[N]["body"]["_zod"]["input"];
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** Makes a call of the contract. Throws `ApiError` for a refusal, `TypeError` when nothing answers. */
export function call<N extends UserCallName>(name: N, options: CallOptions<N> = {}): Promise<ReplyOf<N>> {
  return request<N>(routes[name], options);
}

/** The path of a call with its parameters filled in. */
export function pathOf(name: UserCallName, params: object = {}): string {
  return fillIn(routes[name], params);
}

/** What `call` does for any route; `N` says what is sent and answered there. */
export async function request<N extends CallName>(
  route: Route,
  options: CallOptions<N>,
): Promise<ReplyOf<N>> {
  const { params = {}, query = {}, body, idempotencyKey, signal } = options;
  const { method } = splitRoute(route);
  const headers = new Headers({ "Accept-Language": chosenLanguage() });
  if (method !== "GET") headers.set("Content-Type", "application/json");
  // Polls of a page that nobody has touched for a while keep no session alive.
  if (isUnattended()) headers.set("X-Unattended", "1");
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  const response = await fetch(fillIn(route, params) + searchOf(query), {
    method,
    headers,
    credentials: "same-origin",
    ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return JSON.parse(text) as ReplyOf<N>;
}

/** The path of a route with its parameters filled in. */
export function fillIn(route: Route, params: object = {}): string {
  const values = params as Record<string, string | number>;
  return splitRoute(route).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
}

function searchOf(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return "";
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
