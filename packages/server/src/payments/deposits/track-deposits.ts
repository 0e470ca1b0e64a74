import { isAwaited } from "@veritick/domain/payments.ts";
import { DEPOSIT_WATCHED_SECONDS } from "@veritick/domain/product.ts";
import { dateOf } from "../../platform/clock.ts";
import { forgiveAttempt } from "../../platform/db/attempts.ts";
import { claimDue, forEachDue } from "../../platform/db/claim-due.ts";
import type { DueRows } from "../../platform/db/claim-due.ts";
import { afterCommit, transaction } from "../../platform/db/database.ts";
import { warnOf } from "../../platform/db/unavailable.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import { applyPayment, moveDeposit } from "../apply-payment.ts";
import { reportGivenUp } from "../attention/items.ts";
import { announceDeposit, depositCounter } from "../deposit.ts";
import type { DepositRow } from "../deposit.ts";
import { factsOf, lockPayment, moneyOf, ownDeposit, paymentKey, planReads } from "../payment.ts";
import type { PaymentRow } from "../payment.ts";

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

type DueRow = Pick<PaymentRow, "id" | "payment_id"> & { created_at: Date };

/**
 * Payments to read next, in case more are due than the provider can be asked about. The newest come first, because their
 * users wait for them, and one of each user before a second of any. Some places are for those that have been due for
 * longest, so that none is passed over for good.
 */
const DUE: DueRows = {
  name: "claim_reads",
  table: "payments",
  key: "id",
  where: `next_poll_at <= $1 and id in (
    with due as materialized (
      select id, next_poll_at, row_number() over (partition by coalesce(user_id, id) order by id desc) as turn
      from payments where next_poll_at <= $1 and provider = $2 and payment_id is not null
    ),
    newest as materialized (select id from due order by turn, id desc limit ${BATCH - OVERDUE})
    select id from newest
    union all
    (select id from due where id not in (select id from newest) order by next_poll_at limit ${OVERDUE}))`,
  orderBy: "id",
  set: `next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'`,
  returning: "id, payment_id, created_at",
  batch: BATCH,
};

/** Reads every due payment from the provider. Callbacks are quicker, but only polls are certain. */
export async function trackDeposits(context: PaymentContext): Promise<void> {
  const { database, clock, provider } = context;
  await failUnaddressed(context);
  await forEachDue<DueRow>(database, DUE, () => [dateOf(clock), provider.name], {
    atOnce: READS_AT_ONCE,
    work: (payment) => track(context, payment),
  });
}

async function failUnaddressed({ database, clock, bus }: PaymentContext): Promise<void> {
  const failed = await claimDue<DepositRow>(
    database,
    {
      table: "deposit_transactions",
      key: "id",
      where: `status = 'pending' and pay_address is null and created_at < $1::timestamptz - interval '${ADDRESS_GRACE}'`,
      orderBy: "id",
      set: "status = 'failed', failure_reason = 'no_address', updated_at = $1",
      returning: "*, null as arrived, null as takes_more",
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
  let hasMoved = false;
  try {
    const payment = await applyPayment(context, due.payment_id!);
    hasMoved = payment.paid > 0n || payment.state === "confirming";
  } catch (error) {
    isAnswered = error instanceof ProviderRefusedError && error.code === "NOT_FOUND";
    // An answer that was not applied may tell of money.
    hasMoved = !(error instanceof ProviderRefusedError || error instanceof ProviderUnavailableError);
    warnOf(log, error, "reading a payment failed and will be tried again", { payment: due.id });
  }
  const age = (clock.nowMs() - due.created_at.getTime()) / 1000;
  // Only an answered read may be the last one. Otherwise money that came during a long outage would be overlooked.
  if (isAnswered && age > DEPOSIT_WATCHED_SECONDS && (await stopPolling(context, due.id))) return;
  // A payment that is over has no due time any more, and gets none here. The interval of a payment in which no money moved
  // grows with the number of its user's newer ones, so that many unpaid deposits cost hardly more reads than one.
  await database.query({
    name: "set_next_poll",
    text: `update payments p set next_poll_at = $2::timestamptz + make_interval(secs => least(${LONGEST_WAIT_SECONDS}, $3 * (
             select 1 + count(*) from payments o
             where not $4 and p.state <> 'confirming' and o.user_id = p.user_id and o.id > p.id and o.next_poll_at is not null)))
           where p.id = $1 and p.next_poll_at is not null`,
    values: [due.id, dateOf(clock), provider.nextPollSeconds(age), hasMoved],
  });
}

/**
 * Stops polling a payment. A deposit that is still open expires. Callbacks and the daily comparison still reach the payment.
 * Returns false if its money has arrived and waits, for the network, the provider or the screening: it is polled further. One
 * that is not final and has no deposit goes to an administrator, because there may be money in it.
 */
function stopPolling(context: PaymentContext, id: string): Promise<boolean> {
  return transaction(context.database, async (connection) => {
    const payment = (await lockPayment(connection, id))!;
    const { row, deposit } = payment;
    const own = ownDeposit(payment);
    const isOpen = own !== undefined && (own.status === "pending" || own.status === "confirming");
    const facts = factsOf(row);
    if (
      isOpen &&
      (own.being_checked || (own.status === "confirming" && facts.isOurAsset && facts.paid > 0n))
    ) {
      return false;
    }
    if (isOpen) {
      const expired = { moves: { failed: "expired" } } as const;
      const changed = await moveDeposit(context, connection, own, expired);
      if (changed !== undefined) afterCommit(connection, () => announceDeposit(context.bus, changed));
    }
    const isUnpaid = facts.paid <= 0n && (facts.state === "waiting" || facts.state === "expired");
    if (own === undefined && !isUnpaid && isAwaited(facts, moneyOf(row).booked)) {
      await reportGivenUp(context, connection, {
        key: paymentKey(row.provider, row.payment_id!),
        kind: "payment",
        provider: row.provider,
        paymentId: row.payment_id!,
        depositId: deposit?.id,
        userId: row.user_id ?? undefined,
      });
    }
    await planReads(context, connection, row, false);
    return true;
  });
}
