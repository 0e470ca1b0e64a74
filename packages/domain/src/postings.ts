import { minor, sumMinor } from "./money.ts";
import type { Minor } from "./money.ts";

/**
 * An account of the ledger. One sign convention holds for all of them: a balance is what the platform owes to
 * the account. A user's balance is owed to the user, a house balance is the platform's own. A `custody`
 * account is the other side, money kept with a provider, and runs negative by what it holds; `payouts:held`
 * is money on its way out, owed until it is paid. So everything always sums to zero.
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

/** Entries that move nothing are left out. */
function moving(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => entry.amountMinor !== 0n);
}

/** The house's own money at the start, kept with the provider. */
export function genesisCapital(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, custodyAccount(posting.provider), "house:capital");
}

/**
 * The house's owner brings money to the provider, or takes some of it back.
 *
 * @param posting `changeMinor` is positive for what is added, negative for what is taken
 * @throws RangeError for a change of zero
 */
export function capitalChanged(posting: { provider: string; changeMinor: Minor }): readonly Entry[] {
  const custody = custodyAccount(posting.provider);
  return posting.changeMinor < 0n
    ? move(minor(-posting.changeMinor), "house:capital", custody)
    : move(posting.changeMinor, custody, "house:capital");
}

/** The stake leaves the user at once. If the position is lost nothing else moves: the house already has the stake. */
export function positionOpened(posting: { userId: string; stakeMinor: Minor }): readonly Entry[] {
  return move(posting.stakeMinor, userAccount(posting.userId), "house:trading");
}

/** @param posting `payoutMinor` is the stake and the profit together */
export function positionWon(posting: { userId: string; payoutMinor: Minor }): readonly Entry[] {
  return move(posting.payoutMinor, "house:trading", userAccount(posting.userId));
}

/** A position is sold back. One that is worth less than 0.01 moves nothing, as a lost one. */
export function positionSold(posting: { userId: string; proceedsMinor: Minor }): readonly Entry[] {
  return move(posting.proceedsMinor, "house:trading", userAccount(posting.userId));
}

/** @param posting `paidMinor` is the stake of a position that is called off, or the value of one that is closed */
export function positionRefunded(posting: { userId: string; paidMinor: Minor }): readonly Entry[] {
  return move(posting.paidMinor, "house:trading", userAccount(posting.userId));
}

/**
 * A month's positions leave the ledger for an archive: one entry stands for those of a user between two other movements.
 *
 * @param posting `changeMinor` is what those positions changed the balance by; positions that changed nothing need no entry
 * @throws RangeError for a change of zero
 */
export function positionsArchived(posting: { userId: string; changeMinor: Minor }): readonly Entry[] {
  const user = userAccount(posting.userId);
  return posting.changeMinor < 0n
    ? move(minor(-posting.changeMinor), user, "house:trading")
    : move(posting.changeMinor, "house:trading", user);
}

/**
 * A deposit has arrived. The user gets all of it; what the provider keeps for itself never reaches custody
 * and is paid from the house's fees.
 *
 * @throws RangeError when the provider's fee is negative or more than the deposit
 */
export function depositCredited(posting: {
  userId: string;
  provider: string;
  amountMinor: Minor;
  providerFeeMinor?: Minor;
}): readonly Entry[] {
  const { amountMinor, providerFeeMinor = minor(0n) } = posting;
  assertPositive(amountMinor);
  assertPart(providerFeeMinor, amountMinor);
  return moving([
    { account: custodyAccount(posting.provider), amountMinor: minor(providerFeeMinor - amountMinor) },
    { account: "house:fees", amountMinor: minor(-providerFeeMinor) },
    { account: userAccount(posting.userId), amountMinor },
  ]);
}

/** An administrator credited more than had arrived: the house gives the rest, because custody never held it. */
export function creditedOnTrust(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, "house:adjustments", custodyAccount(posting.provider));
}

/**
 * Money arrived for what had been credited on trust: the house has it back, less what the provider keeps.
 *
 * @throws RangeError when the provider's fee is negative or more than the amount
 */
export function trustSettled(posting: {
  provider: string;
  amountMinor: Minor;
  providerFeeMinor: Minor;
}): readonly Entry[] {
  const { amountMinor, providerFeeMinor } = posting;
  assertPositive(amountMinor);
  assertPart(providerFeeMinor, amountMinor);
  return moving([
    { account: custodyAccount(posting.provider), amountMinor: minor(providerFeeMinor - amountMinor) },
    { account: "house:fees", amountMinor: minor(-providerFeeMinor) },
    { account: "house:adjustments", amountMinor },
  ]);
}

/** Money arrived that has no user: it is kept for whoever proves to be its owner, and is never the house's. */
export function paymentSetAside(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, custodyAccount(posting.provider), "house:unclaimed");
}

/** The owner of money that was set aside is known: it goes back to custody, from which it is then credited as a deposit. */
export function paymentClaimed(posting: { provider: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, "house:unclaimed", custodyAccount(posting.provider));
}

/** A withdrawal is requested: the whole amount, fee included, leaves the balance at once. */
export function withdrawalHeld(posting: { userId: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, userAccount(posting.userId), "payouts:held");
}

/** A withdrawal is rejected or has failed for good: the whole amount goes back. */
export function withdrawalReturned(posting: { userId: string; amountMinor: Minor }): readonly Entry[] {
  return move(posting.amountMinor, "payouts:held", userAccount(posting.userId));
}

/**
 * A withdrawal is paid: the net amount has left custody, the fee stays with the house.
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
 * An administrator changes a balance.
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

/** A deleted user's remaining balance is set aside. An account with nothing left needs no transaction. */
export function accountClosed(posting: { userId: string; balanceMinor: Minor }): readonly Entry[] {
  return move(posting.balanceMinor, userAccount(posting.userId), "house:unclaimed");
}

/** People who close their own account give up what is left of their balance: it becomes the house's. */
export function balanceWaived(posting: { userId: string; balanceMinor: Minor }): readonly Entry[] {
  return move(posting.balanceMinor, userAccount(posting.userId), "house:adjustments");
}

function assertPart(part: Minor, whole: Minor): void {
  if (part < 0n || part > whole) throw new RangeError(`${part} is not a part of ${whole}`);
}
