import type { Notice } from "../ui/overlay/notice-store.ts";

/** What the server answered when it refused. Its `message` is for logs; people read `userMessage`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly field: string | undefined;
  /** What a refused sale would pay now, a decimal with eight places. */
  readonly proceeds: string | undefined;
  /** The server's words alone, in the person's language; undefined if the answer was not one of ours. */
  readonly userMessage: string | undefined;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    const reply = parseObject(body);
    this.code = textOf(reply["code"]);
    this.field = textOf(reply["field"]);
    this.proceeds = textOf(reply["proceeds"]);
    this.userMessage = textOf(reply["message"]);
  }
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

type FallbackWords = { readonly common: { readonly noAnswer: string } };

/** The words for a failed call: the server's own, else `fallback`; a call without any answer says so. */
export function errorText(error: unknown, text: FallbackWords, fallback: string): string {
  if (error instanceof ApiError) return error.userMessage ?? fallback;
  return error instanceof TypeError ? text.common.noAnswer : fallback;
}

/**
 * True where the server may or may not have done it: nothing came back, something broke on the way (a database lost
 * while it was committing says 503 too), or the first of two tries is still at work. That it is in maintenance is said
 * by what would have done it.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === "idempotency_running") return true;
  return error.status >= 500 && error.code !== "maintenance" && error.code !== "withdrawals_stopped";
}

/** The person went back before the call was sent. That is no failure, and `notice` says so; the same may be tried again. */
export class GivenUp extends Error {
  override name = "GivenUp";

  readonly notice: Notice;

  constructor(notice: Notice) {
    super(notice.title);
    this.notice = notice;
  }
}
