import { ZERO } from "./money.ts";
import type { Minor } from "./money.ts";

/** What the platform knows of an account whose owner wants to close it. Instants are Unix time in milliseconds. */
export type ClosingFacts = {
  /** In 1e-8 USDMS. */
  readonly balanceMinor: Minor;
  readonly openPositions: number;
  /** Pending ones, and those that are being paid. */
  readonly openWithdrawals: number;
  /** Deposits whose payment was seen and is not confirmed yet. */
  readonly confirmingDeposits: number;
  /** Payments that a person has to decide about. */
  readonly undecidedPayments: number;
  /** Deposits of which no payment was seen. */
  readonly expectedDeposits: number;
  /** An administrator has locked trading or withdrawals. */
  readonly isLocked: boolean;
  /** The end of a break that the owner took; null without one. */
  readonly pausedUntilMs: number | null;
  /** Until when withdrawals pause after a change to the account; null where they do not. */
  readonly heldUntilMs: number | null;
  readonly isLastAdministrator: boolean;
  /** The owner is an administrator, and two people decide about those. */
  readonly takesTwo: boolean;
};

/** What the owner says as they close it. */
export type ClosingWish = {
  /** The balance that they give up, in 1e-8 USDMS. */
  readonly waivedMinor: Minor;
  /** They have sent nothing for the deposits that are still expected. */
  readonly nothingSent: boolean;
};

export type ClosingObstacle =
  | "last_admin"
  | "closing_takes_two"
  | "closing_locked"
  | "closing_paused"
  | "closing_held";

/**
 * Why an account cannot be closed now, whatever its owner says; undefined where it can. A break ends with the account, so the
 * account stays as long as the break. Money that nobody may withdraw is given up by nobody: whoever asks may not be the owner.
 */
export function closingObstacle(facts: ClosingFacts, nowMs: number): ClosingObstacle | undefined {
  if (facts.isLastAdministrator) return "last_admin";
  if (facts.takesTwo) return "closing_takes_two";
  if (facts.isLocked) return "closing_locked";
  if (isAhead(facts.pausedUntilMs, nowMs)) return "closing_paused";
  if (facts.balanceMinor > ZERO && isAhead(facts.heldUntilMs, nowMs)) return "closing_held";
  return undefined;
}

/** Why an account is not closed with this wish; undefined where it is. What is open ends first, and the waiver is exact. */
export function judgeClosing(
  facts: ClosingFacts,
  { waivedMinor, nothingSent }: ClosingWish,
  nowMs: number,
): ClosingObstacle | "closing_open" | "closing_expected" | "closing_balance_differs" | undefined {
  const obstacle = closingObstacle(facts, nowMs);
  if (obstacle !== undefined) return obstacle;
  const open =
    facts.openPositions + facts.openWithdrawals + facts.confirmingDeposits + facts.undecidedPayments;
  if (open > 0) return "closing_open";
  if (facts.expectedDeposits > 0 && !nothingSent) return "closing_expected";
  return waivedMinor === facts.balanceMinor ? undefined : "closing_balance_differs";
}

const isAhead = (untilMs: number | null, nowMs: number): boolean => untilMs !== null && untilMs > nowMs;
