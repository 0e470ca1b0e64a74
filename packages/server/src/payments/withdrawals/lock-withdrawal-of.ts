import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/database.ts";
import { settleAttention } from "../attention/record-attention.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayout } from "../provider.ts";
import { payoutKey } from "./payout-attention.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds and locks what a payout is for: the withdrawal that carries its id; else the one it was asked for that never
 * learnt of it, because the provider's answer got lost, which learns of it now.
 */
export async function lockWithdrawalOf(
  context: PaymentContext,
  connection: Queryable,
  payout: ProviderPayout,
): Promise<WithdrawalRow | "not ours" | "a second payout" | "account closed"> {
  const { provider } = context;
  const known = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal_of_payout",
    text: "select * from withdrawal_transactions where provider = $1 and payout_id = $2 for update",
    values: [provider.name, payout.payoutId],
  });
  if (known.rows[0] !== undefined) return known.rows[0];
  const { externalId } = payout;
  if (externalId === undefined || !UUID.test(externalId)) return "not ours";

  const named = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal_named_by_payout",
    text: "select * from withdrawal_transactions where id = $1 and provider = $2 for update",
    values: [externalId, provider.name],
  });
  const withdrawal = named.rows[0];
  if (withdrawal === undefined) return "account closed";
  // It may have learnt of the payout while this transaction waited for its row.
  if (withdrawal.payout_id === payout.payoutId) return withdrawal;
  if (withdrawal.payout_id !== null || withdrawal.payout_step === null) return "a second payout";
  return adopt(context, connection, withdrawal, payout);
}

/**
 * The withdrawal goes on where the lost answer would have taken it. Its age stays that of the question, so that a payout
 * found late is not released any more: a person may have paid by hand meanwhile.
 */
async function adopt(
  context: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  payout: ProviderPayout,
): Promise<WithdrawalRow> {
  const { rows } = await connection.query<WithdrawalRow>(
    `update withdrawal_transactions set payout_id = $2, batch_id = $3, payout_step = 'created',
       next_poll_at = case when status = 'processing' then $4::timestamptz end
     where id = $1 returning *`,
    [withdrawal.id, payout.payoutId, payout.batchId ?? null, dateOf(context.clock)],
  );
  if (withdrawal.status === "processing") {
    const key = payoutKey(withdrawal.provider, withdrawal.id);
    await settleAttention(context, connection, key, "the provider has the payout");
  }
  return rows[0]!;
}
