import type { Minor } from "./money.ts";

/** A withdrawal goes `pending -> processing -> completed`, or fails on the way with its whole amount returned. */
export type WithdrawalStatus = "pending" | "processing" | "completed" | "failed";

/** The state of a payout as its provider reports it. `unknown` stands for any word that we do not know. */
export type PayoutState = "in_progress" | "finished" | "failed" | "unknown";

/** A provider's answer about a payout. It may leave out everything but the state. */
export type PayoutFacts = {
  readonly state: PayoutState;
  /** The transaction on the network. */
  readonly transactionHash: string | undefined;
  /** The id of the withdrawal that it pays. */
  readonly externalId: string | undefined;
  /** In 1e-8 of the asset. */
  readonly amount: Minor | undefined;
  readonly address: string | undefined;
  readonly asset: string | undefined;
};

/**
 * What the books say of a payout: its provider paid it, an administrator marked it as paid from their own knowledge, or its
 * amount was returned; null while none of these has happened.
 */
export type PayoutOutcome = "paid" | "paid_by_hand" | "returned" | null;

/** A payout as it was asked for, and what the books say of it. */
export type AskedPayout = {
  readonly withdrawalId: string;
  /** In 1e-8 USDT. */
  readonly amount: Minor;
  readonly address: string;
  readonly asset: string;
  readonly outcome: PayoutOutcome;
  /** The transaction on record, once it is paid. */
  readonly transactionHash: string | undefined;
};

export type PayoutDecision =
  | "nothing"
  | "complete"
  | "payout_differs"
  | "payout_failed"
  | "payout_undone"
  | "payout_unknown_state"
  | "paid_after_refund"
  | "paid_twice";

/** The seconds that a payout may be in a state that nobody knows before an administrator is asked. */
export const UNKNOWN_STATE_SECONDS = 600;

type Field = "amount" | "address" | "asset" | "externalId";

/** Returns the fields of an answer that are not what was asked for. A field that the answer leaves out is not compared. */
export function differingFields(said: PayoutFacts, asked: AskedPayout): Field[] {
  const fields: Field[] = [];
  if (said.amount !== undefined && said.amount !== asked.amount) fields.push("amount");
  if (said.address !== undefined && said.address !== asked.address) fields.push("address");
  if (!isSameWord(said.asset, asked.asset)) fields.push("asset");
  if (!isSameWord(said.externalId, asked.withdrawalId)) fields.push("externalId");
  return fields;
}

const isSameWord = (said: string | undefined, asked: string): boolean =>
  said === undefined || said.trim().toLowerCase() === asked.toLowerCase();

/**
 * Decides what to do about a payout, from a fresh read of it. The answer is compared with what was asked for, and completes
 * a withdrawal only if both agree. The provider may still send a payout that failed, so the platform neither returns nor
 * repeats it without an administrator. An administrator also decides what changes after the end.
 *
 * @param secondsInState how long the provider has reported this state
 */
export function decidePayout(said: PayoutFacts, asked: AskedPayout, secondsInState: number): PayoutDecision {
  const differs = differingFields(said, asked).length > 0;
  switch (asked.outcome) {
    case null:
      return differs ? "payout_differs" : decideOpen(said.state, secondsInState);
    case "returned":
      return said.state === "finished" ? "paid_after_refund" : "nothing";
    case "paid":
    case "paid_by_hand":
      return decidePaid(said, asked, differs);
  }
}

function decideOpen(state: PayoutState, secondsInState: number): PayoutDecision {
  switch (state) {
    case "in_progress":
      return "nothing";
    case "finished":
      return "complete";
    case "failed":
      return "payout_failed";
    case "unknown":
      return secondsInState >= UNKNOWN_STATE_SECONDS ? "payout_unknown_state" : "nothing";
  }
}

/**
 * Decides about a payout on record as paid. If an administrator recorded another transaction, they paid by other means: then
 * only a payout that is sent all the same matters, and one without a transaction may be another one.
 */
function decidePaid(said: PayoutFacts, asked: AskedPayout, differs: boolean): PayoutDecision {
  const [sent, recorded] = [said.transactionHash?.toLowerCase(), asked.transactionHash?.toLowerCase()];
  const isSame = sent !== undefined && sent === recorded;
  const isOther =
    !isSame && (asked.outcome === "paid_by_hand" || (sent !== undefined && recorded !== undefined));
  if (said.state === "finished" && isOther) return "paid_twice";
  if (!isSame && asked.outcome === "paid_by_hand") return "nothing";
  switch (said.state) {
    case "failed":
      return "payout_undone";
    case "unknown":
      return asked.outcome === "paid" ? "payout_undone" : "nothing";
    case "finished":
    case "in_progress":
      return differs ? "payout_differs" : "nothing";
  }
}
