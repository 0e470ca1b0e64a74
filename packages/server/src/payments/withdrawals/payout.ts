import type { PayoutOutcome, PayoutState } from "@veritick/domain/payouts.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { WATCH_EVERY_SECONDS } from "./payout-timing.ts";

/** The step of a payout: to be requested, being requested, known to the provider, released there. */
type PayoutStep = "due" | "asked" | "created" | "verified";

/** The payout of a withdrawal, from its approval on. It stays when the account is closed. */
export type PayoutRow = {
  withdrawal_id: string;
  /** The owner; null once the account is closed. */
  user_id: string | null;
  provider: string;
  payout_id: string | null;
  batch_id: string | null;
  step: PayoutStep;
  amount: string;
  address: string;
  outcome: PayoutOutcome;
  transaction_hash: string | null;
  /** The time of its approval, its request or the decision about it, whichever came last. */
  since: Date;
  state: PayoutState | null;
  state_at: Date | null;
};

/** The columns of `payouts` by name, and the owner. */
export const PAYOUT_COLUMNS = `withdrawal_id,
  (select w.user_id from withdrawal_transactions w where w.id = payouts.withdrawal_id) as user_id,
  provider, payout_id, batch_id, step, amount, address, outcome, transaction_hash, since, state, state_at`;

/** Begins the payout of an approved withdrawal. One that was decided without the provider gets a row that says how. */
export async function openPayout(connection: Queryable, withdrawalId: string): Promise<void> {
  await connection.query({
    name: "open_payout",
    text: `insert into payouts (
             withdrawal_id, provider, amount, address, step, outcome, transaction_hash, since, next_poll_at)
           select id, provider, net_amount, address, 'due',
             case status when 'completed' then 'paid_by_hand' when 'failed' then 'returned' end,
             transaction_hash, updated_at, case status when 'processing' then updated_at end
           from withdrawal_transactions where id = $1`,
    values: [withdrawalId],
  });
}

/** Locks the payout of a withdrawal, whose row is locked before it. */
export async function lockPayout(
  connection: Queryable,
  withdrawalId: string,
): Promise<PayoutRow | undefined> {
  const { rows } = await connection.query<PayoutRow>({
    name: "lock_payout",
    text: `select ${PAYOUT_COLUMNS} from payouts where withdrawal_id = $1 for update`,
    values: [withdrawalId],
  });
  return rows[0];
}

/** Records what the books say of a payout. It is read daily from now on, because what is final at the provider may change. */
export async function closePayout(
  connection: Queryable,
  withdrawalId: string,
  {
    outcome,
    transactionHash,
    at,
  }: { outcome: PayoutOutcome; transactionHash?: string | undefined; at: Date },
): Promise<void> {
  await connection.query({
    name: "close_payout",
    text: `update payouts set outcome = $2, transaction_hash = $3, since = $4,
             next_poll_at = case when payout_id is not null
               then $4::timestamptz + interval '${WATCH_EVERY_SECONDS} seconds' end
           where withdrawal_id = $1`,
    values: [withdrawalId, outcome, transactionHash ?? null, at],
  });
}
