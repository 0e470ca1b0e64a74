import { expect, test } from "vitest";
import { centsOf, plainAmount, plainDecimal, steppedAmount, typedAmount } from "./amount.ts";

test.each([
  ["10,5", "fr", "10.5"],
  ["1 000,50", "fr", "1000.50"],
  ["1\u202f000,50", "fr", "1000.50"],
  ["10.5", "fr", "10.5"],
  ["1,000", "en", "1000"],
  ["1,234,567.8", "en", "1234567.8"],
  ["10,5", "en", "10.5"],
] as const)("%s in %s means %s", (typed, language, plain) => {
  expect(plainAmount(typed, language)).toBe(plain);
});

test("a French thousand with a comma stays a number with three decimals, which the server refuses", () => {
  expect(plainAmount("1,000", "fr")).toBe("1.000");
  expect(centsOf("1.000")).toBeUndefined();
});

test.each(["abc", "1e5", "-3", "1,2,3", ""])("%j is left as it is", (typed) => {
  expect(plainAmount(typed, "en")).toBe(typed);
  expect(centsOf(typed)).toBeUndefined();
});

test("steps of a cent are exact and stop at the minimum", () => {
  expect(steppedAmount("0.29", 1)).toBe("0.30");
  expect(steppedAmount("0.01", -1)).toBe("0.01");
  expect(steppedAmount("", 1, 1500n)).toBe("15.00");
  expect(steppedAmount("999999999999.99", -1)).toBe("999999999999.98");
});

test.each([
  ["50.00000000", "50"],
  ["50.50000000", "50.5"],
  ["0.00000001", "0.00000001"],
  ["100", "100"],
])("%s is copied as %s", (decimal, plain) => {
  expect(plainDecimal(decimal)).toBe(plain);
});

test("an amount that is filled in reads back as the same in both languages", () => {
  expect(typedAmount("1234.56", "en")).toBe("1234.56");
  expect(typedAmount("1234.56", "fr")).toBe("1234,56");
  expect(plainAmount(typedAmount("1234.56", "fr"), "fr")).toBe("1234.56");
});
