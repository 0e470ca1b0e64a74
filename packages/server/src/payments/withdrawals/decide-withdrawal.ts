import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import type { ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { refuseOwnAccount, applyFourEyes } from "../../approvals/public.ts";
import type { DecisionRequest } from "../../approvals/public.ts";
import { changedFields, recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { answerOnce, recordAnswer } from "../../platform/http/idempotency.ts";
import type { Replayed } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { resolveItem } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { lockDecider } from "../../accounts/public.ts";
import { readAdminWithdrawal } from "./list-withdrawals.ts";
import { isDoubtful, isOnAttentionList, payoutKey } from "./payout-attention.ts";
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
type Decision = DecisionRequest & { id: string };

type Decided<Answer> = Promise<Answer | Refused | Replayed>;
/** The outcome of a decision; "waits" if it has changed nothing and another administrator must agree. */
type Outcome = ChangedWithdrawal | "waits" | Refused;

/** Approves a withdrawal. From here on `pay-out.ts` has the provider pay it. */
export async function approveWithdrawal(
  context: PaymentContext,
  decision: Decision,
): Decided<AdminWithdrawal> {
  await screenFirst(context, async (connection) => {
    const withdrawal = await lockWithdrawal(connection, decision.id);
    return withdrawal?.status === "pending" ? withdrawalSubject(withdrawal) : undefined;
  });
  return decideAsAdmin(context, decision, {
    action: "withdrawal_approved",
    proposal: "withdrawal_approved",
    refuse: async (connection, withdrawal) =>
      (await refuseUnlessPending(connection, withdrawal)) ??
      (await refuseUncleared(context, connection, withdrawalSubject(withdrawal))) ??
      refuseStopped(connection),
    async work(connection, withdrawal) {
      const at = dateOf(context.clock);
      const { rows } = await connection.query<WithdrawalRow>(
        `update withdrawal_transactions set status = 'processing', payout_step = 'due', next_poll_at = $2,
           decided_by = $3, decided_at = $2, updated_at = $2, being_checked = false
         where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
        [withdrawal.id, at, decision.by.actor],
      );
      await tellDecided(connection, at, withdrawal, "approved");
      await context.notifier.notify(connection, withdrawal.user_id, "withdrawal_approved", {
        ref: withdrawal.id,
      });
      return { withdrawal: rows[0]! };
    },
  });
}

/** Rejects a withdrawal and returns the whole amount to the balance. Its owner sees the reason. */
export const rejectWithdrawal = (
  context: PaymentContext,
  { reason, ...decision }: Decision & { reason?: string | undefined },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(
    context,
    { ...decision, ...(reason !== undefined && { note: reason }) },
    {
      action: "withdrawal_rejected",
      refuse: refuseUnlessPending,
      work: (connection, withdrawal) =>
        returnWithdrawal(context, connection, withdrawal, "rejected", { actor: decision.by.actor, reason }),
    },
  );

const keyOf = ({ provider, id }: WithdrawalRow) => payoutKey(provider, id);

/** Records that a payout on the attention list was made, by the provider after all or by hand. */
export const markPaid = (
  context: PaymentContext,
  decision: Decision & { transactionId: string },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, {
    action: "withdrawal_marked_paid",
    proposal: "withdrawal_marked_paid",
    refuse: refuseUnlessStuck,
    async work(connection, withdrawal) {
      const { transactionId, by } = decision;
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
  decision: Decision & { note: string },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, {
    action: "withdrawal_marked_failed",
    proposal: "withdrawal_marked_failed",
    refuse: async (connection, withdrawal) =>
      (await isHeldBack(connection, withdrawal)) ? undefined : refuseUnlessStuck(connection, withdrawal),
    async work(connection, withdrawal) {
      const decider = { actor: decision.by.actor, note: decision.note };
      const changed = await returnWithdrawal(context, connection, withdrawal, "payout_failed", decider);
      await resolveItem(context, connection, keyOf(withdrawal), { resolution: "marked failed", ...decider });
      return changed;
    },
  });

/** Cancels a user's own withdrawal that nobody has decided yet. */
export const cancelWithdrawal = (context: PaymentContext, decision: Decision): Decided<Withdrawal> =>
  decide(
    context,
    decision,
    "owner",
    async (connection, withdrawal) => {
      if (withdrawal.user_id !== decision.by.actor) return refuse("not_found");
      const refusal = await refuseUnlessPending(connection, withdrawal);
      return refusal ?? returnWithdrawal(context, connection, withdrawal, "cancelled");
    },
    async (_connection, withdrawal) => toWithdrawal(withdrawal),
  );

/** One kind of decision that an administrator makes about a withdrawal. */
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
  decision: Decision & Details,
  { action, proposal, refuse: refuseIt, work }: Case,
): Decided<AdminWithdrawal> =>
  decide(
    context,
    decision,
    "cashier",
    async (connection, withdrawal) => {
      const { user_id: subject, id: target } = withdrawal;
      const refusal =
        refuseOwnAccount(context, decision, subject) ?? (await refuseIt(connection, withdrawal));
      if (refusal !== undefined) return refusal;
      const { by, note, transactionId } = decision;
      let proposedBy: string | undefined;
      if (proposal !== undefined) {
        const amount = parseMinor(withdrawal.amount);
        const matter = { action: proposal, target, subject, amount, note, transactionId };
        const result = await applyFourEyes(context, connection, matter, decision);
        if (isRefused(result)) return result;
        if (result.waits) return "waits";
        proposedBy = result.proposedBy;
      }
      const changed = await work(connection, withdrawal);
      const changes = changesOf(withdrawal, changed);
      await recordAudit(
        connection,
        { action, by, subject, target, ...changes, reason: note, proposedBy },
        dateOf(context.clock),
      );
      return changed;
    },
    (connection) => readAdminWithdrawal(connection, decision.id),
  );

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
async function isHeldBack(connection: Queryable, { id, status, payout_step: step }: WithdrawalRow) {
  if (status !== "processing" || step !== "due") return false;
  const { rowCount } = await connection.query(
    "select from attention_items where withdrawal_id = $1 and kind = 'screening' and resolved_at is null",
    [id],
  );
  return rowCount === 1;
}

/**
 * Runs a decision, once for each idempotency key, and informs the user after the commit. The withdrawal's row is locked
 * first, so of concurrent administrators, user and provider the second finds it decided. The answer is stored with its key
 * in the same transaction.
 */
function decide<Answer extends object>(
  context: PaymentContext,
  { id, by, idempotency }: Decision,
  role: "owner" | "cashier",
  work: (connection: Queryable, withdrawal: WithdrawalRow) => Promise<Outcome>,
  answerOf: (connection: Queryable, withdrawal: WithdrawalRow) => Promise<Answer>,
): Decided<Answer> {
  type Result = { outcome: Exclude<Outcome, Refused>; answer: Answer };
  return answerOnce(context, by.actor, idempotency, async () => {
    const result = await transaction(context.database, async (connection): Promise<Result | Refused> => {
      const withdrawal = await lockWithdrawal(connection, id);
      if (withdrawal === undefined) return refuse("not_found");
      const { user_id: about } = withdrawal;
      const refusal = await lockDecider(connection, by, about, role);
      if (refusal !== undefined) return refusal;
      const outcome = await work(connection, withdrawal);
      if (isRefused(outcome)) return outcome;
      const answer = await answerOf(connection, outcome === "waits" ? withdrawal : outcome.withdrawal);
      await recordAnswer(connection, by.actor, idempotency, answer, dateOf(context.clock), about);
      return { outcome, answer };
    });
    if (isRefused(result)) return result;
    if (result.outcome !== "waits") announceWithdrawal(context.bus, result.outcome);
    return result.answer;
  });
}

async function lockWithdrawal(connection: Queryable, id: string): Promise<WithdrawalRow | undefined> {
  const { rows } = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal",
    text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}
