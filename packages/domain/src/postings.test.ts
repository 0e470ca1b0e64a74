import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor, parseMinor } from "./money.ts";
import type { Minor } from "./money.ts";
import { withdrawalFee } from "./product.ts";
import {
  TRANSACTION_KINDS,
  accountClosed,
  assertBalanced,
  balanceAdjusted,
  balanceWaived,
  capitalChanged,
  creditedOnTrust,
  depositCredited,
  paymentClaimed,
  paymentSetAside,
  providerFeePaid,
  trustSettled,
  genesisCapital,
  positionOpened,
  positionRefunded,
  positionsArchived,
  positionSold,
  positionWon,
  withdrawalCompleted,
  withdrawalHeld,
  withdrawalReturned,
} from "./postings.ts";
import type { Entry, TransactionKind } from "./postings.ts";

const userId = "u1";
const provider = "sandbox";
const usdms = parseMinor;

/** Every kind, posted with an amount, and with a part of it as a fee if the kind has one. */
const POSTINGS: Record<TransactionKind, (amount: Minor, fee: Minor) => readonly Entry[]> = {
  genesis_capital: (amountMinor) => genesisCapital({ provider, amountMinor }),
  capital_changed: (changeMinor) => capitalChanged({ provider, changeMinor }),
  position_opened: (stakeMinor) => positionOpened({ userId, stakeMinor }),
  position_won: (payout) => positionWon({ userId, payoutMinor: payout }),
  position_sold: (proceedsMinor) => positionSold({ userId, proceedsMinor }),
  position_refunded: (stakeMinor) => positionRefunded({ userId, paidMinor: stakeMinor }),
  positions_archived: (changeMinor) => positionsArchived({ userId, changeMinor }),
  deposit_credited: (amountMinor, fee) =>
    depositCredited({ userId, provider, amountMinor, providerFeeMinor: fee }),
  withdrawal_held: (amountMinor) => withdrawalHeld({ userId, amountMinor }),
  withdrawal_returned: (amountMinor) => withdrawalReturned({ userId, amountMinor }),
  withdrawal_completed: (amountMinor, feeMinor) => withdrawalCompleted({ provider, amountMinor, feeMinor }),
  credited_on_trust: (amountMinor) => creditedOnTrust({ provider, amountMinor }),
  trust_settled: (amountMinor) => trustSettled({ provider, amountMinor }),
  provider_fee_paid: (changeMinor) => providerFeePaid({ provider, changeMinor }),
  payment_set_aside: (amountMinor) => paymentSetAside({ provider, amountMinor }),
  payment_claimed: (amountMinor) => paymentClaimed({ provider, amountMinor }),
  balance_adjusted: (changeMinor) => balanceAdjusted({ userId, changeMinor }),
  account_closed: (balanceMinor) => accountClosed({ userId, balanceMinor }),
  balance_waived: (balanceMinor) => balanceWaived({ userId, balanceMinor }),
};

function show(entries: readonly Entry[]): Record<string, bigint> {
  return Object.fromEntries(entries.map((entry) => [entry.account, entry.amountMinor]));
}

describe.each(TRANSACTION_KINDS)("%s", (kind) => {
  it("sums to zero and has at most one entry per account", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        (amount, rest) => {
          const entries = POSTINGS[kind](minor(amount), minor(rest % (amount + 1n)));
          expect(() => assertBalanced(entries)).not.toThrow();
          expect(new Set(entries.map((entry) => entry.account)).size).toBe(entries.length);
        },
      ),
    );
  });

  it("refuses an amount of zero", () => {
    expect(() => POSTINGS[kind](minor(0n), minor(0n))).toThrow(
      new RangeError("a posting needs a positive amount, not 0"),
    );
  });
});

it.each(TRANSACTION_KINDS.filter((kind) => !/_adjusted$|_changed$|_archived$|_fee_paid$/.test(kind)))(
  "%s refuses a negative amount",
  (kind) => {
    expect(() => POSTINGS[kind](minor(-1n), minor(0n))).toThrow(RangeError);
  },
);

