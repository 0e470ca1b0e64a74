import { minor, parseMinor, ZERO } from "../src/money.ts";
import type { Minor } from "../src/money.ts";
import {
  asksAgain,
  bookingOf,
  decidePayment,
  mostCreditable,
  NOTHING_BOOKED,
  uncovered,
} from "../src/payments.ts";
import type {
  PaymentDecision,
  PaymentFacts,
  PaymentRecord,
  PersonsCredit,
  Question,
} from "../src/payments.ts";

/** The amount of the deposit. */
export const ASKED = parseMinor("20");

/** A payment as the server keeps it, with the question about it on the attention list. */
export type Kept = {
  facts: PaymentFacts;
  record: PaymentRecord;
  question: Omit<Question, "arrived"> | undefined;
  /** True if an answer of the provider has come. */
  isAnswered: boolean;
  decidedAbout: Minor;
  /** True if any decision about its item led to a credit. */
  wasCreditedByItem: boolean;
};

const begin = (deposit: PaymentRecord["deposit"], isOurAsset: boolean): Kept => ({
  facts: {
    state: "waiting",
    isOurAsset,
    isRepeated: deposit === "repeated_payment",
    paid: ZERO,
    outcome: ZERO,
  },
  record: {
    deposit,
    booked: NOTHING_BOOKED,
    isDecided: false,
    trusted: ZERO,
    wasSeen: false,
    wasTaken: false,
    isListedAsTaken: false,
    differs: false,
    secondsInState: 0,
  },
  question: undefined,
  isAnswered: false,
  decidedAbout: ZERO,
  wasCreditedByItem: false,
});

/** What the provider says at some time. Money that has arrived stays in `paid`, also once it was sent back. */
export type Truth = { facts: PaymentFacts; differs: boolean; secondsInState: number };
/** "held": the screening holds a credit. "full": the balance has no room for it. */
export type Stop = "held" | "full" | undefined;

/** Reads the payment, as the server does. */
export function read(kept: Kept, { facts, differs, secondsInState }: Truth, stop?: Stop): Kept {
  const { state, isOurAsset, paid } = facts;
  const isGone = state === "failed" || state === "refunded";
  const isArrived = paid > 0n || (!isOurAsset && (state === "finished" || state === "partially_paid"));
  const before = kept.record;
  const record: PaymentRecord = {
    ...before,
    wasSeen: before.wasSeen || isArrived,
    wasTaken: before.wasTaken || (isGone && before.booked.credited > 0n),
    isListedAsTaken: isListedAsTaken(kept),
    differs,
    secondsInState,
  };
  const wanted = decidePayment(facts, record);
  const { booked, moves, asks } =
    stop === undefined || wanted.moves !== "confirmed" ? wanted : stopped(facts, record, stop);
  const next: Kept = {
    ...kept,
    facts,
    isAnswered: true,
    // The list is asked anew each time.
    record: { ...record, booked, deposit: moved(record.deposit, moves), isListedAsTaken: false },
  };
  const after = booked.credited === before.booked.credited ? next : resolve(next, "otherwise");
  return asks === undefined ? after : ask(after, asks);
}

/** A held rest of a credited deposit is a person's to decide. */
const stopped = (facts: PaymentFacts, record: PaymentRecord, stop: Stop): PaymentDecision => {
  const status = typeof record.deposit === "object" ? record.deposit.status : undefined;
  return {
    booked: bookingOf(facts, record),
    moves: status === "confirmed" || stop === "full" ? undefined : "confirming",
    asks: stop === "full" ? "too_large" : status === "confirmed" ? "more_arrived" : undefined,
  };
};

function moved(deposit: PaymentRecord["deposit"], moves: PaymentDecision["moves"]): PaymentRecord["deposit"] {
  if (typeof deposit === "string" || moves === undefined) return deposit;
  return typeof moves === "string"
    ? { ...deposit, status: moves, failure: null }
    : { ...deposit, status: "failed", failure: moves.failed };
}

export const isListedAsTaken = ({ question }: Kept): boolean =>
  question !== undefined &&
  question.decided !== "credited" &&
  (question.reason === "refunded_after_credit" || question.reason === "money_returned");

function ask(kept: Kept, reason: string): Kept {
  const { question, decidedAbout, facts } = kept;
  const isAsked =
    question?.decided === undefined ||
    asksAgain({ ...question, arrived: decidedAbout }, { reason, arrived: facts.paid });
  return isAsked ? { ...kept, question: { reason, decided: undefined } } : kept;
}

/** Closes the question if it is open. A claim decides a closed one again. */
const resolve = (kept: Kept, decided: "credited" | "otherwise", isAgain = false): Kept => ({
  ...kept,
  question:
    kept.question !== undefined && (isAsked(kept) || isAgain) ? { ...kept.question, decided } : kept.question,
  decidedAbout: kept.facts.paid,
});

const isOpen = ({ record: { deposit } }: Kept): boolean =>
  typeof deposit === "object" && (deposit.status === "pending" || deposit.status === "confirming");
export const isAsked = ({ question }: Kept): boolean =>
  question !== undefined && question.decided === undefined;

