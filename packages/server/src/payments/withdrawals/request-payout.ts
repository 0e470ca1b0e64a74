import { parseMinor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError } from "../provider.ts";
import { leaveToAdministrator, updateAttention } from "./payout-attention.ts";
import { WITHDRAWALS_STOPPED } from "./stopped.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal.ts";
import type { WithdrawalRow } from "./withdrawal.ts";

/**
 * SQL: the screening allows exactly this payout. What it has allowed it holds for good, so no lock is needed: nobody is asked again
 * about it, and neither amount nor address of a withdrawal ever change.
 */
const IS_CLEARED = `exists (select from screenings s
  where s.subject_id = withdrawal_transactions.id and s.state in ('allow', 'overridden')
    and s.amount = withdrawal_transactions.net_amount and s.address = withdrawal_transactions.address
    and s.user_id = withdrawal_transactions.user_id)`;

/**
 * Requests a payout from the provider. This call moves money, so it is made at most once for a withdrawal: the step `asked`
 * is committed before the call, only one process can commit it, and nobody who finds it later calls again.
 */
export async function requestPayout(context: PaymentContext, due: WithdrawalRow): Promise<void> {
  const { database, clock, provider, screening } = context;
  const { rows } = await database.query<WithdrawalRow>({
    name: "payout_is_asked_for",
    text: `update withdrawal_transactions set payout_step = 'asked', updated_at = $2
           where id = $1 and payout_step = 'due' and status = 'processing' and next_poll_at is not null
             and not ${WITHDRAWALS_STOPPED} and ($3 or ${IS_CLEARED})
           returning ${WITHDRAWAL_COLUMNS}`,
    values: [due.id, dateOf(clock), screening === undefined],
  });
  const withdrawal = rows[0];
  if (withdrawal === undefined) return;
  const { id, address, net_amount } = withdrawal;
  let created: { batchId: string; payoutId: string };
  try {
    created = await provider.createPayout({ id, address, net: parseMinor(net_amount) });
  } catch (error) {
    // Unless the provider has said no, it may have the payout.
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof ProviderRefusedError
      ? leaveToAdministrator(context, withdrawal, "payout_refused", { code: error.code, error: message })
      : leaveToAdministrator(context, withdrawal, "payout_unknown", { error: message });
  }
  await recordPayout(context, withdrawal, created);
}

/**
 * Records the provider's answer. A callback may have been quicker and recorded it already. If the answer took longer than
 * the lease, an administrator was called meanwhile, and the payout stays theirs to decide.
 */
async function recordPayout(
  context: PaymentContext,
  { id }: WithdrawalRow,
  { batchId, payoutId }: { batchId: string; payoutId: string },
): Promise<void> {
  await transaction(context.database, async (connection) => {
    const { rows } = await connection.query<WithdrawalRow>(
      `update withdrawal_transactions set payout_step = 'created', batch_id = $2, payout_id = $3, next_poll_at = $4
       where id = $1 and payout_step = 'asked' and status = 'processing' returning ${WITHDRAWAL_COLUMNS}`,
      [id, batchId, payoutId, dateOf(context.clock)],
    );
    if (rows[0] !== undefined) await updateAttention(context, connection, rows[0], { batch_id: batchId });
  });
}
