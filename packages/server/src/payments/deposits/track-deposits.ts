import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import { claimDue } from "../../platform/db/claim-due.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError } from "../provider.ts";
import { applyPayment } from "./apply-payment.ts";
import { announceDeposit } from "./deposit.ts";
import type { DepositRow } from "./deposit.ts";

/** Small enough that a batch whose reads all time out still ends within its lease. */
const BATCH = 40;
/** So many of a batch are the longest overdue; the rest are the newest, one of each user first. */
const OVERDUE = 10;
const READS_AT_ONCE = 8;
/** After this, another process takes over from one that died over a read. */
const LEASE_SECONDS = 120;
/** A deposit fails if it has no address after this, because the server died while it asked for one. */
const ADDRESS_GRACE = "10 minutes";
/** A payment in which nothing moves is read so often at least. */
const LONGEST_WAIT_SECONDS = 86_400;
/** Every payment is polled for so long, whatever became of its deposit. */
const POLLED_SECONDS = 30 * 86_400;

type DueRow = { id: string; payment_id: string; created_at: Date; status: DepositRow["status"] };

/** Reads every payment that is due from the provider. Callbacks are quicker, but only polls are certain. */
export async function trackDeposits(context: PaymentContext): Promise<void> {
  await failUnaddressed(context);
  let claimed: number;
  do {
    const due = await claimReads(context);
    await forEachLimited(due, READS_AT_ONCE, (deposit) => track(context, deposit));
    claimed = due.length;
    // Fewer are all there were. The newest and the longest overdue may be the same, so a batch need not be full.
  } while (claimed >= BATCH - OVERDUE);
}

/**
 * Claims the payments to be read next, for the case that more are due than the provider can be asked for. The newest come
 * first, because their users wait for them, and one of each user before a second of anybody. Some places are kept for those
 * that have been due for longest, so that none is passed over for good. Rows that another process is claiming are skipped.
 */
async function claimReads({ database, clock, provider }: PaymentContext): Promise<DueRow[]> {
  const { rows } = await database.query<DueRow>({
    name: "claim_reads",
    text: `
      with due as materialized (
        select id, next_poll_at, row_number() over (partition by user_id order by id desc) as turn
        from deposit_transactions where next_poll_at <= $1 and provider = $2 and payment_id is not null
      ),
      chosen as materialized (
        (select id from due order by turn, id desc limit ${BATCH - OVERDUE})
        union
        (select id from due order by next_poll_at limit ${OVERDUE})
      ),
      claimed as materialized (
        select d.id from deposit_transactions d
        where d.id in (select id from chosen) and d.next_poll_at <= $1
        for update skip locked
      )
      update deposit_transactions d set next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'
      from claimed c where d.id = c.id
      returning d.id, d.payment_id, d.created_at, d.status`,
    values: [dateOf(clock), provider.name],
  });
  return rows;
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
  let hasMoved = due.status === "confirming";
  try {
    const payment = await provider.readPayment(due.payment_id);
    hasMoved ||= payment.paid > 0n || payment.state === "confirming";
    await applyPayment(context, payment);
  } catch (error) {
    isAnswered = error instanceof ProviderRefusedError && error.code === "NOT_FOUND";
    log.warn({ deposit: due.id, error: String(error) }, "reading a payment failed and will be tried again");
  }
  const age = (clock.nowMs() - due.created_at.getTime()) / 1000;
  // Only an answered read may be the last one, or money that came during a long outage would be overlooked.
  if (isAnswered && age > POLLED_SECONDS && (await stopPolling(context, due.id))) return;
  // A deposit that was decided meanwhile has no due time any more, and gets none here. A payment in which nothing ever moved
  // waits once more for each newer one of its user, so that many unpaid deposits cost hardly more reads than one.
  await database.query({
    name: "set_next_poll",
    text: `update deposit_transactions d set next_poll_at = $2::timestamptz + make_interval(secs => least(${LONGEST_WAIT_SECONDS}, $3 * (
             select 1 + count(*) from deposit_transactions o
             where not $4 and o.user_id = d.user_id and o.id > d.id and o.next_poll_at is not null)))
           where d.id = $1 and d.next_poll_at is not null`,
    values: [due.id, dateOf(clock), provider.nextPollSeconds(age), hasMoved],
  });
}

/**
 * A deposit that is still open after the last poll has expired. Callbacks and the daily comparison still reach it. False where its
 * money is there and waits for the screening: it is polled on, so that it is credited once nobody is asked any more.
 */
async function stopPolling({ database, clock, bus }: PaymentContext, id: string): Promise<boolean> {
  const { rows } = await database.query<DepositRow>(
    `update deposit_transactions
     set status = 'failed', failure_reason = 'expired', next_poll_at = null, updated_at = $2
     where id = $1 and status in ('pending', 'confirming') and not being_checked returning *`,
    [id, dateOf(clock)],
  );
  if (rows[0] !== undefined) {
    announceDeposit(bus, { deposit: rows[0] });
    return true;
  }
  const { rowCount } = await database.query(
    "update deposit_transactions set next_poll_at = null where id = $1 and not (status = 'confirming' and being_checked)",
    [id],
  );
  return rowCount !== 0;
}
