import type { Minor } from "@veritick/domain/money.ts";
import type { RULE } from "../audit/public.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Caller, IdempotencyClaim, Identity } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Notifier } from "../notifications/public.ts";

/** The settings of approvals. They are read at each use, because an administrator may change them. */
export type FourEyesSettings = {
  /** Decisions above this amount need two administrators; undefined if one is always enough. */
  readonly fourEyesAbove: Minor | undefined;
  /** True if administrators may decide about their own account. */
  readonly decidesOwn: boolean;
};

export type ApprovalContext = {
  clock: Clock;
  settings: FourEyesSettings;
  /** Tells everybody with rights about a proposal that takes effect by itself, and about a looser limit. */
  notifier: Pick<Notifier, "notify">;
};

/** The person who decides, or the rule that approves withdrawals. */
export type Decider = Caller | typeof RULE;

/** The deciding caller, the idempotency key of the call, and the proposal if the caller agrees to one. */
export type DecisionRequest<By extends Decider = Caller> = {
  by: By;
  idempotency: IdempotencyClaim | undefined;
  agreement?: Agreement | undefined;
};

type Agreement = {
  proposalId: string;
  /** Stores the answer for the administrator who agrees, in the transaction that carries the proposal out. */
  keep(connection: Queryable): Promise<void>;
};

export const decisionRequestOf = (call: {
  identity: Identity;
  address: string;
  idempotency: IdempotencyClaim | undefined;
}): DecisionRequest => ({ by: callerOf(call), idempotency: call.idempotency });

/** Refuses a decision of any amount about the caller's own account, except in a sandbox without FOUR_EYES_ABOVE. */
export function refuseOwnAccount(
  { settings }: Pick<ApprovalContext, "settings">,
  { by }: { by: Decider },
  userId: string | null,
): Refused | undefined {
  return !settings.decidesOwn && userId === by.actor ? refuse("own_account") : undefined;
}

/** Refuses to change a balance or delete an account without a reason while FOUR_EYES_ABOVE is set. */
export const refuseWithoutReason = (
  { settings }: Pick<ApprovalContext, "settings">,
  note: string | undefined,
): Refused | undefined =>
  settings.fourEyesAbove !== undefined && note === undefined
    ? refuse("note_required", { field: "note" })
    : undefined;
