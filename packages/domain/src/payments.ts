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

/** What the provider says about a payment now. */
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

/** What the books say about a payment, in 1e-8 USDMS. Custody holds `credited - advanced - feeBooked`. */
export type Booked = {
  /** The amount credited to users or set aside. It never falls: only a person takes money from a balance. */
  readonly credited: Minor;
  /** The part of `credited` that `house:unclaimed` keeps until its owner is known. */
  readonly setAside: Minor;
  /** The part of `credited` that the house has advanced, because it has not arrived or was sent back. */
  readonly advanced: Minor;
  /** The provider's fee that the house has paid. */
  readonly feeBooked: Minor;
};

export const NOTHING_BOOKED: Booked = { credited: ZERO, setAside: ZERO, advanced: ZERO, feeBooked: ZERO };

/** What we know of a payment besides the provider's answer: what was asked for, booked and decided. */
export type PaymentRecord = {
  /** The deposit that the payment was made for, or the reason why there is none. */
  readonly deposit:
    | { readonly status: DepositStatus; readonly failure: DepositFailure | null; readonly asked: Minor }
    /** The order's deposit has another payment already. */
    | "repeated_payment"
    | "unknown_order"
    | "account_closed";
  readonly booked: Booked;
  /** True if a person has credited any part of it, or decided about the rest. */
  readonly isDecided: boolean;
  /** What people credited beyond the money that had arrived, in 1e-8 USDMS. */
  readonly trusted: Minor;
  /** True if money was seen in it at any time. */
  readonly wasSeen: boolean;
  /** True if it failed or was refunded after a credit, whatever came later. */
  readonly wasTaken: boolean;
  /** True if the attention list says that its credited money was taken back, or is there again since. */
  readonly isListedAsTaken: boolean;
  /** True if the answer names another amount, address or network than was asked for or given out. */
  readonly differs: boolean;
  /** For how long the provider has named the same state, in seconds. */
  readonly secondsInState: number;
};

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
  | "account_closed"
  | "answer_differs";

export type PaymentDecision = {
  /** What the books should say. */
  readonly booked: Booked;
  /** The status to which the deposit moves; undefined if it stays. */
  readonly moves: "confirming" | "confirmed" | { readonly failed: DepositFailure } | undefined;
  /** Why an administrator decides, because no rule covers the payment; undefined if none does. */
  readonly asks: PaymentAttentionReason | undefined;
};

/** The largest amount credited without an administrator: more may not fit the balance. */
export const LARGEST_CREDIT = minor(1_000_000_000n * 100_000_000n);

/** A state that nobody knows may pass by itself for so long. Then an administrator looks. */
export const UNKNOWN_SECONDS = 300;

/**
 * Decides what to do about a payment, from a fresh read of it. Only the last answer counts, so it does not matter which
 * earlier ones were lost, repeated or late. Money is credited once. If money arrived that no rule covers, an administrator
 * decides: it is neither lost nor credited automatically.
 */
export function decidePayment(facts: PaymentFacts, record: PaymentRecord): PaymentDecision {
  const credit = creditByRule(facts, record);
  const credited = minor(record.booked.credited + credit);
  const after = credit > 0n ? confirmed(record, credited) : record;
  return {
    booked: bookingOf(facts, after),
    moves: credit > 0n ? "confirmed" : moveOf(facts, record),
    asks: questionOf(facts, after),
  };
}

const confirmed = (record: PaymentRecord, credited: Minor): PaymentRecord =>
  typeof record.deposit === "string"
    ? record
    : {
        ...record,
        deposit: { ...record.deposit, status: "confirmed", failure: null },
        booked: { ...record.booked, credited },
      };

/**
 * Returns the amount that is credited without a person: all that arrived for the first time, and later, as long as nobody
 * else has decided, the rest of what was asked for.
 */
function creditByRule(facts: PaymentFacts, record: PaymentRecord): Minor {
  const { deposit, booked, isDecided, wasTaken, differs } = record;
  if (typeof deposit === "string" || deposit.failure === "rejected") return ZERO;
  if (facts.state !== "finished" && facts.state !== "partially_paid") return ZERO;
  if (!facts.isOurAsset || facts.isRepeated || differs || facts.paid > LARGEST_CREDIT) return ZERO;
  if (deposit.status !== "confirmed") return positive(facts.paid);
  if (isDecided || wasTaken) return ZERO;
  return positive((facts.paid < deposit.asked ? facts.paid : deposit.asked) - booked.credited);
}

const positive = (amount: bigint): Minor => (amount > 0n ? minor(amount) : ZERO);

function moveOf({ state, isOurAsset, isRepeated, paid }: PaymentFacts, { deposit }: PaymentRecord) {
  if (typeof deposit === "string" || (deposit.status !== "pending" && deposit.status !== "confirming")) {
    return undefined;
  }
  if (state === "confirming")
    return deposit.status === "pending" && isOurAsset && !isRepeated ? ("confirming" as const) : undefined;
  if (paid > 0n) return undefined;
  if (state === "expired" || state === "refunded") return { failed: state };
  return state === "failed" ? { failed: "provider" as const } : undefined;
}

