import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayout } from "../provider.ts";
import { tellOfPayout } from "./payout-attention.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True where a payout may be for a withdrawal of ours: we name them by the withdrawal's id. */
export const isWithdrawalId = (externalId: string | undefined): externalId is string =>
  externalId !== undefined && UUID.test(externalId);

/**
 * Finds and locks what a payout is for: the withdrawal that carries its id; else the one it was asked for that never
 * learnt of it, because the provider's answer got lost, which learns of it now. Undefined where there is none, or none
 * any more.
 */
export async function lockWithdrawalOf(
  context: PaymentContext,
  connection: Queryable,
  payout: ProviderPayout,
): Promise<WithdrawalRow | "a second payout" | undefined> {
  const { provider } = context;
  const known = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal_of_payout",
    text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
           where provider = $1 and payout_id = $2 for update`,
    values: [provider.name, payout.payoutId],
  });
  if (known.rows[0] !== undefined) return known.rows[0];
  const { externalId } = payout;
  if (!isWithdrawalId(externalId)) return undefined;

  const named = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal_named_by_payout",
    text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions where id = $1 and provider = $2 for update`,
    values: [externalId, provider.name],
  });
  const withdrawal = named.rows[0];
  if (withdrawal === undefined) return undefined;
  // It may have learnt of the payout while this transaction waited for its row.
  if (withdrawal.payout_id === payout.payoutId) return withdrawal;
  if (withdrawal.payout_id !== null || withdrawal.payout_step === null) return "a second payout";
  return adopt(context, connection, withdrawal, payout);
}

/**
 * The withdrawal learns what the lost answer would have told it, and its payout is read from now on. It goes on by itself
 * only where no person has been called meanwhile: they may have paid by hand.
 */
async function adopt(
  context: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  payout: ProviderPayout,
): Promise<WithdrawalRow> {
  const { rows } = await connection.query<WithdrawalRow>(
    `update withdrawal_transactions set payout_id = $2, batch_id = $3, payout_step = 'created', next_poll_at = $4
     where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
    [withdrawal.id, payout.payoutId, payout.batchId ?? null, dateOf(context.clock)],
  );
  const adopted = rows[0]!;
  // One that is finished completes the withdrawal, which locks a stripe: before the item, as everywhere.
  if (adopted.status === "processing" && payout.state !== "finished") {
    await tellOfPayout(context, connection, adopted, payout.details);
  }
  return adopted;
}
