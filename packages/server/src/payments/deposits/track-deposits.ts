import { DEPOSIT_WATCHED_SECONDS } from "@veritick/domain/product.ts";
import { dateOf } from "../../platform/clock.ts";
import { forgiveAttempt } from "../../platform/db/attempts.ts";
import { claimDue, forEachDue } from "../../platform/db/claim-due.ts";
import type { DueRows } from "../../platform/db/claim-due.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import { applyPayment } from "./apply-payment.ts";
import { announceDeposit, depositCounter } from "../deposit.ts";
import type { DepositRow } from "../deposit.ts";

/** The payments of a batch. It is small enough that a batch whose reads all time out still ends within its lease. */
const BATCH = 40;
/** The number of longest overdue payments in a batch. The rest are the newest, one of each user first. */
const OVERDUE = 10;
const READS_AT_ONCE = 8;
/** The time after which another process takes over from one that died over a read. */
const LEASE_SECONDS = 120;
/** The time after which a deposit without an address fails, because the server died while it asked for one. */
const ADDRESS_GRACE = "10 minutes";
/** The longest interval between reads of a payment in which no money moves. */
const LONGEST_WAIT_SECONDS = 86_400;

type DueRow = { id: string; payment_id: string; created_at: Date; status: DepositRow["status"] };

/**
 * Payments to read next, in case more are due than the provider can be asked about. The newest come first, because their
 * users wait for them, and one of each user before a second of any. Some places are for those that have been due for
 * longest, so that none is passed over for good.
 */
const DUE: DueRows = {
  name: "claim_reads",
  table: "deposit_transactions",
  key: "id",
  where: `next_poll_at <= $1 and id in (
    with due as materialized (
      select id, next_poll_at, row_number() over (partition by user_id order by id desc) as turn
      from deposit_transactions where next_poll_at <= $1 and provider = $2 and payment_id is not null
    ),
    newest as materialized (select id from due order by turn, id desc limit ${BATCH - OVERDUE})
    select id from newest
    union all
    (select id from due where id not in (select id from newest) order by next_poll_at limit ${OVERDUE}))`,
  orderBy: "id",
  set: `next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'`,
  returning: "id, payment_id, created_at, status",
  batch: BATCH,
};

/** Reads every due payment from the provider. Callbacks are quicker, but only polls are certain. */
export async function trackDeposits(context: PaymentContext): Promise<void> {
  const { database, clock, provider } = context;
  await failUnaddressed(context);
  await forEachDue<DueRow>(database, DUE, () => [dateOf(clock), provider.name], {
    atOnce: READS_AT_ONCE,
    work: (deposit) => track(context, deposit),
  });
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
  for (const deposit of failed) {
    await forgiveAttempt(database, depositCounter(deposit.user_id));
    announceDeposit(bus, { deposit });
  }
}

async function track(context: PaymentContext, due: DueRow): Promise<void> {
  const { database, clock, provider, log } = context;
  let isAnswered = true;
  let hasMoved = due.status === "confirming";
  try {
    const payment = await applyPayment(context, due.payment_id);
    hasMoved ||= payment.paid > 0n || payment.state === "confirming";
  } catch (error) {
    isAnswered = error instanceof ProviderRefusedError && error.code === "NOT_FOUND";
    // An answer that was not applied may tell of money.
    hasMoved ||= !(error instanceof ProviderRefusedError || error instanceof ProviderUnavailableError);
    log.warn({ deposit: due.id, error: String(error) }, "reading a payment failed and will be tried again");
  }
  const age = (clock.nowMs() - due.created_at.getTime()) / 1000;
  // Only an answered read may be the last one. Otherwise money that came during a long outage would be overlooked.
  if (isAnswered && age > DEPOSIT_WATCHED_SECONDS && (await stopPolling(context, due.id))) return;
  // A deposit that was decided meanwhile has no due time any more, and gets none here. The interval of a payment in which no
  // money moved grows with the number of its user's newer ones, so that many unpaid deposits cost hardly more reads than
  // one.
  await database.query({
    name: "set_next_poll",
    text: `update deposit_transactions d set next_poll_at = $2::timestamptz + make_interval(secs => least(${LONGEST_WAIT_SECONDS}, $3 * (
             select 1 + count(*) from deposit_transactions o
             where not $4 and o.user_id = d.user_id and o.id > d.id and o.next_poll_at is not null)))
           where d.id = $1 and d.next_poll_at is not null`,
    values: [due.id, dateOf(clock), provider.nextPollSeconds(age), hasMoved],
  });
}

/** SQL: true for a deposit whose money has arrived and waits, for the network, the provider or the screening. */
const HOLDS_MONEY = "(being_checked or (status = 'confirming' and coalesce(arrived, 0) > 0))";

/**
 * Stops polling a deposit. One that is still open expires. Callbacks and the daily comparison still reach it. Returns false
 * if its money has arrived and waits: it is polled further until it is credited.
 */
async function stopPolling({ database, clock, bus }: PaymentContext, id: string): Promise<boolean> {
  const { rows } = await database.query<DepositRow>(
    `update deposit_transactions
     set status = 'failed', failure_reason = 'expired', next_poll_at = null, updated_at = $2
     where id = $1 and status in ('pending', 'confirming') and not ${HOLDS_MONEY} returning *`,
    [id, dateOf(clock)],
  );
  if (rows[0] !== undefined) {
    announceDeposit(bus, { deposit: rows[0] });
    return true;
  }
  const { rowCount } = await database.query(
    `update deposit_transactions set next_poll_at = null where id = $1 and not (status = 'confirming' and ${HOLDS_MONEY})`,
    [id],
  );
  return rowCount !== 0;
}
