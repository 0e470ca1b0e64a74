import { dateOf } from "../../platform/clock.ts";
import { claimDue, forEachDue } from "../../platform/db/claim-due.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError } from "../provider.ts";
import { applyPayment } from "./apply-payment.ts";
import { announceDeposit } from "./deposit.ts";
import type { DepositRow } from "./deposit.ts";

/** Small enough that a batch whose reads all time out still ends within its lease. */
const BATCH = 40;
const READS_AT_ONCE = 4;
/** After this, another process takes over from one that died over a read. */
const LEASE_SECONDS = 120;
/** A deposit fails if it has no address after this, because the server died while it asked for one. */
const ADDRESS_GRACE = "10 minutes";
/** Every payment is polled for so long, whatever became of its deposit. */
const POLLED_SECONDS = 30 * 86_400;

type DueRow = { id: string; payment_id: string; created_at: Date };

/** Reads every payment that is due from the provider. Callbacks are quicker, but only polls are certain. */
export async function trackDeposits(context: PaymentContext): Promise<void> {
  const { database, clock, provider } = context;
  await failUnaddressed(context);
  await forEachDue<DueRow>(
    database,
    {
      name: "take_due_deposits",
      table: "deposit_transactions",
      key: "id",
      where: "next_poll_at <= $1 and provider = $2 and payment_id is not null",
      orderBy: "next_poll_at",
      set: `next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'`,
      returning: "id, payment_id, created_at",
      batch: BATCH,
    },
    () => [dateOf(clock), provider.name],
    { atOnce: READS_AT_ONCE, work: (deposit) => track(context, deposit) },
  );
}

async function failUnaddressed({ database, clock, bus }: PaymentContext): Promise<void> {
  const failed = await claimDue<DepositRow>(
    database,
    {
      table: "deposit_transactions",
      key: "id",
      where: `status = 'pending' and payment_id is null and created_at < $1::timestamptz - interval '${ADDRESS_GRACE}'`,
      orderBy: "id",
      set: "status = 'failed', failure_reason = 'no_address', updated_at = $1",
      returning: "*",
      batch: BATCH,
    },
    [dateOf(clock)],
  );
  for (const deposit of failed) announceDeposit(bus, { deposit });
}

async function track(context: PaymentContext, due: DueRow): Promise<void> {
  const { database, clock, provider, log } = context;
  let isAnswered = true;
  try {
    await applyPayment(context, await provider.readPayment(due.payment_id));
  } catch (error) {
    isAnswered = error instanceof ProviderRefusedError && error.code === "NOT_FOUND";
    log.warn({ deposit: due.id, error: String(error) }, "reading a payment failed and will be tried again");
  }
  const age = (clock.nowMs() - due.created_at.getTime()) / 1000;
  // Only an answered read may be the last one, or money that came during a long outage would be overlooked.
  if (isAnswered && age > POLLED_SECONDS) return stopPolling(context, due.id);
  // A deposit that was decided meanwhile has no due time any more, and gets none here.
  await database.query({
    name: "set_next_poll",
    text: `update deposit_transactions set next_poll_at = $2::timestamptz + make_interval(secs => $3)
           where id = $1 and next_poll_at is not null`,
    values: [due.id, dateOf(clock), provider.nextPollSeconds(age)],
  });
}

/** A deposit that is still open after the last poll has expired. Callbacks and the daily comparison still reach it. */
async function stopPolling({ database, clock, bus }: PaymentContext, id: string): Promise<void> {
  const { rows } = await database.query<DepositRow>(
    `update deposit_transactions
     set status = 'failed', failure_reason = 'expired', next_poll_at = null, updated_at = $2
     where id = $1 and status in ('pending', 'confirming') returning *`,
    [id, dateOf(clock)],
  );
  if (rows[0] !== undefined) announceDeposit(bus, { deposit: rows[0] });
  else await database.query("update deposit_transactions set next_poll_at = null where id = $1", [id]);
}
