import { describe, expect, it } from "vitest";
import { closesAtOnce, closingObstacle, judgeClosing } from "./closing.ts";
import type { ClosingFacts } from "./closing.ts";
import { parseMinor, ZERO } from "./money.ts";

const NOW = 1_000_000;
const EMPTY: ClosingFacts = {
  balanceMinor: ZERO,
  openPositions: 0,
  openWithdrawals: 0,
  confirmingDeposits: 0,
  undecidedPayments: 0,
  expectedDeposits: 0,
  isLocked: false,
  pausedUntilMs: null,
  heldUntilMs: null,
  isLastAdministrator: false,
  takesTwo: false,
};
const balanceMinor = parseMinor("12.34567890");
const NOTHING = { waivedMinor: ZERO, nothingSent: false };
const judge = (facts: Partial<ClosingFacts>, wish: Partial<typeof NOTHING> = {}) =>
  judgeClosing({ ...EMPTY, ...facts }, { ...NOTHING, ...wish }, NOW);

describe("an account", () => {
  const DAY_MS = 86_400_000;

  it.each([
    ["an empty balance", "0", { takesMoreThanPassword: false, placeKnownSinceMs: null }, true],
    ["a code at an old place", "0.00000001", { takesMoreThanPassword: true, placeKnownSinceMs: 0 }, true],
    ["a password alone", "1", { takesMoreThanPassword: false, placeKnownSinceMs: 0 }, false],
    ["an unknown place", "1", { takesMoreThanPassword: true, placeKnownSinceMs: null }, false],
    ["a new place", "1", { takesMoreThanPassword: true, placeKnownSinceMs: 1 }, false],
  ])("closes at once or is scheduled: %s", (_what, balance, trust, atOnce) => {
    expect(closesAtOnce({ balanceMinor: parseMinor(balance) }, trust, DAY_MS)).toBe(atOnce);
  });

  it("is closed if nothing is open and nothing is owed", () => {
    expect(judge({})).toBeUndefined();
  });

  it("is closed if its owner gives up exactly the balance", () => {
    expect(judge({ balanceMinor }, { waivedMinor: balanceMinor })).toBeUndefined();
    for (const amount of ["0", "12.34", "12.34567889", "12.34567891"]) {
      expect(judge({ balanceMinor }, { waivedMinor: parseMinor(amount) })).toBe("closing_balance_differs");
    }
    expect(judge({}, { waivedMinor: parseMinor("0.00000001") })).toBe("closing_balance_differs");
  });

  it.each(["openPositions", "openWithdrawals", "confirmingDeposits", "undecidedPayments"] as const)(
    "cannot be closed while there are %s, even if its owner confirms",
    (open) => {
      expect(judge({ [open]: 1 }, { nothingSent: true })).toBe("closing_open");
    },
  );

  it("is closed with an expected deposit only if its owner has sent nothing", () => {
    expect(judge({ expectedDeposits: 2 })).toBe("closing_expected");
    expect(judge({ expectedDeposits: 2 }, { nothingSent: true })).toBeUndefined();
  });

  it.each([
    ["last_admin", { isLastAdministrator: true, takesTwo: true }],
    ["closing_takes_two", { takesTwo: true, isLocked: true }],
    ["closing_locked", { isLocked: true, pausedUntilMs: NOW + 1 }],
    ["closing_paused", { pausedUntilMs: NOW + 1, openPositions: 1 }],
    ["closing_held", { heldUntilMs: NOW + 1, balanceMinor, openPositions: 1 }],
  ] as const)("stays: %s", (refusal, facts) => {
    expect(judge(facts)).toBe(refusal);
    expect(closingObstacle({ ...EMPTY, ...facts }, NOW)).toBe(refusal);
  });

  it("can be closed the millisecond a break ends, or in a pause if nothing is owed", () => {
    expect(
      judge({ pausedUntilMs: NOW, heldUntilMs: NOW, balanceMinor }, { waivedMinor: balanceMinor }),
    ).toBeUndefined();
    expect(judge({ heldUntilMs: NOW + 1 })).toBeUndefined();
  });
});
