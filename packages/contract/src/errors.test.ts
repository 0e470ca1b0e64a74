import { describe, expect, it } from "vitest";
import { errorWords, isErrorCode, messageFor } from "./errors.ts";
import { momentIn } from "./local-values.ts";
import { counted, plural } from "./plural.ts";
import type { ErrorCode } from "./errors.ts";
import { hasLooseSpaces } from "./typography.fixture.ts";

const codes = Object.keys(errorWords) as ErrorCode[];

describe("the catalogue of refusals", () => {
  it.each(codes)("%s has a status of a refusal and words in both languages", (code) => {
    const { status } = errorWords[code];
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThanOrEqual(503);
    for (const language of ["en", "fr", undefined] as const)
      expect(messageFor(code, language).trim()).not.toBe("");
    expect(messageFor(code, "fr")).not.toBe(messageFor(code, "en"));
  });

  it("has French typography: no straight quotes, and spaces that do not break before high punctuation", () => {
    const french = codes.map((code) => errorWords[code].fr);
    expect(french.filter((text) => /['"]/.test(text) || hasLooseSpaces(text))).toEqual([]);
    // Grouped as `Intl` groups amounts: with a narrow no-break space.
    expect(french.filter((text) => /\d[ \u00a0]\d{3}/.test(text))).toEqual([]);
  });

  it("has English typography: no straight quotes", () => {
    expect(codes.map((code) => errorWords[code].en).filter((text) => /['"]/.test(text))).toEqual([]);
  });

  it.each([
    ["email_invalid", "Email invalide"],
    ["password_too_short", "Le mot de passe doit contenir au moins 6 caractères"],
    ["current_password_required", "Mot de passe actuel requis"],
    ["new_password_too_short", "Le nouveau mot de passe doit contenir au moins 6 caractères"],
    ["stake_invalid", "Le montant doit être supérieur à 0"],
    ["duration_invalid", "Durée invalide"],
    ["deposit_minimum", "Le montant minimum de dépôt est 15 USDMS"],
    ["balance_insufficient", "Insufficient balance"],
    ["forbidden", "Access Denied"],
    ["internal", "An error occurred"],
  ] as const)("%s keeps the schema wording without a language", (code, wording) => {
    expect(messageFor(code, undefined)).toBe(wording);
  });

  it.each([
    ["en", "with 1,012.125 at most"],
    ["fr", "de 1\u202f012,125 au plus"],
    [undefined, "with 1012.125 at most"],
  ] as const)("write amounts as one does in %s", (language, words) => {
    expect(messageFor("credit_too_large", language, { amount: "1012.125" })).toContain(words);
  });

  it.each([
    ["amount_decimals", "15,50"],
    ["record_filter_invalid", "10,50"],
    ["proceeds_invalid", "12,40"],
  ] as const)("%s has a French example of an amount", (code, example) => {
    expect(messageFor(code, "fr")).toContain(example);
  });

  it.each([
    ["en", "1", "locked for 1 minute."],
    ["en", "15", "locked for 15 minutes."],
    ["fr", "1", "pendant 1 minute."],
    ["fr", "15", "pendant 15 minutes."],
    [undefined, "1", "locked for 1 minute."],
  ] as const)("count minutes as one does in %s: %s", (language, minutes, words) => {
    expect(messageFor("withdrawal_code_locked", language, { minutes })).toContain(words);
  });

  it.each([
    ["en", undefined, "1 December 2026 at 15:20 UTC"],
    ["fr", undefined, "1er décembre 2026 à 15:20 UTC"],
    ["en", "America/New_York", "1 December 2026 at 10:20 GMT-5"],
    ["fr", "Europe/Paris", "1er décembre 2026 à 16:20 UTC+1"],
  ] as const)("write moments as one does in %s, in the time zone %s", (language, zone, words) => {
    expect(momentIn(language, new Date("2026-12-01T15:20:00Z"), zone)).toBe(words);
  });

  it("recognises its codes and nothing that only looks like one", () => {
    expect(codes.every(isErrorCode)).toBe(true);
    for (const text of ["", "toString", "constructor", "__proto__", "NOT_FOUND"])
      expect(isErrorCode(text)).toBe(false);
  });
});

it.each([
  [0, "0 hours", "0 heure"],
  [1, "1 hour", "1 heure"],
  [2, "2 hours", "2 heures"],
  [1_000_000, "1000000 hours", "1000000 heures"],
])("puts %i into the plural as each language does", (count, english, french) => {
  expect(counted.en(count, "hour", "hours")).toBe(english);
  expect(counted.fr(count, "heure", "heures")).toBe(french);
});

it("returns the form of a word without its count", () => {
  expect([0, 1, 2].map((count) => plural.en(count, "day", "days"))).toEqual(["days", "day", "days"]);
  expect([0, 1, 2].map((count) => plural.fr(count, "jour", "jours"))).toEqual(["jour", "jour", "jours"]);
});
