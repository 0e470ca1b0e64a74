import { minor, sumMinor } from "./money.ts";
import type { Minor } from "./money.ts";

/**
 * An account of the ledger. All accounts share one sign convention: a balance is the amount that the platform owes to the
 * account. A user's balance is owed to the user, a house balance is the platform's own. A `custody` account is the other
 * side, money kept with a provider, and is negative by the amount that it holds; `payouts:held` is money on its way out,
 * owed until it is paid. So all balances always sum to zero.
 */
export type Account =
  | `user:${string}`
  | "house:trading"
  | "house:fees"
  | "house:capital"
  | "house:adjustments"
  | "house:unclaimed"
  | `custody:${string}`
  | "payouts:held";

/** One line of a ledger transaction, in 1e-8 USDMS: positive when the platform owes the account more than before. */
export type Entry = { readonly account: Account; readonly amountMinor: Minor };

/** The kinds of ledger transaction. Each kind has one function below. */
export const TRANSACTION_KINDS = [
  "genesis_capital",
  "capital_changed",
  "position_opened",
  "position_won",
  "position_sold",
  "position_refunded",
  "positions_archived",
  "deposit_credited",
  "withdrawal_held",
  "withdrawal_returned",
  "withdrawal_completed",
  "credited_on_trust",
  "trust_settled",
  "provider_fee_paid",
  "payment_set_aside",
  "payment_claimed",
  "balance_adjusted",
  "account_closed",
  "balance_waived",
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export function userAccount(userId: string): Account {
  return `user:${userId}`;
}

/** @param provider the name of the payment provider that holds the money */
export function custodyAccount(provider: string): Account {
  return `custody:${provider}`;
}

/** @throws Error unless the entries sum to zero and each of them, at least two, moves something */
export function assertBalanced(entries: readonly Entry[]): void {
  const sum = sumMinor(entries.map((entry) => entry.amountMinor));
  if (sum !== 0n) throw new Error(`ledger entries sum to ${sum}, not to zero`);
  if (entries.length < 2 || entries.some((entry) => entry.amountMinor === 0n)) {
    throw new Error("a ledger transaction has an entry that moves nothing, or none at all");
  }
}

/** Moves a positive amount between two accounts. Every kind throws a RangeError for an amount of zero or less. */
function move(amount: Minor, from: Account, to: Account): readonly Entry[] {
  assertPositive(amount);
  return [
    { account: from, amountMinor: minor(-amount) },
    { account: to, amountMinor: amount },
  ];
}

function assertPositive(amount: Minor): void {
  if (amount <= 0n) throw new RangeError(`a posting needs a positive amount, not ${amount}`);
}

function moving(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => entry.amountMinor !== 0n);
}

/** Posts the house's own money at the start, kept with the provider. */
export function genesisCapital(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, custodyAccount(posting.provider), "house:capital");
}

/**
 * Posts capital that the house's owner brings to the provider or takes back.
 *
 * @param posting `changeMinor` is positive for money added, negative for money taken back
 * @throws RangeError for a change of zero
 */
export function capitalChanged(posting: { provider: string; changeMinor: Minor }): readonly Entry[] {
  const custody = custodyAccount(posting.provider);
  return posting.changeMinor < 0n
    ? move(minor(-posting.changeMinor), "house:capital", custody)
    : move(posting.changeMinor, custody, "house:capital");
}

/** Posts a stake, which leaves the user at once. A loss moves nothing else: the house already has the stake. */
export function positionOpened(posting: { userId: string; stakeMinor: Minor }): readonly Entry[] {
  return move(posting.stakeMinor, userAccount(posting.userId), "house:trading");
}

/** @param posting `payoutMinor` is the stake plus the profit */
export function positionWon(posting: { userId: string; payoutMinor: Minor }): readonly Entry[] {
  return move(posting.payoutMinor, "house:trading", userAccount(posting.userId));
}

/** Posts the proceeds of a sale. A position worth less than 0.01 moves nothing, like a lost one. */
export function positionSold(posting: { userId: string; proceedsMinor: Minor }): readonly Entry[] {
  return move(posting.proceedsMinor, "house:trading", userAccount(posting.userId));
}

/** @param posting `paidMinor` is the stake of a position that is called off, or the value of one that is closed */
export function positionRefunded(posting: { userId: string; paidMinor: Minor }): readonly Entry[] {
  return move(posting.paidMinor, "house:trading", userAccount(posting.userId));
}

