import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor, parseMinor } from "./money.ts";
import type { Minor } from "./money.ts";
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
  deposit_credited: (amountMinor) => depositCredited({ userId, provider, amountMinor }),
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

it("refuses a fee that is not a part of the amount", () => {
  for (const fee of [minor(-1n), minor(11n)]) {
    expect(() => POSTINGS.withdrawal_completed(minor(10n), fee)).toThrow(
      new RangeError(`${fee} is not a part of 10`),
    );
  }
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

it.each<[TransactionKind, amount: bigint, fee: bigint, Record<string, bigint>]>([
  ["genesis_capital", 7n, 0n, { "custody:sandbox": -7n, "house:capital": 7n }],
  ["capital_changed", 7n, 0n, { "custody:sandbox": -7n, "house:capital": 7n }],
  ["capital_changed", -7n, 0n, { "custody:sandbox": 7n, "house:capital": -7n }],
  ["position_opened", 7n, 0n, { "user:u1": -7n, "house:trading": 7n }],
  ["position_won", 7n, 0n, { "house:trading": -7n, "user:u1": 7n }],
  ["position_sold", 7n, 0n, { "house:trading": -7n, "user:u1": 7n }],
  ["position_refunded", 7n, 0n, { "house:trading": -7n, "user:u1": 7n }],
  ["positions_archived", 7n, 0n, { "house:trading": -7n, "user:u1": 7n }],
  ["positions_archived", -7n, 0n, { "house:trading": 7n, "user:u1": -7n }],
  ["deposit_credited", 7n, 0n, { "custody:sandbox": -7n, "user:u1": 7n }],
  ["deposit_credited", 7n, 0n, { "custody:sandbox": -7n, "user:u1": 7n }],
  ["provider_fee_paid", 2n, 0n, { "custody:sandbox": 2n, "house:fees": -2n }],
  ["provider_fee_paid", -2n, 0n, { "custody:sandbox": -2n, "house:fees": 2n }],
  ["withdrawal_held", 7n, 0n, { "user:u1": -7n, "payouts:held": 7n }],
  ["withdrawal_returned", 7n, 0n, { "payouts:held": -7n, "user:u1": 7n }],
  ["withdrawal_completed", 7n, 2n, { "payouts:held": -7n, "custody:sandbox": 5n, "house:fees": 2n }],
  ["credited_on_trust", 7n, 0n, { "house:adjustments": -7n, "custody:sandbox": 7n }],
  ["trust_settled", 7n, 0n, { "custody:sandbox": -7n, "house:adjustments": 7n }],
  ["payment_set_aside", 7n, 0n, { "custody:sandbox": -7n, "house:unclaimed": 7n }],
  ["payment_claimed", 7n, 0n, { "house:unclaimed": -7n, "custody:sandbox": 7n }],
  ["balance_adjusted", 7n, 0n, { "house:adjustments": -7n, "user:u1": 7n }],
  ["balance_adjusted", -7n, 0n, { "house:adjustments": 7n, "user:u1": -7n }],
  ["account_closed", 7n, 0n, { "user:u1": -7n, "house:unclaimed": 7n }],
  ["balance_waived", 7n, 0n, { "user:u1": -7n, "house:adjustments": 7n }],
])("%s moves %s with a fee of %s from the right account to the right one", (kind, amount, fee, expected) => {
  expect(show(POSTINGS[kind](minor(amount), minor(fee)))).toEqual(expected);
});
