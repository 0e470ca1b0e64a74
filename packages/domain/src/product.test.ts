import fc from "fast-check";
import { expect, it } from "vitest";
import { formatFixed, formatMinor, minor, parseMinor, STORABLE_MAX } from "./money.ts";
import {
  DURATIONS,
  MIN_DEPOSIT,
  MIN_STAKE,
  MIN_WITHDRAWAL,
  durationTicks,
  formatMultiplier,
  isDuration,
  multiplierHundredths,
  parseMultiplier,
  shownWithdrawal,
  withdrawalFee,
  withdrawalFor,
  withdrawalNet,
} from "./product.ts";

const CENT = 1_000_000n;

it("offers x2.5, x6, x10 and x20 for 1, 3, 5 and 10 minutes", () => {
  expect(
    DURATIONS.map((duration) => [duration, multiplierHundredths(duration), durationTicks(duration)]),
  ).toEqual([
    [1, 250, 60],
    [3, 600, 180],
    [5, 1000, 300],
    [10, 2000, 600],
  ]);
});

it("reads a multiplier as it was written", () => {
  fc.assert(
    fc.property(fc.nat(99_999), (hundredths) => {
      expect(parseMultiplier(formatMultiplier(hundredths))).toBe(hundredths);
      expect(parseMultiplier(hundredths / 100)).toBe(hundredths);
    }),
  );
  expect([formatMultiplier(250), formatMultiplier(2000), formatMultiplier(5)]).toEqual([
    "2.50",
    "20.00",
    "0.05",
  ]);
  expect([parseMultiplier("2.5"), parseMultiplier("6")]).toEqual([250, 600]);
});

it.each(["", ".5", "2.", "2.505", "-2.50", "1000", "2,50", "1e2", NaN, 2.505, 1e21])(
  "refuses %j as a multiplier",
  (multiplier) => {
    expect(() => parseMultiplier(multiplier)).toThrow(RangeError);
  },
);

it("tells a duration from other values", () => {
  expect([1, 3, 5, 10].every(isDuration)).toBe(true);
  expect([0, 2, 1.5, "1", null, undefined, NaN].some(isDuration)).toBe(false);
});

it("states the smallest amounts", () => {
  expect([MIN_STAKE, MIN_DEPOSIT, MIN_WITHDRAWAL].map(formatMinor)).toEqual([
    "0.01000000",
    "15.00000000",
    "15.00000000",
  ]);
});

it("charges 8 % for a withdrawal", () => {
  expect(formatMinor(withdrawalFee(parseMinor("15.01")))).toBe("1.20080000");
  expect(formatMinor(withdrawalNet(parseMinor("15.01")))).toBe("13.80920000");
});

it("splits every two-decimal amount exactly, into at most four decimals", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }), (cents) => {
      const amount = minor(cents * 1_000_000n);
      expect(withdrawalFee(amount) * 100n).toBe(amount * 8n);
      expect(withdrawalFee(amount) + withdrawalNet(amount)).toBe(amount);
      expect(withdrawalFee(amount) % 10_000n).toBe(0n);
    }),
  );
});

it("finds the smallest amount in whole cents that pays out a net amount", () => {
  expect(formatMinor(withdrawalFor(parseMinor("13.8")))).toBe("15.00000000");
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), (net) => {
      const amount = withdrawalFor(minor(net));
      expect(withdrawalNet(amount) >= net).toBe(true);
      expect(withdrawalNet(minor(amount - 1_000_000n)) < net).toBe(true);
    }),
  );
});

it("refuses an amount whose fee would need rounding", () => {
  expect(() => withdrawalFee(minor(1n))).toThrow(RangeError);
});

it.each([
  ["33.33", "33.33", "2.67", "30.66"],
  ["20", "20.00", "1.60", "18.40"],
  ["15.01", "15.01", "1.21", "13.80"],
  ["0.01", "0.01", "0.01", "0.00"],
])("shows a withdrawal of %s as %s less %s: %s", (typed, amount, fee, net) => {
  const shown = shownWithdrawal(parseMinor(typed), withdrawalNet(parseMinor(typed)));
  expect([shown.amount, shown.fee, shown.net].map((each) => formatFixed(each, 2))).toEqual([
    amount,
    fee,
    net,
  ]);
});

it("shows whole cents that add up, no payout above the exact one, and each figure within a cent", () => {
  const anyAmount = fc.bigInt({ min: 0n, max: STORABLE_MAX });
  fc.assert(
    fc.property(anyAmount, anyAmount, (one, other) => {
      const [net, amount] = one < other ? [minor(one), minor(other)] : [minor(other), minor(one)];
      const shown = shownWithdrawal(amount, net);
      for (const figure of Object.values(shown)) expect(figure % CENT).toBe(0n);
      expect(shown.fee + shown.net).toBe(shown.amount);
      expect(shown.fee >= 0n && shown.net <= net && shown.amount <= amount).toBe(true);
      const errors = [amount - shown.amount, net - shown.net, amount - net - shown.fee];
      expect(errors.every((error) => error > -CENT && error < CENT)).toBe(true);
    }),
  );
});
