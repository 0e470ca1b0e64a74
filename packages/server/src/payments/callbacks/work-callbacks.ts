import { dateOf } from "../../platform/clock.ts";
import { eachOf } from "../../platform/each-of.ts";
import type { PaymentContext } from "../context.ts";
import { applyPayment } from "../deposits/apply-payment.ts";
import type { CallbackSubject } from "../provider.ts";
import { applyPayout } from "../withdrawals/apply-payout.ts";

type CallbackRow = {
  digest: Buffer;
  subject: CallbackSubject["subject"];
  subject_id: string;
  attempts: number;
};

/** With reads that all run into their time limit, a batch still ends before it is due again. */
const AT_ONCE = 48;
const READS_AT_ONCE = 8;
const FIRST_RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 3600;
/** About a day. Polling and the daily comparison find what a callback given up here was about. */
const MOST_ATTEMPTS = 30;

/** Works off one batch of stored callbacks, each by a fresh read. Returns true where there may be more. */
export async function workCallbacks(context: PaymentContext): Promise<boolean> {
  const rows = await takeDue(context);
  const bySubject = Map.groupBy(rows, (row) => `${row.subject}/${row.subject_id}`);
  await eachOf([...bySubject.values()], READS_AT_ONCE, (same) => workOne(context, same));
  return rows.length === AT_ONCE;
}

/** Takes callbacks and sets when they are due again, should this process die over them or the provider not answer. */
async function takeDue({ database, clock, provider }: PaymentContext): Promise<CallbackRow[]> {
  const { rows } = await database.query<CallbackRow>({
    name: "take_due_callbacks",
    text: `update payment_callbacks c
           set attempts = c.attempts + 1,
             next_try_at = $2::timestamptz
               + make_interval(secs => least(${FIRST_RETRY_SECONDS} * 2 ^ least(c.attempts, 20), ${LONGEST_RETRY_SECONDS}))
           where (c.provider, c.digest) in (
             select provider, digest from payment_callbacks
             where next_try_at <= $2 and provider = $1
             order by next_try_at limit ${AT_ONCE} for update skip locked)
           returning c.digest, c.subject, c.subject_id, c.attempts`,
    values: [provider.name, dateOf(clock)],
  });
  return rows;
}

/** Callbacks about one payment or payout need one read: what it says now outdates what each of them said. */
async function workOne(context: PaymentContext, rows: CallbackRow[]): Promise<void> {
  const { database, clock, provider, log } = context;
  const { subject, subject_id: id } = rows[0]!;
  const attempts = Math.min(...rows.map((row) => row.attempts));
  try {
    if (subject === "payment") await applyPayment(context, await provider.readPayment(id));
    else await applyPayout(context, await provider.readPayout(id));
  } catch (error) {
    const isLast = attempts >= MOST_ATTEMPTS;
    log[isLast ? "error" : "warn"](
      { subject, id, attempts, error: String(error) },
      isLast ? "a callback is given up" : "a callback could not be worked off and will be again",
    );
    if (!isLast) return;
  }
  await database.query({
    name: "callbacks_handled",
    text: `update payment_callbacks set handled_at = $3, next_try_at = null
           where provider = $1 and digest = any ($2::bytea[])`,
    values: [provider.name, rows.map(({ digest }) => digest), dateOf(clock)],
  });
}
