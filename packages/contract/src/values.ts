import { SPREADSHEETS } from "@veritick/domain/csv.ts";
import { readFormAmount } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/** A decimal with eight places as text, as stored: `"10.00000000"`. */
export const decimal8 = z.string().check(z.regex(/^-?\d{1,12}\.\d{8}$/));

/** An ISO 8601 instant in UTC. */
export const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/** An integer that may be too large for a JSON number, as text. */
export const integerText = z.string().check(z.regex(/^-?\d+$/));

export const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** An Ed25519 signature. */
export const hex64 = z.string().check(z.regex(/^[0-9a-f]{128}$/));

export const uuid = z.string({ error: "id_invalid" }).check(z.regex(UUID_OF_ANY_CASE, "id_invalid"));

/**
 * Accepts an amount as a form sends it: text or a number in plain decimal notation, at most two decimals unless `places` says
 * otherwise. The parsed value is in minor units (1e-8 USDMS).
 *
 * @param refusal the code for a value that is no amount, or is below `minimum`
 * @param tooLarge the code for an amount that no account could hold
 * @param tooFine the code for an otherwise valid amount with more than two decimals
 */
export function formAmount(
  refusal: ErrorCode,
  minimum: Minor,
  tooLarge: ErrorCode = "amount_too_large",
  tooFine: ErrorCode = "amount_decimals",
  places = 2,
) {
  return z.pipe(
    z.union([z.string(), z.number()], { error: refusal }),
    z.transform((input, context): Minor => {
      const amount = readFormAmount(input, minimum, places);
      if (typeof amount === "bigint") return amount;
      const message = amount === "tooLarge" ? tooLarge : amount === "tooFine" ? tooFine : refusal;
      context.issues.push({ code: "custom", message, input });
      return z.NEVER;
    }),
  );
}

const wholeNumberText = (code: ErrorCode) =>
  z.pipe(
    z.string({ error: code }).check(z.regex(/^\d{1,15}$/, code)),
    z.transform((text) => Number(text)),
  );

/** Accepts a non-negative whole number from a query string. */
export const queryInteger = (code: ErrorCode) => z.optional(wholeNumberText(code));

/** Accepts an instant in UTC from a query string. */
export const queryMoment = (code: ErrorCode) =>
  z.string({ error: code }).check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, code),
    z.refine((text) => !Number.isNaN(Date.parse(text)), code),
  );

/**
 * Asks for a file for spreadsheets: `fr` for French ones, `true` for all others. The file then begins with the mark
 * by which they recognise UTF-8, and times are in a form that they read, in columns whose names end in `_utc`. Without it, the
 * file is for programs.
 */
export const querySpreadsheet = z.optional(z.enum(SPREADSHEETS, { error: "body_invalid" }));

/** Accepts some of `words`, separated by commas, from a query string. */
export const queryWords = <const T extends string>(words: readonly T[], code: ErrorCode) =>
  z.pipe(
    z.string({ error: code }),
    z.transform((text, context): T[] => {
      const chosen = text.split(",");
      if (chosen.some((word) => !(words as readonly string[]).includes(word))) {
        context.issues.push({ code: "custom", message: code, input: text });
        return z.NEVER;
      }
      return [...new Set(chosen)] as T[];
    }),
  );

export const page = z.object({
  before: z.optional(z.string({ error: "page_invalid" }).check(z.regex(UUID_OF_ANY_CASE, "page_invalid"))),
  limit: z.optional(
    z.pipe(
      z.string({ error: "page_invalid" }).check(z.regex(/^\d{1,3}$/, "page_invalid")),
      z.transform((text, context): number => {
        const limit = Number(text);
        if (limit < 1 || limit > 200) {
          context.issues.push({ code: "custom", message: "page_invalid", input: text });
          return z.NEVER;
        }
        return limit;
      }),
    ),
  ),
});
export type Page = z.infer<typeof page>;

/** A page of an administrators' list. Its first page holds the newest open items; with `open`, a page goes on with those. */
export const adminPage = z.extend(page, { open: z.optional(z.literal("true", { error: "page_invalid" })) });
export type AdminPage = z.infer<typeof adminPage>;

/** The number of open items that the first page of such a list holds, besides the newest others. */
export const MOST_OPEN_SHOWN = 500;

/** The parameters of a call about one record. */
export const byId = z.object({ id: uuid });

/** Returns true for text that PostgreSQL accepts: it takes every character except NUL. */
export function hasNoNul(text: string): boolean {
  return !text.includes("\0");
}

/** Returns false for text with line breaks or other control characters, which a name or a mail header may not contain. */
export const isOneLine = (text: string): boolean => !/\p{Cc}/u.test(text);

/** Replaces lone surrogates: some programs leave them when they cut a text, and the database refuses them. */
export const wellFormed = () => z.overwrite((text: string) => text.toWellFormed());

/** A person's reason in a few words, kept with the decision. */
export const note = z
  .string({ error: "note_required" })
  .check(
    wellFormed(),
    z.trim(),
    z.minLength(1, "note_required"),
    z.maxLength(500, "note_required"),
    z.refine(hasNoNul, "note_required"),
  );
