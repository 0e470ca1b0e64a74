import * as z from "zod/mini";
import { elapsedMs, stopwatchMs } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import { failureName } from "../../platform/http/read-answer.ts";
import type { Log } from "../../platform/telemetry/log.ts";
import { trace } from "../../platform/telemetry/tracing.ts";
import type { Span } from "../../platform/telemetry/tracing.ts";
import { ProviderBusyError, ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { ProviderOutcome } from "../provider.ts";
import { readRetryAt } from "./vendor-queue.ts";
import type { VendorQueue } from "./vendor-queue.ts";
import { readAs, readExactJson } from "./vendor-values.ts";

/** A refusal of the vendor with its HTTP status. */
export class VendorRefusedError extends ProviderRefusedError {
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(code, message);
    this.status = status;
  }
}

export type VendorRequest = {
  method: "GET" | "POST";
  /** The path relative to the base address, with its ids encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  token?: string | undefined;
  /** True for a call that the vendor takes only so often in a second. */
  isPaced?: boolean;
  /** The id of the deposit, withdrawal, payment or payout, for the log. */
  about?: string | undefined;
};

/** Makes one call and resolves to the text of a 2xx answer. */
export type CallVendor = (request: VendorRequest) => Promise<string>;

type Reach = {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  clock: Clock;
  queue: VendorQueue;
  log: Log;
  onCalled?: ((outcome: ProviderOutcome) => void) | undefined;
};

/** The statuses of an invalid key or a forbidden address of ours. They say nothing about the request itself. */
const ACCESS_DENIED = new Set([401, 403]);

export function vendorCaller(reach: Reach): CallVendor {
  return (request) => {
    // The log has the ids. A trace needs only the kind of call.
    const name = `${request.method} nowpayments${request.path.replaceAll(/\/[^/]*\d[^/]*/g, "/{id}")}`;
    return reach.queue.run(request, () =>
      trace(name, { kind: "client" }, (span) => callVendor(reach, span, request)),
    );
  };
}

async function callVendor(
  { baseUrl, apiKey, timeoutMs, clock, log, onCalled }: Reach,
  span: Span,
  { method, path, query, body, token, about }: VendorRequest,
): Promise<string> {
  const startedMs = stopwatchMs();
  const facts = (more: object) => ({
    provider: "nowpayments",
    method,
    path,
    about,
    ...more,
    durationMs: Math.round(stopwatchMs() - startedMs),
  });
  const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
  let status: number;
  let text: string;
  let retryAfter: string | null;
  try {
    const answer = await fetch(baseUrl + path + search, {
      method,
      headers: {
        "x-api-key": apiKey,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect must not take key and token to another host.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = answer.status;
    retryAfter = answer.headers.get("retry-after");
    text = await answer.text();
  } catch (error) {
    const failure = failureName(error);
    log.warn(facts({ failure }), "the payment provider did not answer");
    onCalled?.("unreachable");
    throw new ProviderUnavailableError(`NOWPayments did not answer ${method} ${path}: ${failure}`);
  }
  span.set({ "http.response.status_code": status });
  if (status >= 200 && status < 300) {
    onCalled?.("answered");
    log[method === "GET" ? "debug" : "info"](facts({ status }), "the payment provider answered");
    return text;
  }
  const refusal = readRefusal(status, text);
  onCalled?.(refusal === undefined || ACCESS_DENIED.has(status) ? "failed" : "refused");
  log.warn(facts({ status, code: refusal?.code }), "the payment provider answered with an error");
  if (status === 429) {
    throw new ProviderBusyError(
      readRetryAt(retryAfter, clock),
      `NOWPayments is too busy for ${method} ${path}`,
    );
  }
  throw refusal ?? new ProviderUnavailableError(`NOWPayments answered ${method} ${path} with ${status}`);
}

/** Reads the vendor's refusal. Returns undefined if the answer is none or asks us to try again. */
function readRefusal(status: number, text: string): VendorRefusedError | undefined {
  if (status < 400 || status >= 500 || status === 408 || status === 429) return undefined;
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    if (typeof code !== "string") return undefined;
    const words = typeof message === "string" ? withoutAddresses(message).slice(0, 200) : "";
    return new VendorRefusedError(status, code.slice(0, 64), words);
  } catch {
    return undefined;
  }
}

/** Removes addresses, because the vendor's message may name the payee, and messages are logged. */
const withoutAddresses = (words: string): string =>
  words
    .replaceAll(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g, "(an address)")
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, "(an e-mail address)");

/** Parses the JSON of an answer with its numbers as text. */
export function readAnswer(text: string, what: string): unknown {
  try {
    return readExactJson(text);
  } catch {
    throw new ProviderUnavailableError(`NOWPayments' answer about ${what} is no JSON`);
  }
}

/** The time for which a token is used. It is valid for five minutes; the rest is left for the call that uses it. */
const TOKEN_USE_MS = 240_000;

const signedIn = z.object({ token: z.string().check(z.regex(/^[\x21-\x7e]+$/)) });

/** The error of a missing token. The call that needed it was never made. */
export class SignInError extends ProviderUnavailableError {}

/** Makes calls that need a token besides the API key. */
export function tokenCaller(
  call: CallVendor,
  clock: Clock,
  account: { email: string; password: string },
): CallVendor {
  const token = cachedValue(clock, TOKEN_USE_MS, async () => {
    try {
      const { email, password } = account;
      const text = await call({ method: "POST", path: "/auth", body: { email, password } });
      return readAs(signedIn, readAnswer(text, "the sign-in"), "the sign-in").token;
    } catch (error) {
      if (error instanceof ProviderBusyError) throw error;
      // The vendor's message may repeat our credentials.
      if (error instanceof ProviderRefusedError) {
        throw new ProviderRefusedError(error.code, "NOWPayments refused the sign-in");
      }
      throw new SignInError("NOWPayments did not answer the sign-in", { cause: error });
    }
  });

  return async (request) => {
    const first = await token.get();
    try {
      return await call({ ...request, token: first });
    } catch (error) {
      // Without a valid token the vendor did nothing, so a second call is safe.
      if (!(error instanceof VendorRefusedError && error.status === 401)) throw error;
      token.forget(first);
      return call({ ...request, token: await token.get() });
    }
  };
}

type CachedValue<T> = {
  get(): Promise<T>;
  /** Makes the next call fetch again, unless another caller has replaced this value already. */
  forget(value: T): void;
};

/** Creates a value that is fetched on demand, one request at a time, and kept for `lifeMs` from the start of its request. */
export function cachedValue<T>(clock: Clock, lifeMs: number, fetchValue: () => Promise<T>): CachedValue<T> {
  let cached: { value: T; untilMs: number } | undefined;
  let running: Promise<T> | undefined;

  async function renew(): Promise<T> {
    const untilMs = elapsedMs(clock) + lifeMs;
    const value = await fetchValue();
    cached = { value, untilMs };
    return value;
  }

  return {
    async get() {
      if (cached !== undefined && elapsedMs(clock) < cached.untilMs) return cached.value;
      running ??= renew().finally(() => {
        running = undefined;
      });
      return running;
    },
    forget(value) {
      if (cached?.value === value) cached = undefined;
    },
  };
}
