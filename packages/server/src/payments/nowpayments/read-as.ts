import * as z from "zod/mini";
import { catch as otherwise } from "zod/mini";
import { ProviderUnavailableError } from "../provider.ts";

/**
 * Checks what the vendor answered. What does not fit says nothing about the outcome; the message names the fields, never
 * their content.
 */
export function readAs<T extends z.ZodMiniType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => issue.path.join(".") || "(all of it)");
  throw new ProviderUnavailableError(
    `NOWPayments' answer about ${what} cannot be read: ${fields.join(", ")}`,
  );
}

/** Text, or a number as `readExactJson` leaves it. */
export const word = z.nullish(z.string());
/** As `word`, for what is only shown: anything else is left out. */
export const shownWord = otherwise(word, null);
export const digits = z.string().check(z.regex(/^\d{1,64}$/));
export const someId = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** What of a record a person may want to read, in the vendor's words. */
export function shown(
  record: Readonly<Record<string, string | null | undefined>>,
): Record<string, string | null> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value ?? null]));
}
