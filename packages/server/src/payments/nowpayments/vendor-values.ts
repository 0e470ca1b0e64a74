import { minor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { formatScaled } from "@veritick/domain/numbers.ts";
import * as z from "zod/mini";
import { catch as otherwise } from "zod/mini";
import { ProviderUnavailableError } from "../provider.ts";

/** JSON functions of this Node.js that are missing in the types. */
type ExactJson = {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};
const exactJson = JSON as unknown as ExactJson;

/**
 * Reads JSON with each number as its source text, so that none of its digits passes through a float.
 *
 * @throws SyntaxError if it is no JSON, RangeError if it is nested too deep
 */
export function readExactJson(text: string): unknown {
  return exactJson.parse(text, (_key, value, { source }) => (typeof value === "number" ? source : value));
}

/** Makes a value that `JSON.stringify` writes as a number with exactly the digits of this decimal text. */
export const exactNumber = (decimal: string): unknown => exactJson.rawJSON(decimal);

/**
 * Checks an answer of the vendor against a schema. If it does not fit, the outcome is unknown. The error names the fields
 * and never their content.
 */
export function readAs<T extends z.ZodMiniType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => issue.path.join(".") || "(all of it)");
  throw new ProviderUnavailableError(
    `NOWPayments' answer about ${what} cannot be read: ${fields.join(", ")}`,
  );
}

/** A field with text, or with a number as the text that `readExactJson` makes of it. */
export const text = z.nullish(z.string());
/** A `text` field that is only shown. A value of another type becomes null. */
export const displayText = otherwise(text, null);
export const digits = z.string().check(z.regex(/^\d{1,64}$/));
export const identifier = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** Picks the fields of a record for administrators to read, in the vendor's words. */
export function displayFields(
  record: Readonly<Record<string, string | null | undefined>>,
): Record<string, string | null> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value ?? null]));
}

const NUMBER = /^(\d{1,40})(?:\.(\d{1,400}))?(?:e([+-]?\d{1,3}))?$/i;
const MINOR_PLACES = 8;
/** The decimals of USDT on TRON. */
const USDT_PLACES = 6;
const MINOR_PER_CENT = 1_000_000n;

/** Parses a JSON number into `units` of 10^-`places`. Returns undefined for other text and for negative numbers. */
function readNumber(text: string): { units: bigint; places: number } | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  return { units: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

/** Reads an amount of the vendor exactly, in 1e-8. Decimals beyond the eighth are cut off. */
export function readAmount(text: string): Minor | undefined {
  const number = readNumber(text);
  if (number === undefined) return undefined;
  const { units, places } = number;
  return minor(
    places <= MINOR_PLACES
      ? units * 10n ** BigInt(MINOR_PLACES - places)
      : units / 10n ** BigInt(places - MINOR_PLACES),
  );
}

/** Reads an amount rounded up to whole cents, so that our minimum is never below the vendor's. */
export function readAmountUpToCents(text: string): Minor | undefined {
  const number = readNumber(text);
  if (number === undefined) return undefined;
  const { units, places } = number;
  const scale = 10n ** BigInt(Math.max(0, places - 2));
  const cents = places > 2 ? (units + scale - 1n) / scale : units * 10n ** BigInt(2 - places);
  return minor(cents * MINOR_PER_CENT);
}

/**
 * Formats an amount as decimal text without needless zeros: `"10.5"`.
 *
 * @throws RangeError if the amount is not above zero, or has more decimals than USDT on TRON and would need rounding
 */
export function writeUsdt(amount: Minor): string {
  const step = 10n ** BigInt(MINOR_PLACES - USDT_PLACES);
  if (amount <= 0n || amount % step !== 0n) {
    throw new RangeError(`not an amount that USDT can pay exactly: ${amount} of 1e-8`);
  }
  return formatScaled(amount / step, USDT_PLACES).replace(/\.?0+$/, "");
}
