import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import type { ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { decide } from "../../approvals/public.ts";
import type { Decider, DecisionRequest } from "../../approvals/public.ts";
import { changedFields, RULE } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { afterCommit } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Caller, Replayed } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { resolveItem } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { readAdminWithdrawal } from "./list-withdrawals.ts";
import { isDoubtful, isOnAttentionList, payoutKey } from "./payout-attention.ts";
import { lockPayout, openPayout } from "./payout.ts";
import {
  announceWithdrawal,
  completeWithdrawal,
  refuseStopped,
  returnWithdrawal,
  tellDecided,
  toWithdrawal,
  WITHDRAWAL_COLUMNS,
} from "../withdrawal.ts";
import { screenFirst, withdrawalSubject } from "../screening/screen-subjects.ts";
import { refuseUncleared } from "../screening/screenings.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "../withdrawal.ts";

/** A decision: the withdrawal, the deciding caller and the idempotency key of the call. */
type WithdrawalDecision<By extends Decider = Caller> = DecisionRequest<By> & { id: string };

type Decided<Answer> = Promise<Answer | Refused | Replayed>;

/** Approves a withdrawal. From here on `pay-out.ts` has the provider pay it. */
export async function approveWithdrawal(
  context: PaymentContext,
  request: WithdrawalDecision,
): Decided<AdminWithdrawal> {
  await screenFirst(context, async (connection) => {
    const withdrawal = await lockWithdrawal(connection, request.id);
    return withdrawal?.status === "pending" ? withdrawalSubject(withdrawal) : undefined;
  });
  const approval = approvalBy(context, request.by.actor);
  return decideAsAdmin(context, request, { ...approval, proposal: approval.action });
}

/**
 * Approves a withdrawal in the name of the rule. It is refused as a person's approval is, and by `refuseIt`, which runs last
 * with everything else locked.
 */
export function approveAsRule(
  context: PaymentContext,
  id: string,
  refuseIt: Case["refuse"],
): Decided<AdminWithdrawal> {
  const approval = approvalBy(context, RULE.actor);
  const request = { id, by: RULE, idempotency: undefined };
  return decideAsAdmin(context, request, {
    ...approval,
    refuse: async (connection, withdrawal) =>
      (await approval.refuse(connection, withdrawal)) ?? refuseIt(connection, withdrawal),
  });
}

