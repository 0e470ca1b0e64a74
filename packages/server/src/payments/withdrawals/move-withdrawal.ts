import { parseMinor } from "@veritick/domain/money.ts";
import { withdrawalCompleted, withdrawalReturned } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import { WATCH_EVERY_SECONDS } from "./payout-timing.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "./withdrawal-row.ts";

/** The person who decided it, where one did, and why. */
export type Decider = { actor?: string; note?: string };

/** What a person decided about a payout that the provider has goes on being compared with what the provider does. */
const WATCHED = `case when payout_id is not null then $3::timestamptz + interval '${WATCH_EVERY_SECONDS} seconds' end`;

/** Ends a withdrawal whose row is locked: the whole amount goes back. The ledger takes that only once. */
export async function returnWithdrawal(
  { clock }: Pick<PaymentContext, "clock">,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  failure: NonNullable<WithdrawalRow["failure_reason"]>,
  decider: Decider = {},
): Promise<ChangedWithdrawal> {
  const at = dateOf(clock);
  const { rows } = await connection.query<WithdrawalRow>({
    name: "return_withdrawal",
    text: `update withdrawal_transactions set status = 'failed', failure_reason = $2, updated_at = $3,
             next_poll_at = ${WATCHED},
             decided_by = coalesce(decided_by, $4),
             decided_at = case when $4::uuid is null then decided_at else coalesce(decided_at, $3) end
           where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
    values: [withdrawal.id, failure, at, decider.actor ?? null],
  });
  const balances = await post(connection, {
    kind: "withdrawal_returned",
    reference: withdrawal.id,
    entries: withdrawalReturned({ userId: withdrawal.user_id, amountMinor: parseMinor(withdrawal.amount) }),
    at,
    ...decider,
  });
  return { withdrawal: rows[0]!, balance: balances.get(withdrawal.user_id)! };
}

/**
 * Ends a withdrawal whose row is locked: the net amount has left custody, the fee is the house's. The house's stripe is
 * locked here, after everything but attention items.
 */
export async function completeWithdrawal(
  { clock, stripe }: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  transactionHash: string | undefined,
  decider: Decider = {},
): Promise<ChangedWithdrawal> {
  const at = dateOf(clock);
  const feeMinor = parseMinor(withdrawal.fee);
  const { rows } = await connection.query<WithdrawalRow>({
    name: "complete_withdrawal",
    text: `update withdrawal_transactions set status = 'completed', transaction_hash = $2, updated_at = $3,
             next_poll_at = case when $4::uuid is not null then ${WATCHED} end
           where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
    values: [withdrawal.id, transactionHash ?? null, at, decider.actor ?? null],
  });
  await post(connection, {
    kind: "withdrawal_completed",
    reference: withdrawal.id,
    entries: withdrawalCompleted({
      provider: withdrawal.provider,
      amountMinor: parseMinor(withdrawal.amount),
      feeMinor,
    }),
    at,
    ...decider,
  });
  await addHouseFunds(connection, stripe, feeMinor);
  return { withdrawal: rows[0]! };
}
