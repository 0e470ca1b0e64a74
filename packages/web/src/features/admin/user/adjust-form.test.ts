import { parseMinor } from "@veritick/domain/money.ts";
import { expect, test } from "vitest";
import { balanceAfter, changeOf, plainAdjustment, steppedAdjustment } from "./adjust-form.tsx";

test.each([
  ["25.50", "en", "25.50"],
  ["-25.50", "en", "-25.50"],
  ["\u221225", "en", "-25"],
  [" +1,000.50", "en", "+1000.50"],
  ["-1 000,5", "fr", "-1000.5"],
  ["- 5", "fr", "-5"],
  ["--5", "en", "--5"],
  ["abc", "fr", "abc"],
  ["", "en", ""],
] as const)("%j typed in %s means %j", (typed, language, plain) => {
  expect(plainAdjustment(typed, language)).toBe(plain);
});

test("reads a change of a balance and refuses what is none", () => {
  expect(changeOf("-25.5")).toBe(parseMinor("-25.50000000"));
  expect(changeOf("+1")).toBe(parseMinor("1.00000000"));
  for (const none of ["", "0", "-0.00", "1.001", "--5", "abc", "1e3", "-"])
    expect(changeOf(none)).toBeUndefined();
});

test("computes the balance after a change to the last digit", () => {
  expect(balanceAfter("0.12345678", parseMinor("-0.10"))).toBe("0.02345678");
  expect(balanceAfter("1.00000000", parseMinor("-2"))).toBe("-1.00000000");
});

test("steps by a cent and passes zero", () => {
  expect(steppedAdjustment("", 1)).toBe("0.01");
  expect(steppedAdjustment("0.01", -1)).toBe("0.00");
  expect(steppedAdjustment("0", -1)).toBe("-0.01");
  expect(steppedAdjustment("-1", 1)).toBe("-0.99");
  expect(steppedAdjustment("-99.99", -1)).toBe("-100.00");
});
