import { minor } from "@veritick/domain/money.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactNumber, readAmount, readAmountUpToCents, readExactJson, writeUsdt } from "./vendor-values.ts";

describe("an amount of the vendor", () => {
  it.each([
    ["0", 0n],
    ["100", 10_000_000_000n],
    ["0.1", 10_000_000n],
    ["0.30000000000000004", 30_000_000n],
    ["99.999999999", 9_999_999_999n],
    ["1e-7", 10n],
    ["1E-9", 0n],
    ["1.5e+3", 150_000_000_000n],
    ["12e0", 1_200_000_000n],
    ["1e21", 10n ** 29n],
    ["1234567.89012345", 123_456_789_012_345n],
    ["123456789012345", 12_345_678_901_234_500_000_000n],
    ["0.000000019", 1n],
  ])("%s is exact, cut off below 1e-8", (text, units) => {
    expect(readAmount(text)).toBe(units);
  });

  it.each([
    "",
    "-1",
    "-0",
    "+1",
    ".5",
    "1.",
    "1e",
    "1e1000",
    "0x10",
    "1,5",
    "NaN",
    "Infinity",
    "1 ",
    "9".repeat(41),
  ])("%j is none", (text) => {
    expect(readAmount(text)).toBeUndefined();
    expect(readAmountUpToCents(text)).toBeUndefined();
  });

  it.each([
    ["11", 1_100_000_000n],
    ["11.2", 1_120_000_000n],
    ["11.20", 1_120_000_000n],
    ["11.201", 1_121_000_000n],
    ["11.200000000000001", 1_121_000_000n],
    ["1e-12", 1_000_000n],
    ["1.1e1", 1_100_000_000n],
    ["0", 0n],
  ])("%s rounds up to cents", (text, units) => {
    expect(readAmountUpToCents(text)).toBe(units);
  });

  it("keeps digits that a float would lose", () => {
    const sent = '{"a":0.10000000000000000001,"b":[9007199254740993],"c":"7","d":null,"e":1e-7}';
    expect(readExactJson(sent)).toEqual({
      a: "0.10000000000000000001",
      b: ["9007199254740993"],
      c: "7",
      d: null,
      e: "1e-7",
    });
    expect(JSON.stringify({ amount: exactNumber("1234567890.123456") })).toBe('{"amount":1234567890.123456}');
  });
});

describe("an amount to pay out", () => {
  it.each([
    [10_000_000_000n, "100"],
    [1_050_000_000n, "10.5"],
    [100n, "0.000001"],
    [123_456_789_012_345_600n, "1234567890.123456"],
    [1_000_000_000n, "10"],
  ])("%d is %s", (units, text) => {
    expect(writeUsdt(minor(units))).toBe(text);
  });

  it.each([0n, -100n, 1n, 199n, 1_380_000_010n])("is refused if it would need rounding: %d", (units) => {
    expect(() => writeUsdt(minor(units))).toThrow(RangeError);
  });

  it("is read back unchanged", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 16n), (steps) => {
        expect(readAmount(writeUsdt(minor(steps * 100n)))).toBe(steps * 100n);
      }),
    );
  });
});
