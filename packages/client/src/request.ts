import type { CallName } from "@veritick/contract/endpoint.ts";
import type { Endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { splitRoute } from "@veritick/contract/routes.ts";
import type { Route } from "@veritick/contract/routes.ts";
import { ApiError, NoAnswer } from "./call-error.ts";

// This imports only the types of the endpoints: their schemas would more than double the first load of a browser.

export type ReplyOf<N extends CallName> = Endpoints[N]["reply"]["_zod"]["output"];

/** Queries and path parameters travel as text, so callers may give numbers where the contract reads text. */
type Values<T> = { [K in keyof T]: T[K] | number };

export type CallOptions<N extends CallName> = {
  params?: Values<Endpoints[N]["params"]["_zod"]["input"]>;
  query?: Values<Endpoints[N]["query"]["_zod"]["input"]>;
  body?: Endpoints[N]["body"]["_zod"]["input"];
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** A reply, or the reason why there is none: the server's refusal, or `NoAnswer` if nothing came. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ApiError | NoAnswer };

/** The address and the headers of requests, and the function that sends them. */
export type Transport = {
  /** The address of the site, without a slash at its end; empty in a page of the site itself. */
  readonly site: string;
  /** Headers of every request. */
  headers(): Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
};

/**
 * Makes a call once. `N` determines the types of the request and the reply. Refusals and missing answers are values; the
 * function throws only if the caller aborts it.
 */
export async function send<N extends CallName>(
  route: Route,
  options: CallOptions<N>,
  transport: Transport,
): Promise<Answer<ReplyOf<N>>> {
  const { params = {}, query = {}, body, idempotencyKey, signal } = options;
  const { method } = splitRoute(route);
  const headers = new Headers(transport.headers());
  if (method !== "GET") headers.set("Content-Type", "application/json");
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  const ask = transport.fetch ?? fetch;
  try {
    const response = await ask(transport.site + fillIn(route, params) + searchOf(query), {
      method,
      headers,
      credentials: "same-origin",
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    if (!response.ok) {
      const retryAfter = response.headers.get("Retry-After");
      return { ok: false, error: new ApiError(response.status, response.statusText, text, retryAfter) };
    }
    const isFile = response.headers.get("Content-Type")?.startsWith("text/csv") ?? false;
    return { ok: true, value: (isFile ? text : JSON.parse(text)) as ReplyOf<N> };
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    return { ok: false, error: new NoAnswer("the server did not answer", { cause }) };
  }
}

/** Returns the path of a route with its parameters filled in. */
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

/** Returns a random version 4 UUID. `crypto.randomUUID` is missing on plain-http addresses other than localhost. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
