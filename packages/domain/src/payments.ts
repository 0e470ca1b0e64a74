import { minor, ZERO } from "./money.ts";
import type { Minor } from "./money.ts";

/** A deposit goes `pending -> confirming -> confirmed`, or fails on the way. */
export type DepositStatus = "pending" | "confirming" | "confirmed" | "failed";
export type DepositFailure = "no_address" | "provider" | "expired" | "refunded" | "rejected";

/**
 * What a provider says of a payment. `partially_paid`, `finished`, `failed`, `refunded` and `expired` are where a payment
 * may stay for good; `unknown` is any word we have not learnt.
 */
export type PaymentState =
  | "waiting"
  | "confirming"
  | "partially_paid"
  | "finished"
  | "failed"
  | "refunded"
  | "expired"
  | "unknown";

export type PaymentFacts = {
  readonly state: PaymentState;
  /** True where what arrived is USDT on TRON. */
  readonly isOurAsset: boolean;
  /** True for a further transfer to the address of an earlier payment. */
  readonly isRepeated: boolean;
  /** The amount that arrived, in 1e-8 of its asset. */
  readonly paid: Minor;
  /** The part of it that reached us, in 1e-8 USDT; undefined if the provider does not say. */
  readonly outcome: Minor | undefined;
};

/** Our deposit as it stands, or why there is none. */
export type DepositFacts =
  | {
      readonly status: DepositStatus;
      readonly failure: DepositFailure | null;
      readonly credited: Minor | null;
      /** True where a person credited it and no money had ever been seen in its payment. */
      readonly isOnTrust: boolean;
    }
  /** The order's deposit has another payment already. */
  | "repeated_payment"
  | "unknown_order"
  | "account_closed";

export type PaymentDecision =
  | { readonly do: "nothing" }
  | { readonly do: "confirm" }
  | { readonly do: "fail"; readonly failure: "provider" | "expired" | "refunded" }
  /** In 1e-8 USDMS: what the user gets, and what of it the provider kept, which the house pays. */
  | { readonly do: "credit"; readonly amount: Minor; readonly fee: Minor }
  /** There is money in it and no rule for it: a person decides. */
  | { readonly do: "ask"; readonly reason: PaymentAttentionReason };

export type PaymentAttentionReason =
  | "repeated_payment"
  | "wrong_asset"
  | "money_after_rejection"
  | "more_arrived"
  | "money_in_failed_payment"
  | "unknown_state"
  | "nothing_arrived"
  | "too_large"
  | "refunded_after_credit"
  | "unknown_order"
  | "account_closed";

/** More than this is credited by nobody but a person: it may not fit the balance. */
export const LARGEST_CREDIT = minor(1_000_000_000n * 100_000_000n);

const NOTHING: PaymentDecision = { do: "nothing" };
const ask = (reason: PaymentAttentionReason): PaymentDecision => ({ do: "ask", reason });

/**
 * What to do about a payment, from a fresh read of it. States move forward only, money is credited once, and where
 * money arrived that no rule covers, a person decides: it is neither lost nor credited by itself.
 */
export function decidePayment(payment: PaymentFacts, deposit: DepositFacts): PaymentDecision {
  switch (payment.state) {
    case "waiting":
      return NOTHING;
    case "confirming":
      return isOpen(deposit, "pending") && payment.isOurAsset && !payment.isRepeated
        ? { do: "confirm" }
        : NOTHING;
    case "unknown":
      return payment.paid > 0n && !isCovered(payment, deposit) ? ask("unknown_state") : NOTHING;
    case "finished":
    case "partially_paid":
      return decideArrived(payment, deposit);
    case "failed":
    case "refunded":
    case "expired":
      return decideFailed(payment, deposit);
  }
}

function decideArrived(payment: PaymentFacts, deposit: DepositFacts): PaymentDecision {
  if (payment.paid <= 0n) {
    return payment.state === "finished" && !isCovered(payment, deposit) ? ask("nothing_arrived") : NOTHING;
  }
  if (typeof deposit === "string") return ask(deposit);
  if (payment.isRepeated) return ask("repeated_payment");
  if (!payment.isOurAsset) return ask("wrong_asset");
  if (isCovered(payment, deposit)) return NOTHING;
  if (payment.paid > LARGEST_CREDIT) return ask("too_large");
  if (deposit.status === "confirmed") return ask("more_arrived");
  if (deposit.failure === "rejected") return ask("money_after_rejection");
  return { do: "credit", amount: payment.paid, fee: providerFee(payment) };
}

