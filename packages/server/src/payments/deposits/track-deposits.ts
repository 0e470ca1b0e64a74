import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError } from "../provider.ts";
import { announceDeposit } from "./announce-deposit.ts";
import { applyPayment } from "./apply-payment.ts";
import type { DepositRow } from "./deposit-row.ts";

/** With reads that all run into their time limit, a batch still ends within its lease. */
const AT_ONCE = 40;
const READS_AT_ONCE = 4;
/** When a process that died over a read is taken over from. */
const LEASE_SECONDS = 120;
/** A deposit that never got an address, because the server died while asking for one, is given up after this. */
const ADDRESS_GRACE = "10 minutes";
/** A payment is looked at for so long, whatever has become of its deposit. */
const WATCHED_SECONDS = 30 * 86_400;

/** Reads every payment that is due from the provider: callbacks are the quick way, this is the sure one. */
export async function trackDeposits(context: PaymentContext): Promise<void> {
  await giveUpUnaddressed(context);
  let due: DueRow[];
  do {
    due = await takeDue(context);
    await forEachLimited(due, READS_AT_ONCE, (deposit) => track(context, deposit));
  } while (due.length === AT_ONCE);
}

async function giveUpUnaddressed({ database, clock, bus }: PaymentContext): Promise<void> {
  const { rows } = await database.query<DepositRow>(
    `update deposit_transactions set status = 'failed', failure_reason = 'no_address', updated_at = $1
     where id in (
       select id from deposit_transactions
       where status = 'pending' and payment_id is null and created_at < $1::timestamptz - interval '${ADDRESS_GRACE}'
       order by id limit ${AT_ONCE} for update skip locked)
     returning *`,
    [dateOf(clock)],
  );
  for (const deposit of rows) announceDeposit(bus, deposit, undefined);
}

type DueRow = { id: string; payment_id: string; created_at: Date };

/** Takes the deposits that are due and sets a lease on them, so that no two processes read one at a time. */
async function takeDue({ database, clock, provider }: PaymentContext): Promise<DueRow[]> {
  const { rows } = await database.query<DueRow>({
    name: "take_due_deposits",
    text: `update deposit_transactions set next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'
           where id in (
             select id from deposit_transactions
             where next_poll_at <= $1 and provider = $2 and payment_id is not null
             order by next_poll_at limit ${AT_ONCE} for update skip locked)
           returning id, payment_id, created_at`,
    values: [dateOf(clock), provider.name],
  });
  return rows;
}

async function track(context: PaymentContext, due: DueRow): Promise<void> {
  const { database, clock, provider, log } = context;
  let isAnswered = true;
  try {
    await applyPayment(context, await provider.readPayment(due.payment_id));
  } catch (error) {
    isAnswered = error instanceof ProviderRefusedError && error.code === "NOT_FOUND";
    log.warn({ deposit: due.id, error: String(error) }, "a payment could not be read and will be again");
  }
  const age = (clock.nowMs() - due.created_at.getTime()) / 1000;
  // The last look must have been one, or money that came in a long outage would be overlooked.
  if (isAnswered && age > WATCHED_SECONDS) return giveUp(context, due.id);
  // What was decided meanwhile is not read any more: its due time is gone, and stays so.
  await database.query({
    name: "set_next_poll",
    text: `update deposit_transactions set next_poll_at = $2::timestamptz + make_interval(secs => $3)
           where id = $1 and next_poll_at is not null`,
    values: [due.id, dateOf(clock), provider.nextPollSeconds(age)],
  });
}

/** After the last look at its payment, no deposit stays open. Callbacks and the daily comparison are still heard. */
async function giveUp({ database, clock, bus }: PaymentContext, id: string): Promise<void> {
  const { rows } = await database.query<DepositRow>(
    `update deposit_transactions
     set status = 'failed', failure_reason = 'expired', next_poll_at = null, updated_at = $2
     where id = $1 and status in ('pending', 'confirming') returning *`,
    [id, dateOf(clock)],
  );
  if (rows[0] !== undefined) announceDeposit(bus, rows[0], undefined);
  else await database.query("update deposit_transactions set next_poll_at = null where id = $1", [id]);
}