describe("directions", () => {
  it("takes the stake at the opening and pays stake and profit from the house", () => {
    expect(show(positionOpened({ userId, stakeMinor: usdms("10") }))).toEqual({
      "user:u1": -1_000_000_000n,
      "house:trading": 1_000_000_000n,
    });
    expect(show(positionWon({ userId, payoutMinor: usdms("35") }))).toEqual({
      "house:trading": -3_500_000_000n,
      "user:u1": 3_500_000_000n,
    });
  });

  it("makes custody negative by the amount that it holds", () => {
    expect(show(genesisCapital({ provider, amountMinor: usdms("1000000") }))).toEqual({
      "custody:sandbox": -100_000_000_000_000n,
      "house:capital": 100_000_000_000_000n,
    });
    expect(show(depositCredited({ userId, provider, amountMinor: usdms("15") }))).toEqual({
      "custody:sandbox": -1_500_000_000n,
      "user:u1": 1_500_000_000n,
    });
  });

  it("credits a deposit in full and pays the provider's fee from the house's fees", () => {
    const posting = { userId, provider, amountMinor: usdms("100"), providerFeeMinor: usdms("0.5") };
    expect(show(depositCredited(posting))).toEqual({
      "custody:sandbox": -9_950_000_000n,
      "house:fees": -50_000_000n,
      "user:u1": 10_000_000_000n,
    });
  });

  it("pays a provider's fee that is known later from the house's fees", () => {
    expect(show(providerFeePaid({ provider, changeMinor: usdms("-0.5") }))).toEqual({
      "custody:sandbox": -50_000_000n,
      "house:fees": 50_000_000n,
    });
    expect(show(providerFeePaid({ provider, changeMinor: usdms("0.5") }))).toEqual({
      "house:fees": -50_000_000n,
      "custody:sandbox": 50_000_000n,
    });
  });

  it("pays the net amount out of custody and keeps the fee", () => {
    const amountMinor = usdms("100");
    expect(
      show(withdrawalCompleted({ provider, amountMinor, feeMinor: withdrawalFee(amountMinor) })),
    ).toEqual({
      "payouts:held": -10_000_000_000n,
      "custody:sandbox": 9_200_000_000n,
      "house:fees": 800_000_000n,
    });
  });

  it("adjusts up and down", () => {
    const change = (text: string) => show(balanceAdjusted({ userId, changeMinor: usdms(text) }));
    expect(change("5")).toEqual({ "house:adjustments": -500_000_000n, "user:u1": 500_000_000n });
    expect(change("-5")).toEqual({ "house:adjustments": 500_000_000n, "user:u1": -500_000_000n });
  });

  it("sets aside a deleted user's balance, and gives the house a waived one", () => {
    const posting = { userId, balanceMinor: usdms("5") };
    expect(show(accountClosed(posting))).toEqual({
      "user:u1": -500_000_000n,
      "house:unclaimed": 500_000_000n,
    });
    expect(show(balanceWaived(posting))).toEqual({
      "user:u1": -500_000_000n,
      "house:adjustments": 500_000_000n,
    });
  });

  it("brings capital to the provider and takes it back", () => {
    const change = (text: string) => show(capitalChanged({ provider, changeMinor: usdms(text) }));
    expect(change("5")).toEqual({ "custody:sandbox": -500_000_000n, "house:capital": 500_000_000n });
    expect(change("-5")).toEqual({ "custody:sandbox": 500_000_000n, "house:capital": -500_000_000n });
  });

  it("refuses a fee that is not a part of the amount", () => {
    for (const fee of [minor(-1n), minor(11n)]) {
      expect(() => POSTINGS.deposit_credited(minor(10n), fee)).toThrow(
        new RangeError(`${fee} is not a part of 10`),
      );
      expect(() => POSTINGS.withdrawal_completed(minor(10n), fee)).toThrow(RangeError);
    }
  });
});

it("cancels a hold by a return and an opening by a refund", () => {
  const amount = usdms("20");
  const total = (entries: readonly Entry[]) => {
    const sums = new Map<string, bigint>();
    for (const entry of entries) sums.set(entry.account, (sums.get(entry.account) ?? 0n) + entry.amountMinor);
    return [...sums.values()];
  };
  for (const [one, other] of [
    ["withdrawal_held", "withdrawal_returned"],
    ["position_opened", "position_refunded"],
  ] as const) {
    const both = [...POSTINGS[one](amount, minor(0n)), ...POSTINGS[other](amount, minor(0n))];
    expect(total(both)).toEqual([0n, 0n]);
  }
});

it("refuses entries that do not balance", () => {
  const entry = (amount: bigint): Entry => ({ account: "house:fees", amountMinor: minor(amount) });
  expect(() => assertBalanced([entry(1n), entry(-2n)])).toThrow("sum to -1");
  expect(() => assertBalanced([entry(1n), entry(-1n), entry(0n)])).toThrow("moves nothing");
  expect(() => assertBalanced([])).toThrow("none at all");
});

it.each<[string, readonly Entry[], Record<string, bigint>]>([
  [
    "an archived gain",
    positionsArchived({ userId, changeMinor: minor(7n) }),
    { "house:trading": -7n, "user:u1": 7n },
  ],
  [
    "an archived loss",
    positionsArchived({ userId, changeMinor: minor(-7n) }),
    { "user:u1": -7n, "house:trading": 7n },
  ],
  [
    "money that is not there",
    creditedOnTrust({ provider, amountMinor: minor(7n) }),
    { "house:adjustments": -7n, "custody:sandbox": 7n },
  ],
  [
    "money that is there after all",
    trustSettled({ provider, amountMinor: minor(7n) }),
    { "custody:sandbox": -7n, "house:adjustments": 7n },
  ],
  [
    "money without a user",
    paymentSetAside({ provider, amountMinor: minor(7n) }),
    { "custody:sandbox": -7n, "house:unclaimed": 7n },
  ],
  [
    "money whose owner is found",
    paymentClaimed({ provider, amountMinor: minor(7n) }),
    { "house:unclaimed": -7n, "custody:sandbox": 7n },
  ],
])("takes %s from one account and gives it to the other", (_what, entries, expected) => {
  expect(show(entries)).toEqual(expected);
});
