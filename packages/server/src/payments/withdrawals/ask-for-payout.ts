import { parseMinor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError } from "../provider.ts";
import { handOver, tellOfPayout } from "./payout-attention.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
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
           returning ${WITHDRAWAL_COLUMNS}`,
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

/**
 * A callback may have been quicker and have written it down already. An answer that took longer than the lease finds that
 * a person was called for want of it, whose decision it stays.
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
    if (rows[0] !== undefined) await tellOfPayout(context, connection, rows[0], { batch_id: batchId });
  });
}
