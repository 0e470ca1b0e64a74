import { dateOf } from "../../platform/clock.ts";
import { forEachDue } from "../../platform/db/claim-due.ts";
import type { PaymentContext } from "../context.ts";
import { applyPayout } from "./apply-payout.ts";
import { LEASE_SECONDS, WATCH_EVERY_SECONDS, WATCH_FOR_SECONDS } from "./payout-timing.ts";
import type { WithdrawalRow } from "../withdrawal.ts";

/**
 * Reads a payout that the provider has although an administrator has decided its withdrawal. If the provider sends it all
 * the same, this finds it even without a callback.
 */
export async function watchPayout(context: PaymentContext, withdrawal: WithdrawalRow): Promise<void> {
  const { id, status, payout_id: payoutId, updated_at: decidedAt } = withdrawal;
  const isOver = await readDecided(context, { id, payoutId: payoutId!, decidedAt });
  await context.database.query({
    name: "watch_payout_on",
    text: `update withdrawal_transactions
           set next_poll_at = case when not $4::boolean then $3::timestamptz + interval '${WATCH_EVERY_SECONDS} seconds' end
           where id = $1 and status = $2 and next_poll_at is not null`,
    values: [id, status, dateOf(context.clock), isOver],
  });
}

/** The payouts of a batch. It is small enough that a batch whose reads all time out still ends within its lease. */
const BATCH = 8;
const READS_AT_ONCE = 4;

type DueRow = { id: string; payout_id: string; decided_at: Date };

/** Does the same as `watchPayout` for payouts whose account was closed after an administrator had decided them. */
export const watchClosedPayouts = (context: PaymentContext): Promise<void> =>
  forEachDue<DueRow>(
    context.database,
    {
      name: "take_due_closed_payouts",
      table: "closed_payouts",
      key: "withdrawal_id",
      where: "next_poll_at <= $1 and provider = $2 and payout_id is not null",
      orderBy: "next_poll_at",
      set: `next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'`,
      returning: "withdrawal_id as id, payout_id, decided_at",
      batch: BATCH,
    },
    () => [dateOf(context.clock), context.provider.name],
    { atOnce: READS_AT_ONCE, work: (payout) => watchClosedPayout(context, payout) },
  );

async function watchClosedPayout(
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

/** Reads and applies the payout of a decided withdrawal. Returns true if it need not be read again. */
async function readDecided(
  context: PaymentContext,
  { id, payoutId, decidedAt }: { id: string; payoutId: string; decidedAt: Date },
): Promise<boolean> {
  const { clock, provider, log } = context;
  const isOver = clock.nowMs() - decidedAt.getTime() >= WATCH_FOR_SECONDS * 1000;
  try {
    const payout = await provider.readPayout(payoutId);
    await applyPayout(context, payout);
    return isOver || payout.state === "finished";
  } catch (error) {
    log.warn({ withdrawal: id, error: String(error) }, "reading the payout of a decided withdrawal failed");
    return isOver;
  }
}
