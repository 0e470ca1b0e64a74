import { minor } from "@veritick/domain/money.ts";
import { settle } from "@veritick/domain/settlement.ts";
import { expect, test } from "vitest";
import { standingOf } from "./outcome.ts";

test.each([
  ["buy", 153_704, { place: "above", distanceMilli: 97, wins: true }],
  ["buy", 153_607, { place: "at", distanceMilli: 0, wins: true }],
  ["buy", 153_606, { place: "below", distanceMilli: 1, wins: false }],
  ["sell", 153_608, { place: "above", distanceMilli: 1, wins: false }],
  ["sell", 153_607, { place: "at", distanceMilli: 0, wins: true }],
  ["sell", 153_510, { place: "below", distanceMilli: 97, wins: true }],
] as const)("a %s with its barrier at 153.607 and a price of %i", (side, priceMilli, expected) => {
  expect(standingOf(side, 153_607, priceMilli)).toEqual(expected);
});

test("wins exactly when the domain settles it as won", () => {
  for (const side of ["buy", "sell"] as const) {
    for (let price = 990; price <= 1010; price++) {
      const position = { side, barrierMilli: 1000, stakeMinor: minor(100n), multiplierHundredths: 250 };
      expect(standingOf(side, 1000, price).wins).toBe(settle(position, price).status === "won");
    }
  }
});
