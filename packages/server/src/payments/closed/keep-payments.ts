import type { Queryable } from "../../platform/db/database.ts";

/**
 * Keeps what is needed once the deposits and withdrawals of a user are deleted, who is not named: which payments there
 * were and what was credited of them, so that only money that comes later is news, and what became of payouts that the
 * provider may still send. The rows are locked, and nothing of theirs is pending or processing any more.
 */
export async function keepPayments(connection: Queryable, userId: string): Promise<void> {
  await connection.query(KEEP_DEPOSITS, [userId]);
  await connection.query(KEEP_WITHDRAWALS, [userId]);
}

/** A further part of a payment, which carries its id with `+1` and so on, is counted with the first. */
const KEEP_DEPOSITS = `
insert into closed_payments (
  deposit_id, provider, payment_id, pay_address, credited, credited_by_person, created_at)
select id, provider, payment_id, pay_address, case when status = 'confirmed' then total end, decided_by is not null,
  created_at
from (
  select d.*, sum(credited) over (
    partition by provider, coalesce(split_part(payment_id, '+', 1), id::text)) as total
  from deposit_transactions d where user_id = $1
) d
where payment_id is null or position('+' in payment_id) = 0`;

const KEEP_WITHDRAWALS = `
insert into closed_payouts (
  withdrawal_id, provider, payout_id, status, net_amount, transaction_hash, decided_at, next_poll_at)
select id, provider, payout_id, status, net_amount, transaction_hash, updated_at, next_poll_at
from withdrawal_transactions where user_id = $1 and payout_step is not null`;
