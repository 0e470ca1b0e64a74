import { expect, test } from "vitest";
import { laterEn } from "./en/later.ts";
import { laterFr } from "./fr/later.ts";
import { counted, plural } from "./plural.ts";

test.each([
  [0, "0 hours", "0 heure"],
  [1, "1 hour", "1 heure"],
  [2, "2 hours", "2 heures"],
  [1_000_000, "1000000 hours", "1000000 heures"],
])("puts %i into the plural as each language does", (count, english, french) => {
  expect(counted.en(count, "hour", "hours")).toBe(english);
  expect(counted.fr(count, "heure", "heures")).toBe(french);
});

test("gives the form alone", () => {
  expect([0, 1, 2].map((count) => plural.en(count, "day", "days"))).toEqual(["days", "day", "days"]);
  expect([0, 1, 2].map((count) => plural.fr(count, "jour", "jours"))).toEqual(["jour", "jour", "jours"]);
});

test.each([
  [1, "1 recovery code is left.", "Il reste 1 code de secours."],
  [2, "2 recovery codes are left.", "Il reste 2 codes de secours."],
])("uses it in sentences: %i recovery codes", (count, english, french) => {
  expect(laterEn.profile.twoStep.codesLeft(count)).toBe(english);
  expect(laterFr.profile.twoStep.codesLeft(count)).toBe(french);
});
