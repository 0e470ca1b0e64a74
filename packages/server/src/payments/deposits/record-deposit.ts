import type { Deposit } from "@veritick/contract/deposits.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import type { PaymentInstruction } from "../provider.ts";
import type { DepositRequest } from "./create-deposit.ts";
import { toDeposit } from "./deposit-row.ts";
import type { DepositRow } from "./deposit-row.ts";

/** What an account may hold and still have coming, so that no credit can ever fail to fit the balance. */
const ACCOUNT_MAX = "1000000000";
/** Each open deposit is watched: an account may have so many at once. */
const MOST_OPEN = 20;

/** Puts a deposit on record, before the provider hears of it. */
export async function recordDeposit(
  { database, clock, provider }: PaymentContext,
  id: string,
  request: DepositRequest,
): Promise<Refused | undefined> {
  return transaction(database, async (connection) => {
    // One at a time for each user, so that each sees the amounts of those before it.
    await connection.query("select from users where id = $1 for no key update", [request.userId]);
    const { rows } = await connection.query<{ fits: boolean; open: number }>(
      `select u.balance + $2::numeric + coalesce(sum(d.amount), 0) <= ${ACCOUNT_MAX} as fits, count(d.id) as open
       from users u left join deposit_transactions d on d.user_id = u.id and d.status in ('pending', 'confirming')
       where u.id = $1 group by u.id`,
      [request.userId, formatMinor(request.amount)],
    );
    const account = rows[0];
    if (account === undefined) return refuse("not_signed_in");
    if (!account.fits) return refuse("deposit_maximum", { field: "amount" });
    if (account.open >= MOST_OPEN) return refuse("too_many_open_deposits");
    await connection.query(
      `insert into deposit_transactions (id, user_id, amount, provider, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5)`,
      [id, request.userId, formatMinor(request.amount), provider.name, dateOf(clock)],
    );
    return undefined;
  });
}

/**
 * Writes down where to pay, with the answer to the request. A callback may have been quicker and have written it down
 * already: then the state it has reached meanwhile stays.
 */
export async function recordInstruction(
  { database, clock, provider }: PaymentContext,
  id: string,
  instruction: PaymentInstruction,
  request: DepositRequest,
): Promise<Deposit | Refused> {
  return transaction(database, async (connection) => {
    const now = dateOf(clock);
    const { rows } = await connection.query<DepositRow>(
      `update deposit_transactions
       set payment_id = $2, pay_address = $3, pay_amount = $4, updated_at = $5,
         next_poll_at = case when status <> 'confirmed' then $5::timestamptz + make_interval(secs => $6) end
       where id = $1 returning *`,
      [
        id,
        instruction.paymentId,
        instruction.payAddress,
        formatMinor(instruction.payAmount),
        now,
        provider.nextPollSeconds(0),
      ],
    );
    // The account may have been deleted meanwhile, and its deposits with it.
    if (rows[0] === undefined) return refuse("not_signed_in");
    const deposit = toDeposit(rows[0]);
    if (request.idempotency !== undefined) await recordAnswer(connection, request, deposit, now);
    return deposit;
  });
}

async function recordAnswer(
  connection: Queryable,
  request: DepositRequest,
  deposit: Deposit,
  now: Date,
): Promise<void> {
  const { key, requestHash } = request.idempotency!;
  await connection.query(
    `insert into idempotency_keys (user_id, key, request_hash, response, created_at) values ($1, $2, $3, $4, $5)`,
    [request.userId, key, requestHash, JSON.stringify(deposit), now],
  );
}
