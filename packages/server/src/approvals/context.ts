import type { Minor } from "@veritick/domain/money.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Caller, IdempotencyClaim, Identity } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Tell } from "../told/public.ts";

/** Read at each use: an administrator may change them. */
export type FourEyesSettings = {
  /** Decisions above this amount need two administrators; undefined if one is always enough. */
  readonly fourEyesAbove: Minor | undefined;
  /** Whether administrators decide about their own account too. */
  readonly decidesOwn: boolean;
};

export type ApprovalContext = {
  clock: Clock;
  settings: FourEyesSettings;
  /** Everybody with rights hears of what begins by itself. */
  tell: Pick<Tell, "person">;
};

/** Who decides, the idempotency key of their call, and the proposal if they decide by agreeing to one. */
export type DecisionRequest = {
  by: Caller;
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

/** Administrators decide about their own account in a sandbox without FOUR_EYES_ABOVE only, whatever the amount. */
export function refuseOwnAccount(
  { settings }: Pick<ApprovalContext, "settings">,
  { by }: Pick<DecisionRequest, "by">,
  userId: string | null,
): Refused | undefined {
  return !settings.decidesOwn && userId === by.actor ? refuse("own_account") : undefined;
}

/** While FOUR_EYES_ABOVE is set, a balance is changed and an account deleted only for a reason that is kept. */
export const refuseWithoutReason = (
  { settings }: Pick<ApprovalContext, "settings">,
  note: string | undefined,
): Refused | undefined =>
  settings.fourEyesAbove !== undefined && note === undefined
    ? refuse("note_required", { field: "note" })
    : undefined;