const approvalBy = (context: PaymentContext, actor: string) =>
  ({
    action: "withdrawal_approved",
    refuse: async (connection, withdrawal) =>
      (await refuseUnlessPending(connection, withdrawal)) ??
      (await refuseUncleared(context, connection, withdrawalSubject(withdrawal))) ??
      refuseStopped(connection),
    async work(connection, withdrawal) {
      const at = dateOf(context.clock);
      const { rows } = await connection.query<WithdrawalRow>(
        `update withdrawal_transactions set status = 'processing', decided_by = $3, decided_at = $2, updated_at = $2,
           being_checked = false
         where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
        [withdrawal.id, at, actor],
      );
      await openPayout(connection, withdrawal.id);
      await tellDecided(connection, at, withdrawal, "approved");
      await context.notifier.notify(connection, withdrawal.user_id, "withdrawal_approved", {
        ref: withdrawal.id,
      });
      return { withdrawal: rows[0]! };
    },
  }) as const satisfies Case;

/** Rejects a withdrawal and returns the whole amount to the balance. Its owner sees the reason. */
export const rejectWithdrawal = (
  context: PaymentContext,
  { reason, ...request }: WithdrawalDecision & { reason?: string | undefined },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(
    context,
    { ...request, ...(reason !== undefined && { note: reason }) },
    {
      action: "withdrawal_rejected",
      refuse: refuseUnlessPending,
      work: (connection, withdrawal) =>
        returnWithdrawal(context, connection, withdrawal, "rejected", { actor: request.by.actor, reason }),
    },
  );

const keyOf = ({ provider, id }: WithdrawalRow) => payoutKey(provider, id);

/** Records that a payout on the attention list was made, by the provider after all or by hand. */
export const markPaid = (
  context: PaymentContext,
  request: WithdrawalDecision & { transactionId: string },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, request, {
    action: "withdrawal_marked_paid",
    proposal: "withdrawal_marked_paid",
    refuse: refuseUnlessStuck,
    async work(connection, withdrawal) {
      const { transactionId, by } = request;
      const { actor } = by;
      const changed = await completeWithdrawal(context, connection, withdrawal, transactionId, { actor });
      await resolveItem(context, connection, keyOf(withdrawal), { resolution: "marked paid", actor });
      return changed;
    },
  });

/**
 * Gives up a payout on the attention list and returns the whole amount to the balance. If the provider sends it all the
 * same, polls find that.
 */
export const markFailed = (
  context: PaymentContext,
  request: WithdrawalDecision & { note: string },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, request, {
    action: "withdrawal_marked_failed",
    proposal: "withdrawal_marked_failed",
    refuse: async (connection, withdrawal) =>
      (await isHeldBack(connection, withdrawal)) ? undefined : refuseUnlessStuck(connection, withdrawal),
    async work(connection, withdrawal) {
      const decider = { actor: request.by.actor, note: request.note };
      const changed = await returnWithdrawal(context, connection, withdrawal, "payout_failed", decider);
      await resolveItem(context, connection, keyOf(withdrawal), { resolution: "marked failed", ...decider });
      return changed;
    },
  });

/** Cancels a user's own withdrawal that nobody has decided yet. */
export const cancelWithdrawal = (context: PaymentContext, request: WithdrawalDecision): Decided<Withdrawal> =>
  decide(context, request, {
    role: "owner",
    lock: (connection) => lockWithdrawal(connection, request.id),
    async work({ connection }, withdrawal) {
      if (withdrawal.user_id !== request.by.actor) return refuse("not_found");
      const refusal = await refuseUnlessPending(connection, withdrawal);
      if (refusal !== undefined) return refusal;
      const changed = await returnWithdrawal(context, connection, withdrawal, "cancelled");
      afterCommit(connection, () => announceWithdrawal(context.bus, changed));
      return toWithdrawal(changed.withdrawal);
    },
  });

/** One kind of decision that an administrator, or the rule, makes about a withdrawal. */
type Case = {
  action: AuditAction;
  /** The proposal for amounts above the limit, which need two administrators. */
  proposal?: ProposalAction;
  refuse(connection: Queryable, withdrawal: WithdrawalRow): Promise<Refused | undefined>;
  work(connection: Queryable, withdrawal: WithdrawalRow): Promise<ChangedWithdrawal>;
};
type Details = { note?: string; transactionId?: string };

const decideAsAdmin = (
  context: PaymentContext,
  { id, note, transactionId, ...request }: WithdrawalDecision<Decider> & Details,
  { action, proposal, refuse: refuseIt, work }: Case,
): Decided<AdminWithdrawal> =>
  decide(context, request, {
    role: "cashier",
    lock: (connection) => lockWithdrawal(connection, id),
    async work(decision, withdrawal) {
      const { connection } = decision;
      const { id: target } = withdrawal;
      const refusal = decision.refuseOwnAccount() ?? (await refuseIt(connection, withdrawal));
      if (refusal !== undefined) return refusal;
      if (proposal !== undefined) {
        const amount = parseMinor(withdrawal.amount);
        const result = await decision.propose({ action: proposal, target, amount, note, transactionId });
        if (isRefused(result)) return result;
        if (result.waits) return readAdminWithdrawal(connection, target);
      }
      const changed = await work(connection, withdrawal);
      await decision.audit({ action, target, ...changesOf(withdrawal, changed), reason: note });
      afterCommit(connection, () => announceWithdrawal(context.bus, changed));
      return readAdminWithdrawal(connection, target);
    },
  });

/** Describes the change for the audit log. It includes the balance only if the whole amount returns to it. */
function changesOf(before: WithdrawalRow, { withdrawal, balance }: ChangedWithdrawal) {
  const stateOf = (row: WithdrawalRow): AuditState => ({
    amount: row.amount,
    status: row.status,
    failureReason: row.failure_reason,
    transactionHash: row.transaction_hash,
  });
  if (balance === undefined) return changedFields(stateOf(before), stateOf(withdrawal), ["amount"]);
  const balanceBefore = formatMinor(minor(parseMinor(balance) - parseMinor(withdrawal.amount)));
  return changedFields({ ...stateOf(before), balance: balanceBefore }, { ...stateOf(withdrawal), balance }, [
    "amount",
  ]);
}

/**
 * Refuses a withdrawal that is not pending, and a pending one with an open item. After a restore it may have been paid
 * already, and the provider may have named its payout since. Its item must be decided first.
 */
export async function refuseUnlessPending(
  connection: Queryable,
  withdrawal: WithdrawalRow,
): Promise<Refused | undefined> {
  if (withdrawal.status !== "pending") return refuse("withdrawal_not_pending");
  return (await isDoubtful(connection, withdrawal)) ? refuse("withdrawal_doubtful") : undefined;
}

/** Refuses a decision about a payout that the provider is still making, because it might be paid twice. */
async function refuseUnlessStuck(
  connection: Queryable,
  withdrawal: WithdrawalRow,
): Promise<Refused | undefined> {
  const { status } = withdrawal;
  if (status !== "processing" && status !== "pending") return refuse("withdrawal_not_processing");
  if (status === "pending") {
    return (await isDoubtful(connection, withdrawal)) ? undefined : refuse("withdrawal_not_processing");
  }
  return (await isOnAttentionList(connection, withdrawal)) ? undefined : refuse("withdrawal_not_stuck");
}

/** Returns true if the screening holds an approved payout. The provider was never asked for it, so it may be given up. */
async function isHeldBack(connection: Queryable, { id }: WithdrawalRow) {
  const { rowCount } = await connection.query(
    `select from attention_items i join payouts p using (withdrawal_id)
     where withdrawal_id = $1 and p.outcome is null and p.step = 'due' and i.kind = 'screening' and i.resolved_at is null`,
    [id],
  );
  return rowCount === 1;
}

/** Locks a withdrawal and then its payout. */
async function lockWithdrawal(connection: Queryable, id: string): Promise<WithdrawalRow | undefined> {
  const { rows } = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal",
    text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions where id = $1 for update`,
    values: [id],
  });
  await lockPayout(connection, id);
  return rows[0];
}
