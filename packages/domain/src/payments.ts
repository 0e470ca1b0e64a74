import { minor, ZERO } from "./money.ts";
import type { Minor } from "./money.ts";

/** A deposit goes `pending -> confirming -> confirmed`, or fails on the way. */
export type DepositStatus = "pending" | "confirming" | "confirmed" | "failed";
export type DepositFailure = "no_address" | "provider" | "expired" | "refunded" | "rejected";

/**
 * The state of a payment as its provider reports it. `partially_paid`, `finished`, `failed`, `refunded` and `expired` may
 * be final; `unknown` stands for any word that we do not know.
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
  /** True if the money that arrived is USDT on TRON. */
  readonly isOurAsset: boolean;
  /** True for a further transfer to the address of an earlier payment. */
  readonly isRepeated: boolean;
  /** The amount that arrived, in 1e-8 of its asset. In another asset, zero may mean that the provider names none. */
  readonly paid: Minor;
  /** The part of it that reached us, in 1e-8 USDT; undefined if the provider does not say. */
  readonly outcome: Minor | undefined;
};

/** The deposit on record, or the reason why there is none. */
export type DepositFacts =
  | {
      readonly status: DepositStatus;
      readonly failure: DepositFailure | null;
      readonly credited: Minor | null;
      /** True if an administrator credited it and no money had ever been seen in its payment. */
      readonly isOnTrust: boolean;
      /** True if the attention list says that its credited money was taken back, or is there again since. */
      readonly isListedAsTaken?: boolean;
    }
  /** The order's deposit has another payment already. */
  | "repeated_payment"
  | "unknown_order"
  | "account_closed";

export type PaymentDecision =
  | { readonly do: "nothing" }
  | { readonly do: "confirm" }
  | { readonly do: "fail"; readonly failure: "provider" | "expired" | "refunded" }
  /** In 1e-8 USDMS: the credit to the user, and the part of it that the provider kept, which the house pays. */
  | { readonly do: "credit"; readonly amount: Minor; readonly fee: Minor }
  /** No rule covers the payment: an administrator decides. */
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
  | "money_returned"
  | "unknown_order"
  | "account_closed";

/** The largest amount credited without an administrator: more may not fit the balance. */
export const LARGEST_CREDIT = minor(1_000_000_000n * 100_000_000n);

const NOTHING: PaymentDecision = { do: "nothing" };
const ask = (reason: PaymentAttentionReason): PaymentDecision => ({ do: "ask", reason });

/**
 * Decides what to do about a payment, from a fresh read of it. States only move forward, and money is credited once. If
 * money arrived that no rule covers, an administrator decides: it is neither lost nor credited automatically.
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
  // A provider that names no amount of another asset still says by the state that it arrived.
  if (payment.paid <= 0n && payment.isOurAsset) {
    return payment.state === "finished" && !isCovered(payment, deposit) ? ask("nothing_arrived") : NOTHING;
  }
  if (typeof deposit === "string") return ask(deposit);
  if (isCovered(payment, deposit)) return decideCovered(payment, deposit);
  if (payment.isRepeated) return ask("repeated_payment");
  if (!payment.isOurAsset) return ask("wrong_asset");
  if (payment.paid > LARGEST_CREDIT) return ask("too_large");
  if (deposit.status === "confirmed") return ask("more_arrived");
  if (deposit.failure === "rejected") return ask("money_after_rejection");
  return { do: "credit", amount: payment.paid, fee: providerFee(payment) ?? ZERO };
}

function decideFailed(payment: PaymentFacts, deposit: DepositFacts): PaymentDecision {
  if (isTakenBack(payment, deposit)) return ask("refunded_after_credit");
  if (payment.paid > 0n) {
    if (isCovered(payment, deposit)) return decideCovered(payment, deposit);
    return ask(typeof deposit === "string" ? deposit : "money_in_failed_payment");
  }
  if (!isOpen(deposit, "pending") && !isOpen(deposit, "confirming")) return NOTHING;
  const { state } = payment;
  return { do: "fail", failure: state === "expired" || state === "refunded" ? state : "provider" };
}

/** Returns true if a payment is over and left no money with the provider. */
export const isEmpty = ({ state, paid }: PaymentFacts): boolean =>
  paid <= 0n && (state === "failed" || state === "refunded" || state === "expired");

