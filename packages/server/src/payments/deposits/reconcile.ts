import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { decidePayment, isEmpty } from "@veritick/domain/payments.ts";
import type { DepositFacts, PaymentDecision } from "@veritick/domain/payments.ts";
import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import { keepValue, replaceKeptValue } from "../../platform/db/kept-values.ts";
import { isId } from "../../platform/ids.ts";
import { findListed, OFFERS_MONEY, paymentKey } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";
import { applyPayment } from "./apply-payment.ts";
import type { DepositRow } from "../deposit.ts";
import { CLOSED_ON_TRUST, CREDITED_IN_PARTS, LISTED_AS_TAKEN, OPEN_ON_TRUST } from "./payment-origin.ts";
import type { ListedFacts } from "./payment-origin.ts";
import { bookedFees, certainFee } from "./provider-fees.ts";
import { isSentBack, repayableAdvance } from "./provisional-credits.ts";

const DAY_MS = 86_400_000;
const DAYS_BACK = 35;
/** A margin for the difference between the provider's clock and ours. */
const MARGIN_MS = 3_600_000;
const BATCH = 200;
const READS_AT_ONCE = 4;
const NAMED_IN_LOG = 20;

/**
 * Compares the provider's list of payments with ours, once a day over all processes and restarts. So a payment is found even
 * if every callback and poll of it was lost. It reads only payments that would change something here.
 */
export async function reconcile(context: PaymentContext): Promise<void> {
  const { provider, clock, log } = context;
  const lease = await takeDailyLease(context, `reconciled/${provider.name}`);
  if (lease === undefined) return;
  const from = await findStart(context);
  if (from !== undefined) {
    const missing = await findOpen(context, from);
    const counts = { compared: 0, applied: 0, failed: 0 };
    for await (const payments of inBatches(
      provider.listPayments(from, new Date(clock.nowMs() + MARGIN_MS)),
    )) {
      for (const { paymentId } of payments) missing.delete(paymentId);
      await applyChanged(context, payments, counts);
      if (!(await lease.renew())) return;
    }
    log.info({ ...counts, missing: missing.size }, "compared the provider's payments with ours");
    // A provider that cannot list payments has logged that itself.
    if (missing.size > 0 && counts.compared > 0) {
      log.warn(
        { deposits: [...missing.values()].slice(0, NAMED_IN_LOG), count: missing.size },
        "the provider's list lacks the payments of some open deposits",
      );
    }
  }
  await lease.finish();
}

/**
 * Finds the start of the comparison: the first deposit, closed accounts included, but at most `DAYS_BACK` days ago. The age
 * of the last deposit does not matter, because an old address may be paid to again at any time. Returns undefined without
 * deposits.
 */
async function findStart({ database, clock, provider }: PaymentContext): Promise<Date | undefined> {
  const earliest = clock.nowMs() - DAYS_BACK * DAY_MS;
  const { rows } = await database.query<{ first: Date | null }>(
    `select min(first) as first from (
       (select created_at from deposit_transactions where provider = $1 order by id limit 1)
       union all
       (select created_at from closed_payments where provider = $1 order by deposit_id limit 1)) f (first)`,
    [provider.name],
  );
  const first = rows[0]!.first;
  return first === null ? undefined : new Date(Math.max(earliest, first.getTime() - MARGIN_MS));
}

/** Finds the open deposits that the list must contain, by payment id. Deposits of the last hour may be too new for it. */
async function findOpen(
  { database, clock, provider }: PaymentContext,
  from: Date,
): Promise<Map<string, string>> {
  const { rows } = await database.query<{ id: string; payment_id: string }>(
    `select id, payment_id from deposit_transactions
     where status in ('pending', 'confirming') and provider = $1 and payment_id is not null
       and created_at between $2 and $3`,
    [provider.name, from, new Date(dateOf(clock).getTime() - MARGIN_MS)],
  );
  return new Map(rows.map((row) => [row.payment_id, row.id]));
}

