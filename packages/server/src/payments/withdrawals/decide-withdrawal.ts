import type { AdminWithdrawal } from "@veritick/contract/admin-payments.ts";
import type { Withdrawal } from "@veritick/contract/withdrawals.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import type { IdempotencyClaim, Replayed } from "../../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../../platform/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { lockDecider } from "../lock-decider.ts";
import { readAdminWithdrawal } from "./list-all-withdrawals.ts";
import { completeWithdrawal, returnWithdrawal } from "./move-withdrawal.ts";
import { needsPerson, resolvePayout } from "./payout-attention.ts";
import { announceWithdrawal, toWithdrawal, WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "./withdrawal-row.ts";

/** Which withdrawal is decided, by whom, and the key of their call. */
export type Decision = { id: string; actor: string; idempotency: IdempotencyClaim | undefined };

type Decided<Answer> = Promise<Answer | Refused | Replayed>;
type Work = (connection: Queryable, withdrawal: WithdrawalRow) => Promise<ChangedWithdrawal | Refused>;

/** The user takes back a withdrawal that nobody has decided yet. */
export const cancelWithdrawal = (context: PaymentContext, decision: Decision): Decided<Withdrawal> =>
  decide(
    context,
    decision,
    "owner",
    async (connection, withdrawal) => {
      if (withdrawal.user_id !== decision.actor) return refuse("not_found");
      if (withdrawal.status !== "pending") return refuse("withdrawal_not_pending");
      return returnWithdrawal(context, connection, withdrawal, "cancelled");
    },
    async (_connection, { withdrawal }) => toWithdrawal(withdrawal),
  );

/** From now on the withdrawal is the provider's to pay (`pay-out.ts`). */
export const approveWithdrawal = (context: PaymentContext, decision: Decision): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, async (connection, withdrawal) => {
    if (withdrawal.status !== "pending") return refuse("withdrawal_not_pending");
    const { rows } = await connection.query<WithdrawalRow>(
      `update withdrawal_transactions set status = 'processing', payout_step = 'due', next_poll_at = $2,
         decided_by = $3, decided_at = $2, updated_at = $2
       where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
      [withdrawal.id, dateOf(context.clock), decision.actor],
    );
    return { withdrawal: rows[0]! };
  });

export const rejectWithdrawal = (context: PaymentContext, decision: Decision): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, async (connection, withdrawal) => {
    if (withdrawal.status !== "pending") return refuse("withdrawal_not_pending");
    return returnWithdrawal(context, connection, withdrawal, "rejected", { actor: decision.actor });
  });

/** A payout that needed a person was made: by the provider after all, or by hand. */
export const markPaid = (
  context: PaymentContext,
  decision: Decision & { transactionId: string },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, async (connection, withdrawal) => {
    const refusal = await refuseUnlessStuck(connection, withdrawal);
    if (refusal !== undefined) return refusal;
    const { actor, transactionId } = decision;
    const changed = await completeWithdrawal(context, connection, withdrawal, transactionId, { actor });
    await resolvePayout(context, connection, withdrawal, { resolution: "marked paid", actor });
    return changed;
  });

/** A payout that needed a person is called off for good. Should the provider send it all the same, that is found. */
export const markFailed = (
  context: PaymentContext,
  decision: Decision & { note: string },
): Decided<AdminWithdrawal> =>
  decideAsAdmin(context, decision, async (connection, withdrawal) => {
    const refusal = await refuseUnlessStuck(connection, withdrawal);
    if (refusal !== undefined) return refusal;
    const decider = { actor: decision.actor, note: decision.note };
    const changed = await returnWithdrawal(context, connection, withdrawal, "payout_failed", decider);
    await resolvePayout(context, connection, withdrawal, { resolution: "marked failed", ...decider });
    return changed;
  });

const decideAsAdmin = (context: PaymentContext, decision: Decision, work: Work): Decided<AdminWithdrawal> =>
  decide(context, decision, "administrator", work, (connection) =>
    readAdminWithdrawal(connection, decision.id),
  );

/**
 * The lock on the row decides between administrators, the user and the provider: whoever comes second finds it decided.
 * The answer is kept with its key in the same transaction.
 */
function decide<Answer extends object>(
  context: PaymentContext,
  { id, actor, idempotency }: Decision,
  role: "owner" | "administrator",
  work: Work,
  answerOf: (connection: Queryable, changed: ChangedWithdrawal) => Promise<Answer>,
): Decided<Answer> {
  type Outcome = { changed: ChangedWithdrawal; answer: Answer } | Refused;
  return answerOnce(context, actor, idempotency, async () => {
    const outcome = await transaction(context.database, async (connection): Promise<Outcome> => {
      const withdrawal = await lockWithdrawal(connection, id);
      if (withdrawal === undefined) return refuse("not_found");
      const refusal = await lockDecider(connection, actor, withdrawal.user_id, role);
      if (refusal !== undefined) return refusal;
      const changed = await work(connection, withdrawal);
      if (isRefused(changed)) return changed;
      const answer = await answerOf(connection, changed);
      const { user_id: about } = withdrawal;
      await recordAnswer(connection, actor, idempotency, answer, dateOf(context.clock), about);
      return { changed, answer };
    });
    if (isRefused(outcome)) return outcome;
    announceWithdrawal(context.bus, outcome.changed);
    return outcome.answer;
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

/** What the provider is still paying nobody decides, or it might be paid twice. */
async function refuseUnlessStuck(
  connection: Queryable,
  withdrawal: WithdrawalRow,
): Promise<Refused | undefined> {
  if (withdrawal.status !== "processing") return refuse("withdrawal_not_processing");
  return (await needsPerson(connection, withdrawal)) ? undefined : refuse("withdrawal_not_stuck");
}
