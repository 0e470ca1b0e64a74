import fc from "fast-check";
import { expect, it } from "vitest";
import { minor, parseMinor } from "./money.ts";
import { DURATIONS, multiplierHundredths } from "./product.ts";
import { expiryTick, settle } from "./settlement.ts";

const stakeMinor = parseMinor("10");

it.each([
  ["buy", 152_923, "lost"],
  ["buy", 152_924, "won"],
  ["buy", 152_925, "won"],
  ["sell", 152_925, "lost"],
  ["sell", 152_924, "won"],
  ["sell", 152_923, "won"],
] as const)(
  "a %s with its barrier at 152.924 and a result of %i thousandths is %s",
  (side, resultMilli, status) => {
    const result = settle(
      { side, barrierMilli: 152_924, stakeMinor, multiplierHundredths: 250 },
      resultMilli,
    );
    expect(result).toEqual(
      status === "won"
        ? { status, profitMinor: 2_500_000_000n, creditMinor: 3_500_000_000n }
        : { status, profitMinor: -1_000_000_000n, creditMinor: 0n },
    );
  },
);

it("expires one tick per second of the duration later", () => {
  expect(DURATIONS.map((duration) => expiryTick(1_790_000_000, duration) - 1_790_000_000)).toEqual([
    60, 180, 300, 600,
  ]);
});

it("credits exactly the stake plus the profit", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 10n }),
      fc.constantFrom(...DURATIONS),
      fc.constantFrom("buy" as const, "sell" as const),
      fc.integer({ min: 150_000, max: 150_010 }),
      fc.integer({ min: 150_000, max: 150_010 }),
      (cents, duration, side, barrierMilli, resultMilli) => {
        const stake = minor(cents * 1_000_000n);
        const hundredths = multiplierHundredths(duration);
        const position = { side, barrierMilli, stakeMinor: stake, multiplierHundredths: hundredths };
        const result = settle(position, resultMilli);
        expect(result.creditMinor - stake).toBe(result.profitMinor);
        if (result.status === "won") expect(result.profitMinor * 100n).toBe(stake * BigInt(hundredths));
        else expect(result.creditMinor).toBe(0n);
      },
    ),
  );
});
