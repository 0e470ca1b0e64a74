import type { AdminWithdrawal } from "@veritick/contract/admin.ts";
import type { Withdrawal } from "@veritick/contract/withdrawals.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { readAdminWithdrawal } from "./list-all-withdrawals.ts";
import { completeWithdrawal, returnWithdrawal } from "./move-withdrawal.ts";
import { needsPerson, resolvePayout } from "./payout-attention.ts";
import { announceWithdrawal, toWithdrawal } from "./withdrawal-row.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "./withdrawal-row.ts";

type Work = (connection: Queryable, withdrawal: WithdrawalRow) => Promise<ChangedWithdrawal | Refused>;

/** The user takes back a withdrawal that nobody has decided yet. */
export async function cancelWithdrawal(
  context: PaymentContext,
  id: string,
  userId: string,
): Promise<Withdrawal | Refused> {
  const changed = await transaction(context.database, async (connection) => {
    const withdrawal = await lockWithdrawal(connection, id);
    if (withdrawal?.user_id !== userId) return refuse("not_found");
    if (withdrawal.status !== "pending") return refuse("withdrawal_not_pending");
    return returnWithdrawal(context, connection, withdrawal, "cancelled");
  });
  if (isRefused(changed)) return changed;
  announceWithdrawal(context.bus, changed);
  return toWithdrawal(changed.withdrawal);
}

/** From now on the withdrawal is the provider's to pay (`pay-out.ts`). */
export const approveWithdrawal = (context: PaymentContext, id: string, actor: string) =>
  decide(context, id, async (connection, withdrawal) => {
    if (withdrawal.status !== "pending") return refuse("withdrawal_not_pending");
    const { rows } = await connection.query<WithdrawalRow>(
      `update withdrawal_transactions set status = 'processing', payout_step = 'due', next_poll_at = $2,
         decided_by = $3, decided_at = $2, updated_at = $2
       where id = $1 returning *`,
      [id, dateOf(context.clock), actor],
    );
    return { withdrawal: rows[0]! };
  });

export const rejectWithdrawal = (context: PaymentContext, id: string, actor: string) =>
  decide(context, id, async (connection, withdrawal) =>
    withdrawal.status === "pending"
      ? returnWithdrawal(context, connection, withdrawal, "rejected", { actor })
      : refuse("withdrawal_not_pending"),
  );

/** A payout that needed a person was made: by the provider after all, or by hand. */
export const markPaid = (
  context: PaymentContext,
  id: string,
  { actor, transactionId }: { actor: string; transactionId: string },
) =>
  decide(context, id, async (connection, withdrawal) => {
    const refusal = await refuseUnlessStuck(connection, withdrawal);
    if (refusal !== undefined) return refusal;
    const changed = await completeWithdrawal(context, connection, withdrawal, transactionId, { actor });
    await resolvePayout(context, connection, withdrawal, { resolution: "marked paid", actor });
    return changed;
  });

/** A payout that needed a person is called off for good. Should the provider send it all the same, that is found. */
export const markFailed = (
  context: PaymentContext,
  id: string,
  { actor, note }: { actor: string; note: string },
) =>
  decide(context, id, async (connection, withdrawal) => {
    const refusal = await refuseUnlessStuck(connection, withdrawal);
    if (refusal !== undefined) return refusal;
    const decider = { actor, note };
    const changed = await returnWithdrawal(context, connection, withdrawal, "payout_failed", decider);
    await resolvePayout(context, connection, withdrawal, { resolution: "marked failed", ...decider });
    return changed;
  });

/** The lock on the row decides between administrators, the user and the provider: whoever comes second finds it decided. */
async function decide(context: PaymentContext, id: string, work: Work): Promise<AdminWithdrawal | Refused> {
  const outcome = await transaction(context.database, async (connection) => {
    const withdrawal = await lockWithdrawal(connection, id);
    if (withdrawal === undefined) return refuse("not_found");
    const changed = await work(connection, withdrawal);
    if (isRefused(changed)) return changed;
    return { changed, answer: await readAdminWithdrawal(connection, id) };
  });
  if (isRefused(outcome)) return outcome;
  announceWithdrawal(context.bus, outcome.changed);
  return outcome.answer;
}

async function lockWithdrawal(connection: Queryable, id: string): Promise<WithdrawalRow | undefined> {
  const { rows } = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal",
    text: "select * from withdrawal_transactions where id = $1 for update",
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
