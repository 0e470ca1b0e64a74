import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import { takeDailyLease } from "../../platform/db/daily-lease.ts";
import { applyPayment } from "../apply-payment.ts";
import type { PaymentContext } from "../context.ts";
import { factsOf, PAYMENT_COLUMNS } from "../payment.ts";
import type { PaymentRow } from "../payment.ts";
import type { ProviderPayment } from "../provider.ts";

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
    log.info({ ...counts, missing: missing.size }, "reconciled the provider's payments with ours");
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
 * Finds the start of the comparison: the first payment, closed accounts included, but at most `DAYS_BACK` days ago. The age
 * of the last one does not matter, because an old address may be paid to again at any time. Returns undefined without
 * payments.
 */
async function findStart({ database, clock, provider }: PaymentContext): Promise<Date | undefined> {
  const earliest = clock.nowMs() - DAYS_BACK * DAY_MS;
  const { rows } = await database.query<{ first: Date }>(
    "select created_at as first from payments where provider = $1 order by id limit 1",
    [provider.name],
  );
  const first = rows[0]?.first;
  return first === undefined ? undefined : new Date(Math.max(earliest, first.getTime() - MARGIN_MS));
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
  await forEachLimited(await findChanged(context, payments), READS_AT_ONCE, async ({ paymentId }) => {
    try {
      await applyPayment(context, paymentId);
      counts.applied += 1;
    } catch (error) {
      counts.failed += 1;
      context.log.warn({ paymentId, error: String(error) }, "applying a listed payment failed");
    }
  });
}

/**
 * Filters a list of payments down to those that the provider tells something new about. It takes no locks, so every payment
 * is read again before it changes anything.
 */
async function findChanged(
  { database, provider }: PaymentContext,
  payments: readonly ProviderPayment[],
): Promise<ProviderPayment[]> {
  const { rows } = await database.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments where provider = $1 and payment_id = any ($2::text[])`,
    [provider.name, payments.map(({ paymentId }) => paymentId)],
  );
  const known = new Map(rows.map((row) => [row.payment_id, row]));
  return payments.filter((payment) => isNew(known.get(payment.paymentId), payment));
}

/** A list may leave out the outcome of a payment, which says nothing then. */
function isNew(row: PaymentRow | undefined, payment: ProviderPayment): boolean {
  if (row === undefined) return true;
  const known = factsOf(row);
  const { outcome = known.outcome } = payment;
  return (
    known.state !== payment.state ||
    known.paid !== payment.paid ||
    (row.asset !== null && known.isOurAsset !== payment.isOurAsset) ||
    known.outcome !== outcome
  );
}
