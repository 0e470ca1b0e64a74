import { expect, test } from "vitest";
import { plainDecimal } from "./plain-decimal.ts";

test.each([
  ["50.00000000", "50"],
  ["50.50000000", "50.5"],
  ["0.00000001", "0.00000001"],
  ["100", "100"],
])("%s is copied as %s", (decimal, plain) => {
  expect(plainDecimal(decimal)).toBe(plain);
});
