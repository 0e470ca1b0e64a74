import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { ApiError } from "./api-error.ts";
import { chosenLanguage } from "./preferences.ts";

export type ReplyOf<E extends Endpoint> = E["reply"]["_zod"]["output"];
export type BodyOf<E extends Endpoint> = E["body"]["_zod"]["input"];

declare const described: unique symbol;

/** What of an endpoint is needed to call it; the endpoint's types come along without its schemas. */
export type CallOf<E extends Endpoint> = Pick<Endpoint, "method" | "path"> & { readonly [described]?: E };

/** Queries and path parameters travel as text, so numbers may be given for what the contract reads as text. */
type Values<T> = { [K in keyof T]: T[K] | number };

export type CallOptions<E extends Endpoint> = {
  params?: Values<E["params"]["_zod"]["input"]>;
  query?: Values<E["query"]["_zod"]["input"]>;
  body?: BodyOf<E>;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** Calls the server as the contract describes. Throws `ApiError` for a refusal, `TypeError` when nothing answers. */
export async function call<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  options: CallOptions<E> = {},
): Promise<ReplyOf<E>> {
  const { params = {}, query = {}, body, idempotencyKey, signal } = options;
  const headers = new Headers({ "Accept-Language": chosenLanguage() });
  if (endpoint.method !== "GET") headers.set("Content-Type", "application/json");
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  const response = await fetch(pathOf(endpoint, params) + searchOf(query), {
    method: endpoint.method,
    headers,
    credentials: "same-origin",
    ...(endpoint.method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return JSON.parse(text) as ReplyOf<E>;
}

/** The path of a call with its parameters filled in. */
export function pathOf(endpoint: Pick<Endpoint, "path">, params: object = {}): string {
  const values = params as Record<string, string | number>;
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function searchOf(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return "";
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