function questionOf(facts: PaymentFacts, record: PaymentRecord): PaymentAttentionReason | undefined {
  const { state, paid } = facts;
  const reason = questionOfMoney(facts, record);
  if (reason !== undefined) return reason;
  if (record.differs && !isCredited(record)) return "answer_differs";
  if (state !== "unknown") return undefined;
  const isNews = paid > 0n && !isCovered(facts, record);
  return isNews || record.secondsInState >= UNKNOWN_SECONDS ? "unknown_state" : undefined;
}

function questionOfMoney(facts: PaymentFacts, record: PaymentRecord): PaymentAttentionReason | undefined {
  switch (facts.state) {
    case "waiting":
    case "confirming":
    case "unknown":
      return undefined;
    case "finished":
    case "partially_paid":
      return questionOfArrived(facts, record);
    case "failed":
    case "refunded":
    case "expired":
      return questionOfFailed(facts, record);
  }
}

function questionOfArrived(facts: PaymentFacts, record: PaymentRecord): PaymentAttentionReason | undefined {
  const { deposit } = record;
  // A provider that names no amount of another asset still says by the state that it arrived.
  if (facts.paid <= 0n && facts.isOurAsset) {
    return facts.state === "finished" && !isCovered(facts, record) ? "nothing_arrived" : undefined;
  }
  if (isCovered(facts, record)) return returned(facts, record);
  if (typeof deposit === "string" && !isCredited(record)) return deposit;
  if (facts.isRepeated) return "repeated_payment";
  if (!facts.isOurAsset) return "wrong_asset";
  if (record.differs && !isCredited(record)) return "answer_differs";
  if (facts.paid > LARGEST_CREDIT) return "too_large";
  return isCredited(record) ? "more_arrived" : "money_after_rejection";
}

function questionOfFailed(facts: PaymentFacts, record: PaymentRecord): PaymentAttentionReason | undefined {
  const { deposit } = record;
  if (isTakenBack(facts, record)) return "refunded_after_credit";
  if (facts.paid <= 0n) return undefined;
  if (isCovered(facts, record)) return returned(facts, record);
  return typeof deposit === "string" && !isCredited(record) ? deposit : "money_in_failed_payment";
}

/** Returns true if a payment is over and left no money with the provider. */
export const isEmpty = ({ state, paid }: PaymentFacts): boolean =>
  paid <= 0n && (state === "failed" || state === "refunded" || state === "expired");

/** Returns true if the money that has arrived stays with us. An expired payment keeps it, too. */
const moneyStays = ({ state }: PaymentFacts): boolean =>
  state === "finished" || state === "partially_paid" || state === "expired";

const isCredited = ({ deposit, booked }: PaymentRecord): boolean =>
  booked.credited > 0n || (typeof deposit !== "string" && deposit.status === "confirmed");

/**
 * Returns true if at least the amount that arrived was credited: there is nothing left to decide. So was one in another
 * asset whose money is there again after it was taken back.
 */
function isCovered(facts: PaymentFacts, record: PaymentRecord): boolean {
  if (!isCredited(record)) return false;
  return facts.isOurAsset ? facts.paid <= record.booked.credited : record.isListedAsTaken;
}

/**
 * Decides what to do about a credited amount. If a part of it is gone, or if it was listed as taken back and is there again,
 * an administrator is told: they may take it from the balance, or may have done so.
 */
function returned({ paid, isOurAsset }: PaymentFacts, { booked, trusted, isListedAsTaken }: PaymentRecord) {
  // Less is there than by rule, or than a person saw when they credited it.
  if (isOurAsset && paid > 0n && paid < booked.credited - trusted) return "refunded_after_credit";
  return isListedAsTaken && (paid > 0n || !isOurAsset) ? "money_returned" : undefined;
}

/**
 * Returns true if the provider no longer has the money that its user was credited with, whatever amount it still reports. A
 * payment that only ran out of time takes nothing back, and neither does one in which no money was ever seen.
 */
function isTakenBack({ state, paid }: PaymentFacts, record: PaymentRecord): boolean {
  if ((state !== "failed" && state !== "refunded") || !isCredited(record)) return false;
  return !record.isDecided || record.wasSeen || paid > 0n;
}

/** A person's credit of a payment, in 1e-8 USDMS. */
export type PersonsCredit = {
  readonly amount: Minor;
  /**
   * "user": money of the payment goes to a user. "unclaimed": it is set aside. "claimed": money that was set aside goes to a
   * user.
   */
  readonly to: "user" | "unclaimed" | "claimed";
  /** The part of `amount` that has not arrived. */
  readonly trusted: Minor;
};