function decideFailed(payment: PaymentFacts, deposit: DepositFacts): PaymentDecision {
  if (isTakenBack(payment, deposit)) return ask("refunded_after_credit");
  if (payment.paid > 0n) {
    if (isCovered(payment, deposit)) return NOTHING;
    return ask(typeof deposit === "string" ? deposit : "money_in_failed_payment");
  }
  if (!isOpen(deposit, "pending") && !isOpen(deposit, "confirming")) return NOTHING;
  const { state } = payment;
  return { do: "fail", failure: state === "expired" || state === "refunded" ? state : "provider" };
}

const isOpen = (deposit: DepositFacts, status: DepositStatus): boolean =>
  typeof deposit !== "string" && deposit.status === status;

/** True where the deposit was credited with at least what arrived, so that there is nothing left to decide. */
function isCovered(payment: PaymentFacts, deposit: DepositFacts): boolean {
  if (typeof deposit === "string" || deposit.status !== "confirmed" || payment.isRepeated) return false;
  return payment.isOurAsset && payment.paid <= (deposit.credited ?? ZERO);
}

/**
 * True where the provider no longer has the money that its user was credited with, whatever amount it still names. A
 * payment that only ran out of time takes nothing back.
 */
function isTakenBack({ state, paid }: PaymentFacts, deposit: DepositFacts): boolean {
  if (state === "expired" || typeof deposit === "string" || deposit.status !== "confirmed") return false;
  return !deposit.isOnTrust || paid > 0n;
}

/** An outcome of nothing at all is no fee but an outcome that is not known yet. */
export function providerFee({ paid, outcome }: PaymentFacts): Minor {
  return outcome === undefined || outcome <= 0n || outcome > paid ? ZERO : minor(paid - outcome);
}

/** A withdrawal goes `pending -> processing -> completed`, or fails on the way with its whole amount returned. */
export type WithdrawalStatus = "pending" | "processing" | "completed" | "failed";

/** A provider's answer about a payout. */
export type PayoutState = "in_progress" | "finished" | "failed" | "unknown";

export type PayoutFacts = {
  readonly state: PayoutState;
  /** The transaction on the network, where the provider names it. */
  readonly transactionHash: string | undefined;
};

export type WithdrawalFacts = {
  readonly status: WithdrawalStatus;
  readonly transactionHash: string | undefined;
  /** True where a person has said that it was paid, with a transaction of their own knowledge. */
  readonly byHand: boolean;
};

export type PayoutDecision = "nothing" | "complete" | "payout_failed" | "paid_after_refund" | "paid_twice";

/**
 * What to do about a payout, from a fresh read of it. One that failed may still be sent by the provider, so it is never
 * returned or repeated without a person; nor is one that was sent after a person had returned the money or paid it.
 */
export function decidePayout(payout: PayoutFacts, withdrawal: WithdrawalFacts): PayoutDecision {
  if (payout.state === "finished") {
    switch (withdrawal.status) {
      case "pending":
        return "nothing";
      case "processing":
        return "complete";
      case "completed":
        return isPaidTwice(payout, withdrawal) ? "paid_twice" : "nothing";
      case "failed":
        return "paid_after_refund";
    }
  }
  return payout.state === "failed" && withdrawal.status === "processing" ? "payout_failed" : "nothing";
}

/**
 * True where the payout is another transaction than the one that is on record. Where a person recorded it, a payout
 * without a transaction may be another one; the provider may well have completed one without naming its transaction.
 */
function isPaidTwice(payout: PayoutFacts, withdrawal: WithdrawalFacts): boolean {
  const [sent, recorded] = [payout.transactionHash?.toLowerCase(), withdrawal.transactionHash?.toLowerCase()];
  if (sent === recorded && sent !== undefined) return false;
  return withdrawal.byHand || (sent !== undefined && recorded !== undefined);
}
