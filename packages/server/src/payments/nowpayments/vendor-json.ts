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
