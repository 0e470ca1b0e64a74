import type { ErrorCode, WordValues } from "@veritick/contract/errors.ts";

/** An expected "no": a value that travels up to the HTTP edge, where it gets its status and words. */
export type Refused = {
  readonly refused: ErrorCode;
  readonly field?: string;
  readonly retryAfterSeconds?: number;
  /** The code whose words describe this refusal better than its own. */
  readonly saying?: ErrorCode;
  /** With `price_moved`: the amount that the sale would pay now. */
  readonly proceeds?: string;
  /** The values for the braces in its words. */
  readonly values?: WordValues;
};

export function refuse(code: ErrorCode, details: Omit<Refused, "refused"> = {}): Refused {
  return { refused: code, ...details };
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === "object" && value !== null && "refused" in value;
}
