import { dateOf } from "../../platform/clock.ts";
import type { PaymentContext } from "../context.ts";
import { applyPayout } from "./apply-payout.ts";
import { WATCH_EVERY_SECONDS, WATCH_FOR_SECONDS } from "./payout-timing.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/**
 * Reads a payout that the provider has although a person has decided its withdrawal: should it be sent all the same, that
 * is found even where no callback comes.
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

/** Reads the payout of a withdrawal that is decided and does what that calls for. True where it need not be read again. */
export async function readDecided(
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
    log.warn(
      { withdrawal: id, error: String(error) },
      "the payout of a decided withdrawal could not be read",
    );
    return isOver;
  }
}
