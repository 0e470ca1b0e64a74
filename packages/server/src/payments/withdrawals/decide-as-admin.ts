import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import type { ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { refuseOwnAccount, applyFourEyes } from "../../approvals/public.ts";
import { changedFields, recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { decide } from "./decide-withdrawal.ts";
import type { Decided, Decision } from "./decide-withdrawal.ts";
import { readAdminWithdrawal } from "./list-all-withdrawals.ts";
import { completeWithdrawal, returnWithdrawal } from "./move-withdrawal.ts";
import { needsPerson, resolvePayout } from "./payout-attention.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "./withdrawal-row.ts";

/** What an administrator may say about a withdrawal, and what it takes. */
type Case = {
  action: AuditAction;
  /** Set where it takes two above an amount. */
  proposal?: ProposalAction;
  refuse(connection: Queryable, withdrawal: WithdrawalRow): Promise<Refused | undefined>;
  work(connection: Queryable, withdrawal: WithdrawalRow): Promise<ChangedWithdrawal>;
};
type Details = { note?: string; transactionId?: string };

/** From now on the withdrawal is the provider's to pay (`pay-out.ts`). */
export const approveWithdrawal = (context: PaymentContext, decision: Decision): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, {
    action: "withdrawal_approved",
    proposal: "withdrawal_approved",
    refuse: refuseUnlessPending,
    async work(connection, withdrawal) {
      const { rows } = await connection.query<WithdrawalRow>(
        `update withdrawal_transactions set status = 'processing', payout_step = 'due', next_poll_at = $2,
           decided_by = $3, decided_at = $2, updated_at = $2
         where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
        [withdrawal.id, dateOf(context.clock), decision.by.actor],
      );
      return { withdrawal: rows[0]! };
    },
  });

export const rejectWithdrawal = (context: PaymentContext, decision: Decision): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, {
    action: "withdrawal_rejected",
    refuse: refuseUnlessPending,
    work: (connection, withdrawal) =>
      returnWithdrawal(context, connection, withdrawal, "rejected", { actor: decision.by.actor }),
  });

/** A payout that needed a person was made: by the provider after all, or by hand. */
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
      await resolvePayout(context, connection, withdrawal, { resolution: "marked paid", actor });
      return changed;
    },
  });

/** A payout that needed a person is called off for good. Should the provider send it all the same, that is found. */
export const markFailed = (
  context: PaymentContext,
  decision: Decision & { note: string },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, {
    action: "withdrawal_marked_failed",
    proposal: "withdrawal_marked_failed",
    refuse: refuseUnlessStuck,
    async work(connection, withdrawal) {
      const decider = { actor: decision.by.actor, note: decision.note };
      const changed = await returnWithdrawal(context, connection, withdrawal, "payout_failed", decider);
      await resolvePayout(context, connection, withdrawal, { resolution: "marked failed", ...decider });
      return changed;
    },
  });

const decideAsAdmin = (
  context: PaymentContext,
  decision: Decision & Details,
  { action, proposal, refuse: refuseIt, work }: Case,
): Decided<AdminWithdrawal> =>
  decide(
    context,
    decision,
    "administrator",
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
        const verdict = await applyFourEyes(context, connection, matter, decision);
        if (isRefused(verdict)) return verdict;
        if (verdict.waits) return "waits";
        proposedBy = verdict.proposedBy;
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

/** Where the balance changes, the whole amount goes back to it. */
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

const refuseUnlessPending = async (
  _connection: Queryable,
  { status }: WithdrawalRow,
): Promise<Refused | undefined> => (status === "pending" ? undefined : refuse("withdrawal_not_pending"));

/** What the provider is still paying nobody decides, or it might be paid twice. */
async function refuseUnlessStuck(
  connection: Queryable,
  withdrawal: WithdrawalRow,
): Promise<Refused | undefined> {
  if (withdrawal.status !== "processing") return refuse("withdrawal_not_processing");
  return (await needsPerson(connection, withdrawal)) ? undefined : refuse("withdrawal_not_stuck");
}
