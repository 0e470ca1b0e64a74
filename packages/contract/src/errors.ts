import { generalWords } from "./words/general.ts";
import { identityWords } from "./words/identity.ts";
import { inputWords } from "./words/input.ts";
import { moneyWords } from "./words/money.ts";
import { operationsWords } from "./words/operations.ts";
import type { Words } from "./words/refusal.ts";

/**
 * Every refusal the platform can answer: its HTTP status and its words.
 *
 * `plain` is what a caller without an `Accept-Language` header reads; where the platform's schema wording is
 * French, it is French there too. `en` and `fr` are for people, who always send their language.
 */
export const errorWords = {
  ...inputWords,
  ...identityWords,
  ...moneyWords,
  ...generalWords,
  ...operationsWords,
} as const satisfies Record<string, Words>;

export type ErrorCode = keyof typeof errorWords;

export type Language = "en" | "fr";

/** What stands in the braces of some words: `{ minutes: "15" }`; an `amount` is decimal text. */
export type WordValues = Readonly<Record<string, string>>;

/** The words of `code` in `language`; without a language, the schema wording. */
export function messageFor(code: ErrorCode, language: Language | undefined, values: WordValues = {}): string {
  return errorWords[code][language ?? "plain"].replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
    const value = values[name];
    return value !== undefined && name === "amount" && language !== undefined
      ? amountIn(language, value)
      : (value ?? braces);
  });
}

const amountIn = (language: Language, decimal: string): string =>
  new Intl.NumberFormat(language === "fr" ? "fr-FR" : "en-GB", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 8,
  }).format(decimal as `${number}`);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorWords, text);
}
