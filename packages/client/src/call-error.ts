/** The server's refusal. Its `message` is for logs; people read `userMessage`, programs decide by `code`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly field: string | undefined;
  /** The present proceeds of a refused sale, a decimal with eight places. */
  readonly proceeds: string | undefined;
  /** The server's words alone, in the requested language; undefined if the answer was not one of ours. */
  readonly userMessage: string | undefined;
  /** The seconds until the next try, if the server gives them; undefined if it does not. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, statusText: string, body: string, retryAfter?: string | null) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    const reply = parseObject(body);
    this.code = textOf(reply["code"]);
    this.field = textOf(reply["field"]);
    this.proceeds = textOf(reply["proceeds"]);
    this.userMessage = textOf(reply["message"]);
    this.retryAfterSeconds = retryAfter != null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  }
}

/** No answer came, or one that cannot be read: the server may or may not have made the change. */
export class NoAnswer extends TypeError {
  override name = "NoAnswer";
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

/**
 * Returns true if the server may or may not have made the change: no answer came, something broke on the way (a database
 * lost during a commit answers 503 too), or the first of two tries is still running. A refusal for maintenance or stopped
 * withdrawals is certain: the code that would have made the change sends it.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === "idempotency_running") return true;
  return error.status >= 500 && error.code !== "maintenance" && error.code !== "withdrawals_stopped";
}
