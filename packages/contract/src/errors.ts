import { generalWords } from "./words/general.ts";
import { identityWords } from "./words/identity.ts";
import { inputWords } from "./words/input.ts";
import { moneyWords } from "./words/money.ts";
import { amountIn, momentIn } from "./local-values.ts";
import { counted } from "./plural.ts";
import { operationsWords } from "./words/operations.ts";
import type { Words } from "./words/refusal.ts";
import { selfCareWords } from "./words/self-care.ts";

/**
 * Every refusal the platform can answer: its HTTP status and its words.
 *
 * A caller without an `Accept-Language` header reads `plain`, which is French if the platform's schema wording is French.
 * `en` and `fr` are for people, whose browsers always send their language.
 */
export const errorWords = {
  ...inputWords,
  ...identityWords,
  ...moneyWords,
  ...generalWords,
  ...operationsWords,
  ...selfCareWords,
} as const satisfies Record<string, Words>;

export type ErrorCode = keyof typeof errorWords;

export type Language = "en" | "fr";

/**
 * The values for the braces in some words: `amount` is decimal text, `address` the text that somebody entered, `until` an
 * ISO instant. `minutes` and `hours` are counts, which are shown with their unit.
 */
export type WordValues = Readonly<Record<string, string>>;

/** Returns the words of `code` in `language`, or the schema wording without a language. */
export function messageFor(code: ErrorCode, language: Language | undefined, values: WordValues = {}): string {
  return errorWords[code][language ?? "plain"].replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
    const value = values[name];
    if (value === undefined) return braces;
    if (name === "until") return momentIn(language ?? "en", new Date(value));
    if (name === "minutes" || name === "hours") return countIn(language ?? "en", value, name);
    return name === "amount" && language !== undefined ? amountIn(language, value) : value;
  });
}

const UNITS = {
  minutes: { en: ["minute", "minutes"], fr: ["minute", "minutes"] },
  hours: { en: ["hour", "hours"], fr: ["heure", "heures"] },
} as const;

/** Writes a count with its unit: "1 minute", "15 minutes", "0 heure". */
function countIn(language: Language, count: string, unit: keyof typeof UNITS): string {
  const [one, other] = UNITS[unit][language];
  return counted[language](Number(count), one, other);
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorWords, text);
}
