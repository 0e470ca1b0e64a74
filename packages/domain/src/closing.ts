import { ZERO } from "./money.ts";
import type { Minor } from "./money.ts";

/** The facts about an account whose owner wants to close it. Instants are Unix time in milliseconds. */
export type ClosingFacts = {
  /** In 1e-8 USDMS. */
  readonly balanceMinor: Minor;
  readonly openPositions: number;
  readonly openWithdrawals: number;
  /** Deposits whose payment was seen but is not confirmed yet. */
  readonly confirmingDeposits: number;
  /** Payments that need an administrator's decision. */
  readonly undecidedPayments: number;
  /** Deposits for which no payment was seen. */
  readonly expectedDeposits: number;
  /** True if an administrator has locked trading or withdrawals. */
  readonly isLocked: boolean;
  /** The end of a break that the owner took; null if there is none. */
  readonly pausedUntilMs: number | null;
  /** The end of the pause of withdrawals after a change to the account; null if there is none. */
  readonly heldUntilMs: number | null;
  readonly isLastAdministrator: boolean;
  /** True if the owner is an administrator and two people must decide about administrators. */
  readonly takesTwo: boolean;
};

/** The owner's statements when they close the account. */
export type ClosingWish = {
  /** The balance that the owner gives up, in 1e-8 USDMS. */
  readonly waivedMinor: Minor;
  /** True if the owner says that they sent nothing for the deposits that are still expected. */
  readonly nothingSent: boolean;
};

export type ClosingObstacle =
  | "last_admin"
  | "closing_takes_two"
  | "closing_locked"
  | "closing_paused"
  | "closing_held";

export type ClosingRefusal =
  | ClosingObstacle
  | "closing_open"
  | "closing_expected"
  | "closing_balance_differs";

/**
 * Returns the reason why an account cannot be closed now, whatever its owner says; undefined if it can. A break would end
 * with the account, so the account stays as long as the break. Nobody can give up money while withdrawals pause: the person
 * who asks may not be the owner.
 */
export function closingObstacle(facts: ClosingFacts, nowMs: number): ClosingObstacle | undefined {
  if (facts.isLastAdministrator) return "last_admin";
  if (facts.takesTwo) return "closing_takes_two";
  if (facts.isLocked) return "closing_locked";
  if (isAhead(facts.pausedUntilMs, nowMs)) return "closing_paused";
  if (facts.balanceMinor > ZERO && isAhead(facts.heldUntilMs, nowMs)) return "closing_held";
  return undefined;
}

/**
 * Returns the reason why an account cannot be closed with this wish; undefined if it can. Everything open must end first,
 * and the waiver must equal the balance.
 */
export function judgeClosing(
  facts: ClosingFacts,
  { waivedMinor, nothingSent }: ClosingWish,
  nowMs: number,
): ClosingRefusal | undefined {
  const obstacle = closingObstacle(facts, nowMs);
  if (obstacle !== undefined) return obstacle;
  const open =
    facts.openPositions + facts.openWithdrawals + facts.confirmingDeposits + facts.undecidedPayments;
  if (open > 0) return "closing_open";
  if (facts.expectedDeposits > 0 && !nothingSent) return "closing_expected";
  return waivedMinor === facts.balanceMinor ? undefined : "closing_balance_differs";
}

const HOUR_MS = 3_600_000;
/** The time for which a closing waits if its proof is not enough to give up a balance at once. */
export const CLOSING_DELAY_MS = 72 * HOUR_MS;
/** The age from which a place is one that a thief of the password has not just made known. */
const SETTLED_PLACE_MS = 24 * HOUR_MS;

/** How sure it is that the owner asks. Instants are Unix time in milliseconds. */
export type ClosingTrust = {
  /** True if the account has a withdrawal code, a second step or a passkey. Then the call proved it. */
  readonly takesMoreThanPassword: boolean;
  /** The instant since which the account knows the caller's place; null if it does not. */
  readonly placeKnownSinceMs: number | null;
};

/**
 * Returns true if an account is closed at once. Otherwise its owner gets the time to stop the closing: a stolen password
 * must not destroy a balance that it cannot withdraw.
 */
export function closesAtOnce(
  { balanceMinor }: Pick<ClosingFacts, "balanceMinor">,
  { takesMoreThanPassword, placeKnownSinceMs }: ClosingTrust,
  nowMs: number,
): boolean {
  if (balanceMinor === ZERO) return true;
  return takesMoreThanPassword && placeKnownSinceMs !== null && nowMs - placeKnownSinceMs >= SETTLED_PLACE_MS;
}

const isAhead = (untilMs: number | null, nowMs: number): boolean => untilMs !== null && untilMs > nowMs;
