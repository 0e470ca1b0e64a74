import type { Minor } from "./money.ts";

/** The limits of the rule that approves withdrawals without a person, in 1e-8 USDMS. */
export type AutoApprovalLimits = {
  /** The rule approves only smaller amounts; undefined if it approves none. */
  readonly autoApproveBelow: Minor | undefined;
  /** The most that it approves in 24 hours, for all users together; undefined if it approves nothing. */
  readonly autoApprovePerDay: Minor | undefined;
  /** Larger amounts need two people; undefined if one is always enough. */
  readonly fourEyesAbove: Minor | undefined;
};

/** The facts about a pending withdrawal and its owner. Amounts are in 1e-8 USDMS, before the fee. */
export type AutoApprovalFacts = AutoApprovalLimits & {
  readonly amount: Minor;
  /** The sum that the rule has approved in the last 24 hours, for all users together. */
  readonly approvedMinor: Minor;
  readonly accountAgeMs: number;
  /** True while maintenance or a restore has stopped withdrawals. */
  readonly isStopped: boolean;
  /** True if the owner has rights in the administration: nobody profits from a rule that they set. */
  readonly isStaff: boolean;
  /** True while the owner's withdrawals or trading are locked, or withdrawals are on hold. */
  readonly isBlocked: boolean;
  /** True while a person's approval waits for a second one. */
  readonly isProposed: boolean;
  /** True if an item about the withdrawal or its owner is on the attention list. */
  readonly needsAttention: boolean;
  /** True if an earlier withdrawal of the owner to this address is completed. */
  readonly isAddressUsed: boolean;
  /** True if the owner has switched two-step sign-in on. */
  readonly hasTwoStep: boolean;
  /** True if the screening service has allowed it, or none is configured. */
  readonly isScreened: boolean;
};

/** The reason why a withdrawal waits for a person. */
export type AutoApprovalObstacle =
  | "off"
  | "stopped"
  | "amount_too_large"
  | "takes_two"
  | "staff"
  | "blocked"
  | "needs_attention"
  | "address_new"
  | "account_new"
  | "two_step_off"
  | "not_screened"
  | "day_full";

const DAY_MS = 86_400_000;

/**
 * Decides whether the rule approves a withdrawal without a person. Every condition must hold; whatever the rule does not
 * approve waits for a person. It never approves an amount that needs two people.
 */
export function autoApproval(facts: AutoApprovalFacts): "allowed" | AutoApprovalObstacle {
  const { autoApproveBelow: below, autoApprovePerDay: perDay, fourEyesAbove, amount } = facts;
  if (below === undefined || perDay === undefined) return "off";
  if (facts.isStopped) return "stopped";
  if (amount >= below) return "amount_too_large";
  if (facts.isProposed || (fourEyesAbove !== undefined && amount > fourEyesAbove)) return "takes_two";
  if (facts.isStaff) return "staff";
  if (facts.isBlocked) return "blocked";
  if (facts.needsAttention) return "needs_attention";
  if (!facts.isAddressUsed) return "address_new";
  if (facts.accountAgeMs <= DAY_MS) return "account_new";
  if (!facts.hasTwoStep) return "two_step_off";
  if (!facts.isScreened) return "not_screened";
  return facts.approvedMinor + amount > perDay ? "day_full" : "allowed";
}
