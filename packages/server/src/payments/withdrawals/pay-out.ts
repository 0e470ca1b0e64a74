import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import type { PaymentContext } from "../context.ts";
import { LEASE_SECONDS, takeStep } from "./take-step.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/** With calls that all run into their time limit, a batch still ends within its lease. */
const AT_ONCE = 8;
const CALLS_AT_ONCE = 4;

/**
 * Carries every approved withdrawal that is due one step further with the provider, and looks after those that a person
 * has decided. Any number of processes may do so:
 * the lease keeps them apart, and where it does not, each step is taken by whoever finds the row as it was.
 */
export async function payOut(context: PaymentContext): Promise<void> {
  let due: WithdrawalRow[];
  do {
    due = await takeDue(context);
    await forEachLimited(due, CALLS_AT_ONCE, async (withdrawal) => {
      try {
        await takeStep(context, withdrawal);
      } catch (error) {
        const { id, payout_step: step } = withdrawal;
        context.log.warn({ withdrawal: id, step, error: String(error) }, "a payout waits for its next turn");
      }
    });
  } while (due.length === AT_ONCE);
}

/** Takes the withdrawals that are due and sets when another process may take over from one that died. */
async function takeDue({ database, clock, provider }: PaymentContext): Promise<WithdrawalRow[]> {
  const { rows } = await database.query<WithdrawalRow>({
    name: "take_due_withdrawals",
    text: `update withdrawal_transactions set next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'
           where id in (
             select id from withdrawal_transactions
             where next_poll_at <= $1 and (provider = $2 or (status = 'processing' and payout_step = 'due'))
             order by next_poll_at limit ${AT_ONCE} for update skip locked)
           returning ${WITHDRAWAL_COLUMNS}`,
    values: [dateOf(clock), provider.name],
  });
  return rows;
}