/** Books a person's credit. `isOwn` is true if the payment's own deposit gets it. */
function credit(kept: Kept, given: PersonsCredit): Kept {
  const { facts, record } = kept;
  const { deposit } = record;
  return {
    ...kept,
    record: {
      ...record,
      booked: bookingOf(facts, record, given),
      trusted: minor(record.trusted + given.trusted),
      isDecided: record.isDecided || given.to !== "claimed",
      deposit:
        typeof deposit === "string" || given.to !== "user"
          ? deposit
          : { ...deposit, status: "confirmed", failure: null },
    },
  };
}

export type Decision =
  | { does: "approve" | "reject" | "dismiss" | "close account" | "give up" }
  | { does: "credit" | "claim"; percent: number; setsAside: boolean };

/** Does what the server does for a person, and nothing where it refuses. */
function decide(kept: Kept, decision: Decision): Kept {
  const { facts, record } = kept;
  const { deposit, booked } = record;
  const reject = (one: Kept): Kept =>
    typeof deposit === "string" || deposit.status === "confirmed"
      ? one
      : { ...one, record: { ...record, deposit: { ...deposit, status: "failed", failure: "rejected" } } };
  switch (decision.does) {
    case "approve": {
      if (!isOpen(kept)) return kept;
      const trusted = uncovered(facts, ASKED);
      const after = credit(kept, { amount: ASKED, to: "user", trusted });
      const isWhole = !facts.isOurAsset || facts.paid <= after.record.booked.credited;
      return isWhole ? resolve(after, "credited") : after;
    }
    case "reject":
      return isOpen(kept) ? resolve(reject(kept), "otherwise") : kept;
    case "dismiss": {
      const closed = resolve(reject(kept), "otherwise");
      // A person who closes the question about credited money decides about the rest of it.
      const isDecided = record.isDecided || booked.credited > 0n;
      return isAsked(kept) ? { ...closed, record: { ...closed.record, isDecided } } : kept;
    }
    case "close account":
      return typeof deposit === "string"
        ? kept
        : { ...kept, record: { ...record, deposit: "account_closed" } };
    case "give up": {
      const waits = typeof deposit === "object" && deposit.status === "confirming" && facts.paid > 0n;
      return isOpen(kept) && !waits
        ? { ...kept, record: { ...record, deposit: moved(deposit, { failed: "expired" }) } }
        : kept;
    }
    case "credit": {
      const most = mostCreditable(facts, { booked, isListedAsTaken: isListedAsTaken(kept) });
      const isElsewhere = !facts.isOurAsset && booked.credited > 0n && !kept.wasCreditedByItem;
      const amount = partOf(most < 100n * ASKED ? most : ASKED, decision.percent);
      if (!isAsked(kept) || !kept.isAnswered || isElsewhere || amount === 0n) return kept;
      const hasNoUser = deposit === "unknown_order" || deposit === "account_closed";
      const to = hasNoUser && decision.setsAside ? "unclaimed" : "user";
      const after = credit(kept, { amount, to, trusted: ZERO });
      return { ...resolve(after, "credited"), wasCreditedByItem: true };
    }
    case "claim": {
      const amount = partOf(booked.setAside, decision.percent);
      if (isAsked(kept) || amount === 0n) return kept;
      return resolve(credit(kept, { amount, to: "claimed", trusted: ZERO }), "credited", true);
    }
  }
}

export const partOf = (amount: Minor, percent: number): Minor => minor((amount * BigInt(percent)) / 100n);

export type Move = {
  state: PaymentFacts["state"];
  more: bigint;
  /** The part of what arrived that the provider keeps, in percent; undefined if it names no outcome. */
  feePercent: number | undefined;
  differs: boolean;
  secondsInState: number;
};
export type Step = { move: Move } | { reads: number; stop: Stop } | { decision: Decision };
export type Told = {
  deposit: "own" | "repeated_payment" | "unknown_order" | "account_closed";
  isOurAsset: boolean;
  steps: Step[];
  last: Move;
};

const OWN = { status: "pending", failure: null, asked: ASKED } as const;

/** One step of a played history. A read has the provider's answer. */
export type Seen = { before: Kept; after: Kept; answer: Truth | undefined; decision: Decision | undefined };

/**
 * Plays a history step by step, then reads its last answer.
 *
 * @param hears how often each news is heard, instead of as often as the history says
 */
export function play({ deposit, isOurAsset, steps, last }: Told, hears?: () => number) {
  let end = begin(deposit === "own" ? OWN : deposit, isOurAsset);
  let truth: Truth = { facts: end.facts, differs: false, secondsInState: 0 };
  const seen: Seen[] = [];
  const take = (after: Kept, cause: { answer?: Truth; decision?: Decision }) => {
    seen.push({ before: end, after, answer: undefined, decision: undefined, ...cause });
    end = after;
  };
  for (const step of steps) {
    if ("move" in step) truth = moveOn(truth, step.move);
    else if ("decision" in step) take(decide(end, step.decision), { decision: step.decision });
    else
      for (let n = hears?.() ?? step.reads; n > 0; n -= 1)
        take(read(end, truth, step.stop), { answer: truth });
  }
  truth = moveOn(truth, last);
  take(read(end, truth), { answer: truth });
  return { end, truth, seen };
}

function moveOn({ facts }: Truth, { state, more, feePercent, differs, secondsInState }: Move): Truth {
  const paid = minor(facts.paid + more);
  const outcome = feePercent === undefined ? undefined : minor(paid - partOf(paid, feePercent));
  return { facts: { ...facts, state, paid, outcome }, differs, secondsInState };
}