async function* inBatches(payments: AsyncIterable<ProviderPayment>): AsyncIterable<ProviderPayment[]> {
  let batch: ProviderPayment[] = [];
  for await (const payment of payments) {
    batch.push(payment);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Applies the payments that would change something, each from a fresh read. A failure does not stop the rest. */
async function applyChanged(
  context: PaymentContext,
  payments: ProviderPayment[],
  counts: { compared: number; applied: number; failed: number },
): Promise<void> {
  counts.compared += payments.length;
  await forEachLimited(await findChangedPayments(context, payments), READS_AT_ONCE, async ({ paymentId }) => {
    try {
      await applyPayment(context, paymentId);
      counts.applied += 1;
    } catch (error) {
      counts.failed += 1;
      context.log.warn({ paymentId, error: String(error) }, "applying a listed payment failed");
    }
  });
}

/** The time without renewal after which another process takes over a comparison. */
const LEASE_MINUTES = 15;

type DailyLease = {
  /** Extends the lease. Returns false if another process has taken over. */
  renew(): Promise<boolean>;
  /** Marks the task as done for today. */
  finish(): Promise<void>;
};

/**
 * Lets one process do a task once a day. Only a finished task counts: if a process dies over it or fails, another one takes
 * it again once the lease has expired, on the next day if need be.
 *
 * @returns undefined if the task was done today or another process is doing it
 */
export async function takeDailyLease(
  { database, clock }: Pick<PaymentContext, "database" | "clock">,
  name: string,
): Promise<DailyLease | undefined> {
  const today = dateOf(clock).toISOString().slice(0, 10);
  const begun = () => `begun ${dateOf(clock).toISOString()}`;
  const seen = await keepValue(database, name, "never");
  if (seen === `done ${today}` || isUnderWay(seen, clock.nowMs())) return undefined;
  let mine = begun();
  if (!(await replaceKeptValue(database, name, seen, mine))) return undefined;

  async function move(next: string): Promise<boolean> {
    const isMine = next === mine || (await replaceKeptValue(database, name, mine, next));
    mine = next;
    return isMine;
  }
  return {
    renew: () => move(begun()),
    finish: async () => void (await move(`done ${today}`)),
  };
}

function isUnderWay(seen: string, nowMs: number): boolean {
  const [word, at] = seen.split(" ");
  return word === "begun" && nowMs - new Date(at!).getTime() < LEASE_MINUTES * 60_000;
}

/**
 * Filters a list of payments down to those that would change a deposit or the attention list. It takes no locks, so every
 * payment is decided again under a lock before it changes anything.
 */
async function findChangedPayments(
  context: PaymentContext,
  payments: readonly ProviderPayment[],
): Promise<ProviderPayment[]> {
  const decide = decider(await findDeposits(context, payments));
  const decided = payments.map((payment) => ({ payment, decision: decide(payment) }));
  const asked = decided.flatMap(({ payment, decision }) =>
    decision.do === "ask" ? { ...payment, reason: decision.reason, arrived: formatMinor(payment.paid) } : [],
  );
  const listed = asked.length === 0 ? new Set() : await findListed(context, asked);
  const offered = await findOffered(context, payments.filter(isEmpty));
  return decided
    .filter(
      ({ payment: { paymentId }, decision }) =>
        offered.has(paymentId) || (decision.do !== "nothing" && !listed.has(paymentId)),
    )
    .map(({ payment }) => payment);
}

/** Finds, among payments whose money was sent back, those that an open item still offers. */
async function findOffered(
  { database, provider }: PaymentContext,
  empty: readonly ProviderPayment[],
): Promise<Set<string>> {
  if (empty.length === 0) return new Set();
  const { rows } = await database.query<{ payment_id: string }>({
    name: "offered_payments",
    text: `select i.payment_id from attention_items i where i.key = any ($1::text[]) and ${OFFERS_MONEY}`,
    values: [empty.map(({ paymentId }) => paymentKey(provider.name, paymentId))],
  });
  return new Set(rows.map((row) => row.payment_id));
}

/**
 * A deposit, or the archived row of a payment that has none. The deposit includes the credits of such a row and of further
 * parts of its payment.
 */
type KnownRow = Pick<
  DepositRow,
  "id" | "payment_id" | "status" | "failure_reason" | "credited" | "on_trust"
> &
  ListedFacts & {
    is_closed: boolean;
    /** The provider's fees that the books have taken. */
    fees: string;
  };

async function findDeposits(
  { database, provider }: PaymentContext,
  payments: readonly ProviderPayment[],
): Promise<KnownRow[]> {
  const { rows } = await database.query<KnownRow>(
    `select d.id, d.payment_id, d.status, d.failure_reason, ${CREDITED_IN_PARTS} + coalesce(c.credited, 0) as credited, d.on_trust,
       ${OPEN_ON_TRUST} as is_on_trust, ${LISTED_AS_TAKEN} as is_listed_as_taken, false as is_closed,
       greatest(${bookedFees("d", "id")}, ${bookedFees("c", "deposit_id")}) as fees
     from deposit_transactions d
     left join closed_payments c on c.provider = d.provider and c.payment_id = d.payment_id
     where d.provider = $1 and (d.payment_id = any ($2::text[]) or d.id = any ($3::uuid[]))
     union all
     select d.deposit_id, d.payment_id, 'confirmed', null, d.credited, d.on_trust, ${CLOSED_ON_TRUST}, ${LISTED_AS_TAKEN}, true,
       ${bookedFees("d", "deposit_id")}
     from closed_payments d
     where d.provider = $1 and (d.payment_id = any ($2::text[]) or d.deposit_id = any ($3::uuid[]))
       and not exists (
         select from deposit_transactions t where t.provider = d.provider and t.payment_id = d.payment_id)`,
    [
      provider.name,
      payments.map(({ paymentId }) => paymentId),
      payments.flatMap(({ orderId }) => (isId(orderId) ? orderId : [])),
    ],
  );
  return rows;
}

/**
 * Returns a function that decides payments. It selects a payment whose deposit has no payment id yet, because the deposit
 * gets it when the payment is applied. It also selects money that arrived for a credit on trust, credited money that was
 * sent back, and a provider's fee other than the one in the books, because all of them are booked then in any case.
 */
function decider(deposits: KnownRow[]): (payment: ProviderPayment) => PaymentDecision | { do: "adopt" } {
  const byPayment = new Map(deposits.map((row) => [row.payment_id, row]));
  const byOrder = new Map(deposits.map((row) => [row.id, row]));
  return (payment) => {
    const own = byPayment.get(payment.paymentId);
    if (own !== undefined) {
      const decision = decidePayment(payment, factsOf(own));
      return isUnbooked(own, payment, decision) ? { do: "adopt" } : decision;
    }
    const order = byOrder.get(payment.orderId?.toLowerCase() ?? "");
    if (order?.payment_id === null && !payment.isRepeated) return { do: "adopt" };
    if (order?.is_closed === false) return decidePayment(payment, "repeated_payment");
    return decidePayment(payment, isId(payment.orderId) ? "account_closed" : "unknown_order");
  };
}

function isUnbooked(own: KnownRow, payment: ProviderPayment, decision: PaymentDecision): boolean {
  if (repayableAdvance(own, payment) > 0n) return true;
  const unadvanced = parseMinor(own.credited ?? "0") - parseMinor(own.on_trust ?? "0");
  if (isSentBack(payment, decision) && unadvanced > 0n) return true;
  const fee = own.credited === null ? undefined : certainFee(payment);
  return fee !== undefined && fee !== parseMinor(own.fees);
}

function factsOf(row: KnownRow): DepositFacts {
  const { status, failure_reason, credited } = row;
  if (row.is_closed && credited === null) return "account_closed";
  return {
    status,
    failure: failure_reason,
    credited: credited === null ? null : parseMinor(credited),
    isOnTrust: row.is_on_trust,
    isListedAsTaken: row.is_listed_as_taken,
  };
}
