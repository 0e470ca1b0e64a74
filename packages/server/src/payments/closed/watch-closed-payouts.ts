import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import type { PaymentContext } from "../context.ts";
import { WATCH_EVERY_SECONDS } from "../withdrawals/payout-timing.ts";
import { LEASE_SECONDS } from "../withdrawals/take-step.ts";
import { readDecided } from "../withdrawals/watch-payout.ts";

/** With reads that all run into their time limit, a batch still ends within its lease. */
const AT_ONCE = 8;
const READS_AT_ONCE = 4;

type DueRow = { id: string; payout_id: string; decided_at: Date };

/** Goes on reading the payouts that a person had decided about when their account was closed. */
export async function watchClosedPayouts(context: PaymentContext): Promise<void> {
  let due: DueRow[];
  do {
    due = await takeDue(context);
    await forEachLimited(due, READS_AT_ONCE, (payout) => watch(context, payout));
  } while (due.length === AT_ONCE);
}

async function takeDue({ database, clock, provider }: PaymentContext): Promise<DueRow[]> {
  const { rows } = await database.query<DueRow>({
    name: "take_due_closed_payouts",
    text: `update closed_payouts set next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'
           where withdrawal_id in (
             select withdrawal_id from closed_payouts
             where next_poll_at <= $1 and provider = $2 and payout_id is not null
             order by next_poll_at limit ${AT_ONCE} for update skip locked)
           returning withdrawal_id as id, payout_id, decided_at`,
    values: [dateOf(clock), provider.name],
  });
  return rows;
}

async function watch(
  context: PaymentContext,
  { id, payout_id: payoutId, decided_at: decidedAt }: DueRow,
): Promise<void> {
  const isOver = await readDecided(context, { id, payoutId, decidedAt });
  await context.database.query({
    name: "watch_closed_payout_on",
    text: `update closed_payouts
           set next_poll_at = case when not $3::boolean then $2::timestamptz + interval '${WATCH_EVERY_SECONDS} seconds' end
           where withdrawal_id = $1 and next_poll_at is not null`,
    values: [id, dateOf(context.clock), isOver],
  });
}
