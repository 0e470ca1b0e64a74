import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { formatFixed, formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { isKnownPlace } from "../../accounts/public.ts";
import type { Visitor } from "../../accounts/public.ts";
import { refuseDeposit } from "../../limits/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { countAttempt, forgiveAttempt } from "../../platform/db/attempts.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { answerOnce, recordAnswer } from "../../platform/http/idempotency.ts";
import type { IdempotencyClaim, Replayed } from "../../platform/http/call.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { DEPOSIT_COLUMNS, depositCounter, failureCounter, toDeposit } from "../deposit.ts";
import type { DepositRow } from "../deposit.ts";
import { ProviderBusyError, ProviderRefusedError } from "../provider.ts";
import type { PaymentProvider } from "../provider.ts";
import {
  askForPayment,
  askLater,
  failWithoutAddress,
  isProviderError,
  storeInstruction,
} from "./ask-for-payment.ts";
import type { PaymentInstruction } from "./ask-for-payment.ts";

type DepositRequest = {
  userId: string;
  visitor: Visitor;
  amount: Minor;
  idempotency: IdempotencyClaim | undefined;
};

/** A stored deposit, with the payment instruction if it is known already. */
type RecordedDeposit = {
  readonly id: string;
  readonly createdAt: Date;
  /** False if an earlier attempt of the same request may have asked the provider already. */
  readonly isNew: boolean;
  readonly instruction: PaymentInstruction | undefined;
  /** The counters that go down again if the provider gives no address. */
  readonly counted: readonly string[];
};

/**
 * Creates a deposit and asks the provider for its address. The deposit is stored first, so that every payment can be traced
 * back to it. The answer is stored with its idempotency key in one transaction.
 */
export function createDeposit(
  context: PaymentContext,
  request: DepositRequest,
): Promise<Deposit | Refused | Replayed> {
  return answerOnce(context, request.userId, request.idempotency, async () => {
    let recorded: RecordedDeposit | undefined;
    try {
      const minimum = await findMinimum(context.provider);
      const result =
        belowMinimum(minimum, request.amount) ?? (await recordDeposit(context, request, minimum));
      if (isRefused(result)) return result;
      recorded = result;
      const instruction = recorded.instruction ?? (await askForPayment(context, { ...recorded, ...request }));
      return await recordOutcome(context, recorded, request, (connection) =>
        storeInstruction(context, connection, recorded!.id, instruction),
      );
    } catch (error) {
      if (!(error instanceof ProviderBusyError) || recorded === undefined)
        return await giveUp(context, recorded, request, error);
      const { id } = recorded;
      return await recordOutcome(context, recorded, request, (connection) =>
        askLater(context, connection, id, error.retryAt),
      );
    } finally {
      context.bus.publish({ kind: "adminChanged", of: ["deposits"] });
    }
  });
}

const DAY_SECONDS = 86_400;
/** The most tries of a user in a minute for which the provider gives no address. Each one asks it, and leaves a row. */
const MOST_FAILED = 10;
const MINUTE_SECONDS = 60;

/**
 * Counts a deposit in the transaction that begins it, so that a refused one counts nowhere. An unpaid deposit costs its user
 * nothing, but us many reads, and one user may have many accounts. So deposits are limited by user and by address. Returns the
 * counters to take back if the provider fails.
 */
async function countDeposit(
  { limits }: PaymentContext,
  connection: Queryable,
  { userId, visitor }: DepositRequest,
  now: Date,
): Promise<readonly string[] | Refused> {
  const begun: [key: string, limit: number][] = [[depositCounter(userId), limits.depositsPerUser]];
  if (!(await countsAlone(connection, userId, visitor, now)))
    begun.push([`deposits/address/${visitor.address}`, limits.depositsPerAddress]);
  const counters = [
    [failureCounter(userId), MOST_FAILED, MINUTE_SECONDS, "too_many_requests"],
    ...begun.map((counter) => [...counter, DAY_SECONDS, "too_many_deposits"] as const),
  ] as const;
  const counted: string[] = [];
  for (const [key, limit, seconds, code] of counters) {
    const { allowed, retryAfterSeconds } = await countAttempt(connection, key, limit, seconds, now);
    counted.push(key);
    if (allowed) continue;
    for (const each of counted) await forgiveAttempt(connection, each);
    return refuse(code, { retryAfterSeconds });
  }
  return begun.map(([key]) => key);
}

/**
 * Returns true if the deposit counts for its user alone, because strangers at the same address must not stop it: the user has
 * paid before, is at a known place, or begins the first deposit in 24 hours.
 */
async function countsAlone(
  connection: Queryable,
  userId: string,
  visitor: Visitor,
  now: Date,
): Promise<boolean> {
  const { rows } = await connection.query<{ alone: boolean }>(
    `select exists (select from deposit_transactions where user_id = $1 and status = 'confirmed')
       or not exists (
         select from deposit_transactions where user_id = $1
           and created_at > $2::timestamptz - make_interval(secs => ${DAY_SECONDS})
           and failure_reason is distinct from 'no_address') as alone`,
    [userId, now],
  );
  return rows[0]!.alone || isKnownPlace(connection, userId, visitor, now);
}

/** Returns undefined while the provider is too busy to say. It refuses a smaller payment itself. */
async function findMinimum(provider: PaymentProvider): Promise<Minor | undefined> {
  try {
    return await provider.minimumDeposit();
  } catch (error) {
    if (error instanceof ProviderBusyError) return undefined;
    throw error;
  }
}

/** Refuses an amount below the provider's minimum, which changes over time and may be above ours. */
function belowMinimum(minimum: Minor | undefined, amount: Minor): Refused | undefined {
  return minimum === undefined || amount >= minimum
    ? undefined
    : refuse("deposit_provider_minimum", { field: "amount", values: { amount: formatFixed(minimum, 2) } });
}

/** Fails the deposit, if it is stored, and says why there is none. */
async function giveUp(
  context: PaymentContext,
  recorded: RecordedDeposit | undefined,
  request: DepositRequest,
  error: unknown,
): Promise<Refused> {
  if (!isProviderError(error)) throw error;
  await failWithoutAddress(context, recorded, error);
  if (error instanceof ProviderRefusedError && error.code === "AMOUNT_MINIMAL_ERROR") {
    const minimum = await context.provider.minimumDeposit().catch(() => undefined);
    const below = belowMinimum(minimum, request.amount);
    if (below !== undefined) return below;
  }
  return refuse("provider_unavailable");
}

/** The most that balance and open deposits may add up to, so that every credit fits the balance. */
const ACCOUNT_MAX = "1000000000";
/**
 * The most open deposits of an account. They are limited because each one is polled. One whose payment is in a state that
 * nobody knows waits for an administrator and does not count.
 */
const MOST_OPEN = 20;

/**
 * Stores a deposit before the provider is asked. If the same request is stored already, because the server died over it, it
 * continues with that deposit.
 */
function recordDeposit(
  context: PaymentContext,
  request: DepositRequest,
  leastAmount: Minor | undefined,
): Promise<RecordedDeposit | Refused> {
  return context.userQueue.run(request.userId, () => record(context, request, leastAmount));
}

async function record(
  context: PaymentContext,
  request: DepositRequest,
  leastAmount: Minor | undefined,
): Promise<RecordedDeposit | Refused> {
  const { database, clock, provider } = context;
  return transaction(database, async (connection) => {
    // As everywhere, deposits are locked before users.
    await releaseKeyOfFailed(connection, request);
    // This lock serialises a user's deposits, so that each sees the amounts of those before it.
    await connection.query("select from users where id = $1 for no key update", [request.userId]);
    const earlier = await findEarlier(connection, request);
    if (earlier !== undefined) return earlier;
    const limited = await refuseDeposit(connection, request.userId, request.amount, dateOf(clock));
    if (limited !== undefined) return limited;
    const { rows } = await connection.query<{ fits: boolean; open: number }>(
      `select u.balance + $2::numeric + d.coming <= ${ACCOUNT_MAX} as fits, d.open
       from users u, (
         select coalesce(sum(o.amount), 0) as coming, count(*) filter (where p.state <> 'unknown') as open
         from deposit_transactions o join payments p on p.id = o.id
         where o.user_id = $1 and o.status in ('pending', 'confirming')) d
       where u.id = $1`,
      [request.userId, formatMinor(request.amount)],
    );
    const account = rows[0];
    if (account === undefined) return refuse("not_signed_in");
    if (!account.fits) return refuse("deposit_maximum", { field: "amount" });
    if (account.open >= MOST_OPEN) return refuse("too_many_open_deposits");
    const createdAt = dateOf(clock);
    const counted = await countDeposit(context, connection, request, createdAt);
    if (isRefused(counted)) return counted;
    const id = newId(clock.nowMs());
    const { key, requestHash } = request.idempotency ?? { key: null, requestHash: null };
    await connection.query(
      `insert into payments (id, provider, order_id, user_id, state_at, created_at, updated_at)
       values ($1, $2, $1, $3, $4, $4, $4)`,
      [id, provider.name, request.userId, createdAt],
    );
    await connection.query(
      `insert into deposit_transactions (
         id, user_id, amount, least_amount, provider, created_at, updated_at, request_key, request_hash)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
      [
        id,
        request.userId,
        formatMinor(request.amount),
        leastAmount === undefined ? null : formatMinor(leastAmount),
        provider.name,
        createdAt,
        key,
        requestHash,
      ],
    );
    return { id, createdAt, isNew: true, instruction: undefined, counted };
  });
}

/** Frees the idempotency key of a deposit that failed without an address. */
async function releaseKeyOfFailed(
  connection: Queryable,
  { userId, idempotency }: DepositRequest,
): Promise<void> {
  if (idempotency === undefined) return;
  await connection.query(
    `update deposit_transactions set request_key = null, request_hash = null
     where user_id = $1 and request_key = $2 and status = 'failed' and pay_address is null`,
    [userId, idempotency.key],
  );
}

/** Finds the deposit of the same key. It takes no lock, because the user's row is locked already. */
async function findEarlier(
  connection: Queryable,
  { userId, idempotency }: DepositRequest,
): Promise<RecordedDeposit | Refused | undefined> {
  if (idempotency === undefined) return undefined;
  const { rows } = await connection.query<DepositRow & { request_hash: Buffer }>(
    `select ${DEPOSIT_COLUMNS} from deposit_transactions d where user_id = $1 and request_key = $2`,
    [userId, idempotency.key],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  if (!row.request_hash.equals(idempotency.requestHash)) return refuse("idempotency_mismatch");
  const { id, created_at: createdAt, payment_id: paymentId, pay_address: payAddress, pay_amount } = row;
  // Another call with the same key has failed this deposit since this call began. The next attempt makes a new deposit.
  if (row.status === "failed" && payAddress === null) {
    return refuse("idempotency_running", { retryAfterSeconds: 1 });
  }
  const instruction =
    paymentId === null || payAddress === null || pay_amount === null
      ? undefined
      : { paymentId, payAddress, payAmount: parseMinor(pay_amount) };
  return { id, createdAt, isNew: false, instruction, counted: [depositCounter(userId)] };
}

/**
 * Stores the payment instruction, or when the provider is asked again, together with the answer to the request. A callback may
 * have stored the payment already: the status that the deposit has reached meanwhile stays.
 */
function recordOutcome(
  { database, clock, userQueue }: PaymentContext,
  { isNew }: RecordedDeposit,
  { userId, idempotency }: DepositRequest,
  store: (connection: Queryable) => Promise<DepositRow | undefined>,
): Promise<Deposit | Refused> {
  // The provider may have made the payment, so this work may wait but must never be refused.
  return userQueue.runAlways(userId, () =>
    transaction(database, async (connection) => {
      const row = await store(connection);
      // The account and its deposits may have been deleted meanwhile.
      if (row === undefined) return refuse("not_signed_in");
      const deposit = toDeposit(row);
      // The idempotency key refers to the user. The foreign key alone would take a shared lock on that row, and transactions
      // that wait for the row could then deadlock.
      if (idempotency !== undefined) {
        await connection.query("select from users where id = $1 for no key update", [userId]);
      }
      await recordAnswer(connection, userId, idempotency, deposit, dateOf(clock));
      if (isNew && row.payment_id !== null) await forgiveAttempt(connection, failureCounter(userId));
      return deposit;
    }),
  );
}
