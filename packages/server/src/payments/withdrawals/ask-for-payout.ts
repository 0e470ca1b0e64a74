import { parseMinor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/database.ts";
import { settleAttention } from "../attention/record-attention.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError } from "../provider.ts";
import { handOver, payoutKey } from "./payout-attention.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/**
 * Asks the provider for a payout: the call that moves money, made at most once for a withdrawal. The step `asked` is
 * committed before the call and only one process can commit it, so whoever finds it later knows not to call again.
 */
export async function askForPayout(context: PaymentContext, due: WithdrawalRow): Promise<void> {
  const { database, clock, provider } = context;
  const { rows } = await database.query<WithdrawalRow>({
    name: "payout_is_asked_for",
    text: `update withdrawal_transactions set payout_step = 'asked', updated_at = $2
           where id = $1 and payout_step = 'due' and status = 'processing' and next_poll_at is not null
           returning *`,
    values: [due.id, dateOf(clock)],
  });
  const withdrawal = rows[0];
  if (withdrawal === undefined) return;
  const { id, address, net_amount } = withdrawal;
  let created: { batchId: string; payoutId: string };
  try {
    created = await provider.createPayout({ id, address, net: parseMinor(net_amount) });
  } catch (error) {
    // Whatever failed here, the provider may have the payout, unless it has said no.
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof ProviderRefusedError
      ? handOver(context, withdrawal, "payout_refused", { code: error.code, error: message })
      : handOver(context, withdrawal, "payout_unknown", { error: message });
  }
  await recordPayout(context, withdrawal, created);
}

/** A callback may have been quicker and have written it down already. */
async function recordPayout(
  context: PaymentContext,
  { id, provider }: WithdrawalRow,
  { batchId, payoutId }: { batchId: string; payoutId: string },
): Promise<void> {
  await transaction(context.database, async (connection) => {
    const { rowCount } = await connection.query(
      `update withdrawal_transactions set payout_step = 'created', batch_id = $2, payout_id = $3, next_poll_at = $4
       where id = $1 and payout_step = 'asked' and status = 'processing'`,
      [id, batchId, payoutId, dateOf(context.clock)],
    );
    // An answer that took longer than the lease finds that a person was called for want of it.
    if (rowCount === 1)
      await settleAttention(context, connection, payoutKey(provider, id), "the answer came late");
  });
}
