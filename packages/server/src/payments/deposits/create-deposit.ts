import type { Deposit } from "@veritick/contract/deposits.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction, violatedConstraint } from "../platform/database.ts";
import type { Database, Queryable } from "../platform/database.ts";
import type { IdempotencyClaim, Replayed } from "../platform/http/call.ts";
import { findFirstAnswer } from "../platform/idempotency.ts";
import type { RunningKeys } from "../platform/idempotency.ts";
import { newId } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { toDeposit } from "./deposit-row.ts";
import type { DepositRow } from "./deposit-row.ts";
import { ProviderUnavailableError } from "./provider.ts";
import type { PaymentInstruction, PaymentProvider } from "./provider.ts";

export type DepositContext = {
  database: Database;
  clock: Clock;
  provider: PaymentProvider;
  runningKeys: RunningKeys;
};

type Request = { userId: string; amount: Minor; idempotency: IdempotencyClaim | undefined };

/** What an account may hold and still have coming, so that no credit can ever fail to fit the balance. */
const ACCOUNT_MAX = "1000000000";
/** Each open deposit is watched: an account may have so many at once. */
const MOST_OPEN = 20;

/**
 * Asks the provider where to pay. The deposit is on record before the provider hears of it, so that a payment can
 * always be traced back, and the answer is recorded with its idempotency key in one transaction.
 */
export function createDeposit(
  context: DepositContext,
  request: Request,
): Promise<Deposit | Refused | Replayed> {
  return context.runningKeys.guard(request.userId, request.idempotency, async () => {
    const { database, clock, provider } = context;
    if (request.idempotency !== undefined) {
      const first = await findFirstAnswer(database, request.userId, request.idempotency);
      if (first !== undefined) return first;
    }
    const id = newId(clock.nowMs());
    const createdAt = dateOf(clock);
    const refusal = await recordDeposit(context, id, createdAt, request);
    if (refusal !== undefined) return refusal;
    try {
      const instruction = await provider.createPayment({ id, amount: request.amount, createdAt });
      return await recordInstruction(context, id, instruction, request);
    } catch (error) {
      if (violatedConstraint(error) === "idempotency_keys_pkey") return yieldToFirst(database, id, request);
      if (!(error instanceof ProviderUnavailableError)) throw error;
      await database.query(
        "update deposit_transactions set status = 'failed', updated_at = $2 where id = $1",
        [id, dateOf(clock)],
      );
      return refuse("provider_unavailable");
    }
  });
}

/** The same key was used elsewhere at the same moment: that one counts, and nobody has seen this one's address. */
async function yieldToFirst(database: Database, id: string, request: Request): Promise<Refused | Replayed> {
  await database.query("delete from deposit_transactions where id = $1 and payment_id is null", [id]);
  return (
    (await findFirstAnswer(database, request.userId, request.idempotency!)) ?? refuse("idempotency_running")
  );
}

async function recordDeposit(
  { database, provider }: DepositContext,
  id: string,
  createdAt: Date,
  request: Request,
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
      [id, request.userId, formatMinor(request.amount), provider.name, createdAt],
    );
    return undefined;
  });
}

async function recordInstruction(
  { database, clock, provider }: DepositContext,
  id: string,
  instruction: PaymentInstruction,
  request: Request,
): Promise<Deposit> {
  return transaction(database, async (connection) => {
    const now = dateOf(clock);
    const { rows } = await connection.query<DepositRow>(
      `update deposit_transactions
       set payment_id = $2, pay_address = $3, pay_amount = $4, updated_at = $5,
         next_poll_at = $5::timestamptz + make_interval(secs => $6)
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
    const deposit = toDeposit(rows[0]!);
    if (request.idempotency !== undefined) await recordAnswer(connection, request, deposit, now);
    return deposit;
  });
}

async function recordAnswer(
  connection: Queryable,
  request: Request,
  deposit: Deposit,
  now: Date,
): Promise<void> {
  const { key, requestHash } = request.idempotency!;
  await connection.query(
    `insert into idempotency_keys (user_id, key, request_hash, response, created_at) values ($1, $2, $3, $4, $5)`,
    [request.userId, key, requestHash, JSON.stringify(deposit), now],
  );
}