/** Returns what the books should say about a payment now and, if a person credits it, after their credit. */
export function bookingOf(facts: PaymentFacts, record: PaymentRecord, credit?: PersonsCredit): Booked {
  const { booked } = record;
  const { amount, to, trusted } = credit ?? { amount: ZERO, to: "user", trusted: ZERO };
  const after: PaymentRecord = {
    ...record,
    trusted: minor(record.trusted + trusted),
    booked: {
      ...booked,
      credited: to === "claimed" ? booked.credited : minor(booked.credited + amount),
      setAside: minor(booked.setAside + (to === "unclaimed" ? amount : to === "claimed" ? -amount : 0n)),
      advanced: minor(booked.advanced + trusted),
    },
  };
  return {
    ...after.booked,
    advanced: advanceOf(facts, after),
    feeBooked: feeOf(facts, after, credit !== undefined),
  };
}

/**
 * Returns the part of the credits that custody lacks: all of it once the provider has sent the money back, and otherwise
 * what is more than the money that is there. While it is not certain where the money is, nothing changes.
 */
function advanceOf(facts: PaymentFacts, record: PaymentRecord): Minor {
  const { credited, advanced } = record.booked;
  if (facts.state === "refunded") return isTakenBack(facts, record) ? credited : advanced;
  if (!moneyStays(facts)) return advanced;
  if (facts.isOurAsset) {
    const missing = positive(credited - facts.paid);
    // An answer without an amount is no word about it.
    return facts.paid > 0n ? missing : smaller(advanced, missing);
  }
  // Nobody knows what part of an advance from before any money was seen another asset covers. What exceeds it was sent back
  // before, and is there again.
  return facts.state === "expired" && facts.paid <= 0n ? advanced : smaller(advanced, record.trusted);
}

const smaller = (one: Minor, other: Minor): Minor => (one < other ? one : other);

/**
 * Returns the fee that the house should have paid: the provider's, once the money certainly stays or is gone. A person's
 * credit books the fee that the provider names so far.
 */
function feeOf(facts: PaymentFacts, { booked }: PaymentRecord, isPersons: boolean): Minor {
  const named = namedFee(facts);
  if (booked.credited <= 0n || named === undefined) return booked.feeBooked;
  if (facts.state === "refunded" || moneyStays(facts)) return named;
  return isPersons && named > booked.feeBooked ? named : booked.feeBooked;
}

/**
 * Returns the fee that the provider names for money in our asset; undefined if it names none. It keeps none of money that it
 * sends back. An outcome of zero means that the outcome is not known yet, not that all of it was a fee.
 */
export function namedFee({ state, isOurAsset, paid, outcome }: PaymentFacts): Minor | undefined {
  if (!isOurAsset) return undefined;
  if (state === "refunded") return ZERO;
  return outcome === undefined || outcome <= 0n || outcome > paid ? undefined : minor(paid - outcome);
}

/** Returns the part of an approved amount that has not arrived in the payment. Money that was refunded is gone. */
export const uncovered = (facts: PaymentFacts, approved: Minor): Minor =>
  positive(
    approved - (facts.isOurAsset && !facts.isRepeated && facts.state !== "refunded" ? facts.paid : 0n),
  );

/**
 * Returns the amount that is left to decide of a payment, in 1e-8 of its asset; undefined if it is not known. The platform
 * does not know the rate of another asset, so its amount stays whole, unless its money was taken back after a credit.
 */
export function leftToDecide(facts: PaymentFacts, record: Pick<PaymentRecord, "booked" | "isListedAsTaken">) {
  if (facts.isOurAsset) return positive(facts.paid - record.booked.credited);
  if (record.isListedAsTaken) return ZERO;
  const hasArrived = facts.state === "finished" || facts.state === "partially_paid";
  return facts.paid > 0n || !hasArrived ? positive(facts.paid) : undefined;
}

/** Returns the most that a person may credit of that amount, in 1e-8 USDMS. In another asset the person sets the rate. */
export function mostCreditable(facts: PaymentFacts, record: Parameters<typeof leftToDecide>[1]): Minor {
  const left = leftToDecide(facts, record);
  if (left !== undefined && left <= 0n) return ZERO;
  return left !== undefined && facts.isOurAsset ? smaller(left, LARGEST_CREDIT) : LARGEST_CREDIT;
}

/**
 * Returns true as long as the payment is read again and again: it may change, or the house waits for money that it advanced.
 */
export const isAwaited = ({ state }: PaymentFacts, { advanced }: Booked): boolean =>
  state === "finished" ? advanced > 0n : state !== "failed" && state !== "refunded";

/** The question about a payment on the attention list, and how it was decided last; undefined while it is open. */
export type Question = {
  readonly reason: string;
  /** The amount that had arrived when it was asked. */
  readonly arrived: Minor;
  readonly decided: "credited" | "otherwise" | undefined;
};

/**
 * Returns true if a decided question is asked again: more money has arrived, or there is a new reason. A closed account is no
 * new reason, and after a credit only a refund is one.
 */
export function asksAgain(
  question: Question,
  now: { readonly reason: string; readonly arrived: Minor },
): boolean {
  if (question.decided === undefined) return false;
  if (now.arrived > question.arrived) return true;
  if (now.reason === question.reason || now.reason === "account_closed") return false;
  return question.decided === "otherwise" || now.reason === "refunded_after_credit";
}
