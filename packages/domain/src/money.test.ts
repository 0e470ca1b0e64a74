import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  SMALLEST,
  STORABLE_MAX,
  formatFixed,
  formatMinor,
  minor,
  parseFormAmount,
  parseMinor,
  readAdjustment,
  readFormAmount,
  sumMinor,
} from "./money.ts";

const anyMinor = fc.bigInt({ min: -STORABLE_MAX, max: STORABLE_MAX }).map(minor);
const anyCents = fc.integer({ min: 0, max: 999_999_999_999 });

const blanks = ["", " ", " 1", "1 ", "1\n"];
const otherNotations = [
  "1,5",
  "1.",
  ".5",
  ".",
  "1.234",
  "1.2.3",
  "1e3",
  "1E3",
  "0x10",
  "1_000",
  "1n",
  "\u0661",
];
const otherTexts = ["NaN", "Infinity", "abc", "--1", "+-1", "12-", "1234567890123", "1234567890123.00"];
const otherNumbers = [NaN, Infinity, -Infinity, 0.1 + 0.2, 1e-7, 1e21, 1.005, 1_234_567_890_123];
const otherValues = [undefined, null, true, 5n, [], ["5"], {}, { toString: () => "5" }];
const malformed = [...blanks, ...otherNotations, ...otherTexts, ...otherNumbers, ...otherValues];

describe("form amounts", () => {
  it.each([
    ["10", 1_000_000_000n],
    ["0.01", 1_000_000n],
    ["10.5", 1_050_000_000n],
    ["007.50", 750_000_000n],
    ["0", 0n],
    ["9999999999.99", 999_999_999_999_000_000n],
    [15, 1_500_000_000n],
    [0.1, 10_000_000n],
    [-0, 0n],
  ])("reads %s", (input, expected) => {
    expect(parseFormAmount(input)).toBe(expected);
  });

  it.each(malformed.map((input) => ({ shown: inspect(input), input })))("refuses $shown", ({ input }) => {
    expect(parseFormAmount(input)).toBeUndefined();
    if (typeof input === "string" || typeof input === "number") {
      expect(readAdjustment(input)).toBeTypeOf("string");
    }
  });

  it("accepts one sign in an adjustment and none elsewhere", () => {
    for (const input of ["+5", "-5", -5]) expect(parseFormAmount(input)).toBeUndefined();
    expect(readAdjustment("+5")).toBe(500_000_000n);
    expect(readAdjustment("-5.25")).toBe(-525_000_000n);
    expect(readAdjustment(-5.25)).toBe(-525_000_000n);
    for (const zero of ["-0", "0", "0.00"]) expect(readAdjustment(zero)).toBe("tooSmall");
    expect(readAdjustment("-99999999999")).toBe("tooLarge");
  });

  it("reads every two-decimal amount exactly, as text and as a JSON number", () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        expect(parseFormAmount(text)).toBe(BigInt(cents) * 1_000_000n);
        expect(parseFormAmount(JSON.parse(text))).toBe(BigInt(cents) * 1_000_000n);
      }),
    );
  });

  it("accepts plain decimal notation and no other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.-+eEx "), maxLength: 18 }), (text) => {
        const [whole = "", fraction, ...rest] = text.split(".");
        const digits = (part: string) => [...part].every((character) => "0123456789".includes(character));
        const plain =
          whole.length >= 1 &&
          BigInt(`0${digits(whole) ? whole : ""}`) < 10n ** 10n &&
          whole.length <= 12 &&
          digits(whole) &&
          rest.length === 0 &&
          (fraction === undefined || (fraction.length >= 1 && fraction.length <= 2 && digits(fraction)));
        expect(parseFormAmount(text) !== undefined).toBe(plain);
      }),
    );
  });
});

