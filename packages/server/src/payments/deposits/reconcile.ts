import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";
import { applyPayment } from "./apply-payment.ts";
import { takeDailyTurn } from "./daily-turn.ts";
import { findNews } from "./find-news.ts";

const DAY_MS = 86_400_000;
const DAYS_BACK = 35;
/** The provider's clock is not ours. */
const MARGIN_MS = 3_600_000;
const BATCH = 200;
const READS_AT_ONCE = 4;
const NAMED_IN_LOG = 20;

/**
 * Once a day, over all processes and restarts: compares the provider's list with ours, so that a payment of which every
 * callback and poll was lost is found all the same. What is known already costs no more than a look.
 */
export async function reconcile(context: PaymentContext): Promise<void> {
  const { provider, clock, log } = context;
  const turn = await takeDailyTurn(context, `reconciled/${provider.name}`);
  if (turn === undefined) return;
  const from = await startOf(context);
  if (from !== undefined) {
    const missing = await findOpen(context, from);
    const counts = { compared: 0, applied: 0, failed: 0 };
    for await (const payments of inBatches(
      provider.listPayments(from, new Date(clock.nowMs() + MARGIN_MS)),
    )) {
      for (const { paymentId } of payments) missing.delete(paymentId);
      await applyNews(context, payments, counts);
      if (!(await turn.renew())) return;
    }
    log.info({ ...counts, missing: missing.size }, "the provider's payments were compared with ours");
    // A provider that shows no list at all has said so itself.
    if (missing.size > 0 && counts.compared > 0) {
      log.warn(
        { deposits: [...missing.values()].slice(0, NAMED_IN_LOG), count: missing.size },
        "the provider's list lacks payments of open deposits",
      );
    }
  }
  await turn.finish();
}

/**
 * From the first deposit on, also of accounts that are closed, and no further back than so many days: an old address may
 * be paid to again at any time, so how new the deposits are says nothing. Where there is none that the provider could
 * know of, there is nothing to compare.
 */
async function startOf({ database, clock, provider }: PaymentContext): Promise<Date | undefined> {
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

/** The open deposits that the list must have, by payment id. Those of the last hour may be newer than it. */
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

/** Applies what is new, each from a fresh read. One that fails does not stop the rest. */
async function applyNews(
  context: PaymentContext,
  payments: ProviderPayment[],
  counts: { compared: number; applied: number; failed: number },
): Promise<void> {
  counts.compared += payments.length;
  await forEachLimited(await findNews(context, payments), READS_AT_ONCE, async ({ paymentId }) => {
    try {
      await applyPayment(context, await context.provider.readPayment(paymentId));
      counts.applied += 1;
    } catch (error) {
      counts.failed += 1;
      context.log.warn({ paymentId, error: String(error) }, "a listed payment could not be applied");
    }
  });
}