const isOpen = (deposit: DepositFacts, status: DepositStatus): boolean =>
  typeof deposit !== "string" && deposit.status === status;

/**
 * Returns true if the deposit was credited with at least the amount that arrived: there is nothing left to decide. So was one
 * in another asset whose money is there again after it was taken back.
 */
function isCovered(payment: PaymentFacts, deposit: DepositFacts): boolean {
  if (typeof deposit === "string" || deposit.status !== "confirmed") return false;
  if (!payment.isOurAsset) return deposit.isListedAsTaken === true;
  return !payment.isRepeated && payment.paid <= (deposit.credited ?? ZERO);
}

/**
 * Decides what to do about a credited amount. Once it was listed as taken back and is there again, an administrator is told,
 * because they may have taken it from the balance meanwhile.
 */
const decideCovered = ({ paid, isOurAsset }: PaymentFacts, deposit: DepositFacts): PaymentDecision =>
  typeof deposit !== "string" && deposit.isListedAsTaken === true && (paid > 0n || !isOurAsset)
    ? ask("money_returned")
    : NOTHING;

/**
 * Returns true if the provider no longer has the money that its user was credited with, whatever amount it still reports. A
 * payment that only ran out of time takes nothing back.
 */
function isTakenBack({ state, paid }: PaymentFacts, deposit: DepositFacts): boolean {
  if (state === "expired" || typeof deposit === "string" || deposit.status !== "confirmed") return false;
  return !deposit.isOnTrust || paid > 0n;
}

/**
 * Returns the provider's fee; undefined while it is not known. An outcome of zero means that the outcome is not known yet,
 * not that all of it was a fee.
 */
export function providerFee({ paid, outcome }: PaymentFacts): Minor | undefined {
  return outcome === undefined || outcome <= 0n || outcome > paid ? undefined : minor(paid - outcome);
}

/** A withdrawal goes `pending -> processing -> completed`, or fails on the way with its whole amount returned. */
export type WithdrawalStatus = "pending" | "processing" | "completed" | "failed";

/** A provider's answer about a payout. */
export type PayoutState = "in_progress" | "finished" | "failed" | "unknown";

export type PayoutFacts = {
  readonly state: PayoutState;
  /** The transaction on the network; undefined if the provider does not name it. */
  readonly transactionHash: string | undefined;
};

export type WithdrawalFacts = {
  readonly status: WithdrawalStatus;
  readonly transactionHash: string | undefined;
  /** True if an administrator marked it as paid, from their own knowledge of the transaction. */
  readonly byHand: boolean;
};

export type PayoutDecision = "nothing" | "complete" | "payout_failed" | "paid_after_refund" | "paid_twice";

/**
 * Decides what to do about a payout, from a fresh read of it. The provider may still send a payout that failed, so the
 * platform neither returns nor repeats it without an administrator. An administrator also decides if the provider sent one
 * after the money had been returned or paid by hand.
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
 * Returns true if the payout is another transaction than the one on record. If an administrator recorded that one, a payout
 * without a transaction may be another one. If the provider completed it, it may not have named the transaction.
 */
function isPaidTwice(payout: PayoutFacts, withdrawal: WithdrawalFacts): boolean {
  const [sent, recorded] = [payout.transactionHash?.toLowerCase(), withdrawal.transactionHash?.toLowerCase()];
  if (sent === recorded && sent !== undefined) return false;
  return withdrawal.byHand || (sent !== undefined && recorded !== undefined);
}