describe("a form amount with a minimum", () => {
  const least = parseMinor("15");

  it.each([
    ["15", 1_500_000_000n],
    [15.5, 1_550_000_000n],
    ["14.99", "tooSmall"],
    ["14.999", "tooSmall"],
    ["15.000", "tooFine"],
    ["15.001", "tooFine"],
    [15.001, "tooFine"],
    ["15.00000000000000000001", "tooFine"],
    ["9999999999.99", 999_999_999_999_000_000n],
    ["10000000000", "tooLarge"],
    ["999999999999.999", "tooLarge"],
    ["1234567890123.001", "tooLarge"],
    ["-20.001", "tooSmall"],
    ["15.001x", "unreadable"],
    ["15.", "unreadable"],
    [".5", "unreadable"],
    ["", "empty"],
    ["1e3", "unreadable"],
  ])("reads %j as %s", (input, expected) => {
    expect(readFormAmount(input, least)).toBe(expected);
  });

  it("is too fine from the smallest amount on, where any amount above zero is enough", () => {
    expect(readFormAmount("0.001", SMALLEST)).toBe("tooFine");
    expect(readFormAmount("0.00000001", SMALLEST)).toBe("tooFine");
    for (const nothing of ["0", "0.00", "0.000", "0.000000001"]) {
      expect(readFormAmount(nothing, SMALLEST)).toBe("tooSmall");
    }
  });

  it("is too fine exactly if its first two decimals would do and more follow", () => {
    fc.assert(
      fc.property(anyCents, fc.stringMatching(/^\d{1,9}$/), (cents, more) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        const read = readFormAmount(text, least);
        expect(read).toBe(cents < 1500 ? "tooSmall" : parseMinor(text));
        expect(readFormAmount(text + more, least)).toBe(cents < 1500 ? "tooSmall" : "tooFine");
      }),
    );
  });
});

describe("stored amounts", () => {
  it("prints eight decimals", () => {
    expect(formatMinor(minor(1_000_000_000n))).toBe("10.00000000");
    expect(formatMinor(minor(-1n))).toBe("-0.00000001");
    expect(formatMinor(STORABLE_MAX)).toBe("9999999999.99999999");
  });

  it("reads back its own output", () => {
    fc.assert(
      fc.property(anyMinor, (amount) => {
        expect(parseMinor(formatMinor(amount))).toBe(amount);
      }),
    );
  });

  it("reads shorter decimals and sums larger than a column holds", () => {
    expect(parseMinor("1000000")).toBe(100_000_000_000_000n);
    expect(parseMinor("-1.5")).toBe(-150_000_000n);
    expect(parseMinor("10000000000.00000000")).toBe(STORABLE_MAX + 1n);
  });

  it.each(["", "1.", ".1", "1.123456789", "+1", "1e2", " 1", "NaN", "0x1"])("refuses %j", (text) => {
    expect(() => parseMinor(text)).toThrow(new RangeError(`not an amount with at most 8 decimals: ${text}`));
  });

  it("adds up", () => {
    expect(sumMinor([minor(5n), minor(-7n)])).toBe(-2n);
    expect(sumMinor([])).toBe(0n);
  });
});

describe("display", () => {
  it.each([
    ["10.00999999", 2, "10.00"],
    ["-10.00999999", 2, "-10.00"],
    ["-0.00999999", 2, "0.00"],
    ["0.99999999", 0, "0"],
    ["1.38000000", 4, "1.3800"],
    ["-1.23456789", 8, "-1.23456789"],
  ])("shows %s with %i decimals as %s", (text, decimals, shown) => {
    expect(formatFixed(parseMinor(text), decimals)).toBe(shown);
  });

  it("cuts off toward zero, by less than one unit of the last place", () => {
    fc.assert(
      fc.property(anyMinor, fc.integer({ min: 0, max: 8 }), (amount, decimals) => {
        const shown = parseMinor(formatFixed(amount, decimals));
        const cut = amount < 0n ? shown - amount : amount - shown;
        expect(cut >= 0n && cut < 10n ** BigInt(8 - decimals)).toBe(true);
        expect(formatFixed(amount, decimals)).not.toMatch(/^-0(\.0+)?$/);
      }),
    );
  });

  it.each([-1, 9, 1.5, NaN])("refuses %d decimals", (decimals) => {
    expect(() => formatFixed(minor(1n), decimals)).toThrow(
      new RangeError("decimals must be an integer from 0 to 8"),
    );
  });
});
