import { minor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { formatScaled } from "@veritick/domain/numbers.ts";
import * as z from "zod/mini";
import { catch as otherwise } from "zod/mini";
import { ProviderUnavailableError } from "../provider.ts";

/** JSON functions of this Node.js that the types do not know yet. */
type ExactJson = {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};
const exactJson = JSON as unknown as ExactJson;

/**
 * Reads JSON with each number as the text it was written as, so that none of its digits passes through a float.
 *
 * @throws SyntaxError when it is no JSON, RangeError when it is nested too deep
 */
export function readExactJson(text: string): unknown {
  return exactJson.parse(text, (_key, value, { source }) => (typeof value === "number" ? source : value));
}

/** For `JSON.stringify`: a number with exactly the digits of this decimal text. */
export const exactNumber = (decimal: string): unknown => exactJson.rawJSON(decimal);

/**
 * Checks an answer of the vendor. An answer that does not fit says nothing about the outcome. The error names the fields
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

/** Text, or a number as the text that `readExactJson` makes of it. */
export const text = z.nullish(z.string());
/** The same for fields that are only shown: a value of another type is left out. */
export const displayText = otherwise(text, null);
export const digits = z.string().check(z.regex(/^\d{1,64}$/));
export const identifier = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** The fields of a record for an administrator to read, in the vendor's words. */
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

/** A number as JSON writes it, as `units` of 10^-`places`; undefined for anything else and for what is below zero. */
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

/** The same, rounded up to whole cents, so that our minimum is never below the vendor's. */
export function readAmountUpToCents(text: string): Minor | undefined {
  const number = readNumber(text);
  if (number === undefined) return undefined;
  const { units, places } = number;
  const scale = 10n ** BigInt(Math.max(0, places - 2));
  const cents = places > 2 ? (units + scale - 1n) / scale : units * 10n ** BigInt(2 - places);
  return minor(cents * MINOR_PER_CENT);
}

/**
 * The amount as decimal text without needless zeros: `"10.5"`.
 *
 * @throws RangeError for what is not above zero, or has more decimals than USDT on TRON and would need rounding
 */
export function writeUsdt(amount: Minor): string {
  const step = 10n ** BigInt(MINOR_PLACES - USDT_PLACES);
  if (amount <= 0n || amount % step !== 0n) {
    throw new RangeError(`not an amount that USDT can pay exactly: ${amount} of 1e-8`);
  }
  return formatScaled(amount / step, USDT_PLACES).replace(/\.?0+$/, "");
}