/**
 * Posts the effect of a month's positions that leave the ledger for an archive: one entry stands for the positions of a
 * user between two other movements.
 *
 * @param posting `changeMinor` is the change of the balance by those positions; a change of zero needs no entry
 * @throws RangeError for a change of zero
 */
export function positionsArchived(posting: { userId: string; changeMinor: Minor }): readonly Entry[] {
  const user = userAccount(posting.userId);
  return posting.changeMinor < 0n
    ? move(minor(-posting.changeMinor), user, "house:trading")
    : move(posting.changeMinor, "house:trading", user);
}

/** Posts a deposit that has arrived. The user gets all of it; the house pays the provider's fee. */
export function depositCredited(posting: {
  userId: string;
  provider: string;
  amountMinor: Minor;
}): readonly Entry[] {
  return move(posting.amountMinor, custodyAccount(posting.provider), userAccount(posting.userId));
}

/**
 * Posts money that custody lacks although the books counted it: a credit that has not arrived or was sent back, or a payout
 * that was sent after its amount had been returned. The house advances it.
 */
export function creditedOnTrust(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, "house:adjustments", custodyAccount(posting.provider));
}

/** Posts money that arrived after it had been credited on trust: the house gets it back. */
export function trustSettled(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, custodyAccount(posting.provider), "house:adjustments");
}

/**
 * Posts a change of the provider's fee for a payment after its credit: the house pays what never reached custody.
 *
 * @param posting `changeMinor` is negative if the provider keeps less than the books have taken
 * @throws RangeError for a change of zero
 */
export function providerFeePaid(posting: { provider: string; changeMinor: Minor }): readonly Entry[] {
  const custody = custodyAccount(posting.provider);
  return posting.changeMinor < 0n
    ? move(minor(-posting.changeMinor), custody, "house:fees")
    : move(posting.changeMinor, "house:fees", custody);
}

/** Sets aside money that arrived without a user. It is kept for its owner, who must prove it, and is never the house's. */
export function paymentSetAside(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, custodyAccount(posting.provider), "house:unclaimed");
}

/** Moves money that was set aside back to custody once its owner is known. A deposit then credits it from there. */
export function paymentClaimed(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, "house:unclaimed", custodyAccount(posting.provider));
}

/** Holds a requested withdrawal: the whole amount, fee included, leaves the balance at once. */
export function withdrawalHeld(posting: { userId: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, userAccount(posting.userId), "payouts:held");
}

/** Posts the return of a withdrawal's whole amount, after it was rejected or has failed for good. */
export function withdrawalReturned(posting: { userId: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, "payouts:held", userAccount(posting.userId));
}

/**
 * Posts a withdrawal that is paid: the net amount has left custody, the fee stays with the house.
 *
 * @throws RangeError when the fee is negative or more than the amount
 */
export function withdrawalCompleted(posting: {
  provider: string;
  amountMinor: Minor;
  feeMinor: Minor;
}): readonly Entry[] {
  const { amountMinor, feeMinor } = posting;
  assertPositive(amountMinor);
  assertPart(feeMinor, amountMinor);
  return moving([
    { account: "payouts:held", amountMinor: minor(-amountMinor) },
    { account: custodyAccount(posting.provider), amountMinor: minor(amountMinor - feeMinor) },
    { account: "house:fees", amountMinor: feeMinor },
  ]);
}

/**
 * Posts an administrator's change of a balance.
 *
 * @param posting `changeMinor` is positive for a gift to the user, negative for a deduction
 * @throws RangeError for a change of zero
 */
export function balanceAdjusted(posting: { userId: string; changeMinor: Minor }): readonly Entry[] {
  const user = userAccount(posting.userId);
  return posting.changeMinor < 0n
    ? move(minor(-posting.changeMinor), user, "house:adjustments")
    : move(posting.changeMinor, "house:adjustments", user);
}

/** Sets aside the remaining balance of a deleted user. An account with nothing left needs no transaction. */
export function accountClosed(posting: { userId: string; balanceMinor: Minor }): readonly Entry[] {
  return move(posting.balanceMinor, userAccount(posting.userId), "house:unclaimed");
}

/** Moves the rest of a balance to the house when its owner closes the account and gives it up. */
export function balanceWaived(posting: { userId: string; balanceMinor: Minor }): readonly Entry[] {
  return move(posting.balanceMinor, userAccount(posting.userId), "house:adjustments");
}

function assertPart(part: Minor, whole: Minor): void {
  if (part < 0n || part > whole) throw new RangeError(`${part} is not a part of ${whole}`);
}
