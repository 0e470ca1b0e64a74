import { stopwatchMs } from "../../platform/clock.ts";
import type { Log } from "../../platform/telemetry/log.ts";
import { trace } from "../../platform/telemetry/tracing.ts";
import type { Span } from "../../platform/telemetry/tracing.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { ProviderOutcome } from "../provider.ts";
import { readExactJson } from "./vendor-json.ts";

/** A refusal with the HTTP status it came with. */
export class VendorRefusedError extends ProviderRefusedError {
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(code, message);
    this.status = status;
  }
}

export type VendorRequest = {
  method: "GET" | "POST";
  /** Below the base address; ids in it are encoded already. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  token?: string | undefined;
  /** Our id of what it is about, for the log. */
  about?: string | undefined;
};

/** One call. Resolves to the text of an answer of 2xx. */
export type CallVendor = (request: VendorRequest) => Promise<string>;

type Reach = {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  log: Log;
  onCalled?: ((outcome: ProviderOutcome) => void) | undefined;
};

/** Our key is not valid (any more), or our address is not allowed: no answer about what was asked, and none will come. */
const NOT_LET_IN = new Set([401, 403]);

export function vendorCaller(reach: Reach): CallVendor {
  return (request) => {
    // The vendor's ids are in the log; a trace needs only what kind of call it was.
    const name = `${request.method} nowpayments${request.path.replaceAll(/\/[^/]*\d[^/]*/g, "/{id}")}`;
    return trace(name, { kind: "client" }, (span) => callVendor(reach, span, request));
  };
}

async function callVendor(
  { baseUrl, apiKey, timeoutMs, log, onCalled }: Reach,
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
  try {
    const answer = await fetch(baseUrl + path + search, {
      method,
      headers: {
        "x-api-key": apiKey,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // Key and token go to the vendor alone, wherever an answer may point.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    // What fetch throws may quote a header, so it goes no further than its name.
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
  onCalled?.(refusal === undefined || NOT_LET_IN.has(status) ? "failed" : "refused");
  log.warn(facts({ status, code: refusal?.code }), "the payment provider answered with an error");
  throw refusal ?? new ProviderUnavailableError(`NOWPayments answered ${method} ${path} with ${status}`);
}

/** The vendor's own refusal; undefined where the answer is no such thing, or asks to come back later. */
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

/** What the vendor says may repeat whom it should pay, and its words end up in the log. */
const withoutAddresses = (words: string): string =>
  words
    .replaceAll(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g, "(an address)")
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, "(an e-mail address)");

function failureName(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return code ?? error.name;
}

/** The JSON of an answer, its numbers as text. */
export function readAnswer(text: string, what: string): unknown {
  try {
    return readExactJson(text);
  } catch {
    throw new ProviderUnavailableError(`NOWPayments' answer about ${what} is no JSON`);
  }
}
