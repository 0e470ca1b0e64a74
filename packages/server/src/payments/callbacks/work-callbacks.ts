import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import { traceAlone } from "../../platform/telemetry/tracing.ts";
import type { PaymentContext } from "../context.ts";
import { applyPayment } from "../deposits/apply-payment.ts";
import { isAwaited } from "../deposits/is-awaited.ts";
import { ProviderRefusedError } from "../provider.ts";
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
/** About a week, then about a day where the provider knows nothing of what it called about. */
const MOST_ATTEMPTS = 174;
const MOST_ATTEMPTS_UNKNOWN = 30;

/** Works off one batch of stored callbacks, each by a fresh read. Returns true where there may be more. */
export async function workCallbacks(context: PaymentContext): Promise<boolean> {
  const rows = await takeDue(context);
  const bySubject = Map.groupBy(rows, (row) => `${row.subject}/${row.subject_id}`);
  await forEachLimited([...bySubject.values()], READS_AT_ONCE, (same) =>
    traceAlone("work off a callback", { "veritick.subject": same[0]!.subject }, () => workOne(context, same)),
  );
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
  const { log } = context;
  const { subject, subject_id: id } = rows[0]!;
  const [newest, ...others] = rows.toSorted((a, b) => a.attempts - b.attempts);
  const { attempts } = newest!;
  try {
    const isOver = await apply(context, subject, id);
    if (isOver) return await markHandled(context, rows);
    if (attempts < MOST_ATTEMPTS) return await markHandled(context, others);
    log.error({ subject, id, attempts }, "a callback is given up: what it is about does not come to an end");
  } catch (error) {
    const isUnknown = error instanceof ProviderRefusedError && error.code === "NOT_FOUND";
    const isLast = attempts >= (isUnknown ? MOST_ATTEMPTS_UNKNOWN : MOST_ATTEMPTS);
    log[isLast ? "error" : "warn"](
      { subject, id, attempts, error: String(error) },
      isLast ? "a callback is given up" : "a callback could not be worked off and will be again",
    );
    if (!isLast) return;
  }
  await markHandled(context, rows);
}

/**
 * Returns false where the payment goes on and only callbacks tell of it: a further transfer to an address has no deposit
 * that is polled. One of its callbacks then stays open and is worked off again until the payment is over.
 */
async function apply(
  context: PaymentContext,
  subject: CallbackSubject["subject"],
  id: string,
): Promise<boolean> {
  if (subject === "payout") {
    await applyPayout(context, await context.provider.readPayout(id));
    return true;
  }
  const payment = await context.provider.readPayment(id);
  await applyPayment(context, payment);
  return !(await isAwaited(context, payment));
}

async function markHandled(
  { database, clock, provider }: PaymentContext,
  rows: readonly CallbackRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await database.query({
    name: "callbacks_handled",
    text: `update payment_callbacks set handled_at = $3, next_try_at = null
           where provider = $1 and digest = any ($2::bytea[])`,
    values: [provider.name, rows.map(({ digest }) => digest), dateOf(clock)],
  });
}
