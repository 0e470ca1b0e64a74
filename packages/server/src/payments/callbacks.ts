import { createHash } from "node:crypto";
import { dateOf } from "../platform/clock.ts";
import { claimDue, forEachDue, sweepTable } from "../platform/db/claim-due.ts";
import { transaction } from "../platform/db/database.ts";
import { warnOf } from "../platform/db/unavailable.ts";
import { newId } from "../platform/ids.ts";
import { createWakeable, forEachLimited } from "../platform/concurrency.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { runInScope, traceAlone } from "../platform/telemetry/tracing.ts";
import { applyPayment } from "./apply-payment.ts";
import { reportGivenUp } from "./attention/items.ts";
import type { PaymentContext } from "./context.ts";
import { paymentKey } from "./payment.ts";
import { ProviderRefusedError } from "./provider.ts";
import type { CallbackSubject } from "./provider.ts";
import { applyPayout } from "./withdrawals/apply-payout.ts";
import { payoutKey } from "./withdrawals/payout-attention.ts";

export type CallbackInbox = {
  /** Verifies the signature on the raw bytes, stores the callback once and starts processing it. */
  receive(
    provider: string,
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<Refused | undefined>;
  /** Processes the stored callbacks. During a run it makes another run follow. */
  wake(): void;
  /** Resolves once no run is under way. */
  idle(): Promise<void>;
};

/**
 * Creates the inbox of callbacks. It answers a callback as soon as it is stored, so that a slow read never makes the
 * provider give up calling. The digest of the signed content is the key: a callback that is sent again, or formatted
 * differently, is stored once.
 */
export function createInbox(context: PaymentContext): CallbackInbox {
  const { database, clock, provider, log } = context;
  const processing = createWakeable(async () => {
    try {
      if (await processBatch(context)) wake();
    } catch (error) {
      warnOf(log, error, "processing callbacks failed and will be tried again");
    }
  });
  // The run is not part of the call that started it, so it must not log or trace under that call.
  const wake = () => void runInScope(undefined, processing.wake);

  return {
    async receive(name, body, headers) {
      if (name !== provider.name) return refuse("not_found");
      const callback = provider.readCallback(body, headers);
      if (callback === undefined) return refuse("callback_refused");
      if (callback === "malformed") return refuse("callback_invalid");
      await database.query({
        name: "store_callback",
        text: `insert into payment_callbacks (provider, digest, subject, subject_id, body, received_at, next_try_at)
               values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`,
        values: [
          name,
          createHash("sha256").update(callback.content).digest(),
          callback.subject,
          callback.id,
          body,
          dateOf(clock),
        ],
      });
      wake();
      return undefined;
    },
    wake,
    idle: processing.idle,
  };
}

type CallbackRow = {
  digest: Buffer;
  subject: CallbackSubject["subject"];
  subject_id: string;
  attempts: number;
};

/** The callbacks of a batch. It is small enough that a batch whose reads all time out still ends before it is due again. */
const BATCH = 48;
const READS_AT_ONCE = 8;
const FIRST_RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 3600;
/** The most attempts, over about a week. */
const MOST_ATTEMPTS = 174;
/** The most attempts, over about a day, for a payment or payout that the provider does not know. */
const MOST_ATTEMPTS_UNKNOWN = 30;

/** Processes one batch of stored callbacks. Returns true if there may be more. */
async function processBatch(context: PaymentContext): Promise<boolean> {
  const rows = await claimCallbacks(context);
  const bySubject = Map.groupBy(rows, (row) => `${row.subject}/${row.subject_id}`);
  await forEachLimited([...bySubject.values()], READS_AT_ONCE, (same) =>
    traceAlone("work off a callback", { "veritick.subject": same[0]!.subject }, () =>
      processSubject(context, same),
    ),
  );
  return rows.length === BATCH;
}

/** Claims due callbacks. Each claim sets the next attempt, in case this process dies or the provider does not answer. */
const claimCallbacks = ({ database, clock, provider }: PaymentContext): Promise<CallbackRow[]> =>
  claimDue(
    database,
    {
      name: "take_due_callbacks",
      table: "payment_callbacks",
      key: "provider, digest",
      where: "next_try_at <= $2 and provider = $1",
      orderBy: "next_try_at",
      set: `attempts = attempts + 1,
            next_try_at = $2::timestamptz
              + make_interval(secs => least(${FIRST_RETRY_SECONDS} * 2 ^ least(attempts, 20), ${LONGEST_RETRY_SECONDS}))`,
      returning: "digest, subject, subject_id, attempts",
      batch: BATCH,
    },
    [provider.name, dateOf(clock)],
  );

/** Processes all callbacks about one payment or payout with one fresh read, which is newer than any of them. */
async function processSubject(context: PaymentContext, rows: CallbackRow[]): Promise<void> {
  const { log } = context;
  const { subject, subject_id: id } = rows[0]!;
  const attempts = Math.min(...rows.map((row) => row.attempts));
  try {
    // A payment that is not final is read again by polls.
    if (subject === "payment") await applyPayment(context, id);
    else await applyPayout(context, await context.provider.readPayout(id));
    return await markHandled(context, rows);
  } catch (error) {
    const isUnknown = error instanceof ProviderRefusedError && error.code === "NOT_FOUND";
    const isLast = attempts >= (isUnknown ? MOST_ATTEMPTS_UNKNOWN : MOST_ATTEMPTS);
    log[isLast ? "error" : "warn"](
      { subject, id, attempts, error: String(error) },
      isLast ? "gave up on a callback" : "processing a callback failed and will be tried again",
    );
    if (!isLast) return;
    await reportUnread(context, { subject, id }, error instanceof Error ? error.message : String(error));
  }
  await markHandled(context, rows);
}

/** Puts the payment or payout of a callback that was given up on the attention list, because there may be money in it. */
async function reportUnread(
  context: PaymentContext,
  { subject, id }: CallbackSubject,
  error: string,
): Promise<void> {
  const { name: provider } = context.provider;
  await transaction(context.database, async (connection) => {
    if (subject === "payout") {
      const about = { key: payoutKey(provider, id), kind: subject, provider } as const;
      await reportGivenUp(context, connection, { ...about, details: { payout_id: id, error } });
      return;
    }
    const { rows } = await connection.query<{ user_id: string | null }>(
      `insert into payments as p (id, provider, payment_id, details, state_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5, $5) on conflict (provider, payment_id) do update
         set details = case when p.asset is null then excluded.details else p.details end
       returning user_id`,
      [newId(context.clock.nowMs()), provider, id, { error }, dateOf(context.clock)],
    );
    const about = { key: paymentKey(provider, id), kind: subject, provider, paymentId: id } as const;
    await reportGivenUp(context, connection, { ...about, userId: rows[0]!.user_id ?? undefined });
  });
}

async function markHandled(
  { database, clock, provider }: PaymentContext,
  rows: readonly CallbackRow[],
): Promise<void> {
  await database.query({
    name: "callbacks_handled",
    text: `update payment_callbacks set handled_at = $3, next_try_at = null
           where provider = $1 and digest = any ($2::bytea[])`,
    values: [provider.name, rows.map(({ digest }) => digest), dateOf(clock)],
  });
}

const KEPT_DAYS = 90;
const DIGEST_DAYS = 400;

/**
 * Deletes the bodies of callbacks that were handled long ago, because they fill the database. Administrators need them only
 * as long as the provider answers questions about the payment. The row and its digest stay for a little over a year, because
 * signatures carry no time: a replayed old callback is recognised and ignored. A still older one costs one more read of the
 * payment, which is final and changes nothing.
 */
export async function deleteOldCallbacks({
  database,
  clock,
}: Pick<PaymentContext, "database" | "clock">): Promise<void> {
  const daysAgo = (days: number) => new Date(dateOf(clock).getTime() - days * 86_400_000);
  await forEachDue(
    database,
    {
      table: "payment_callbacks",
      key: "provider, digest",
      where: "handled_at < $1 and body is not null",
      orderBy: "handled_at",
      set: "body = null",
      returning: "digest",
      batch: 1_000,
    },
    () => [daysAgo(KEPT_DAYS)],
    { atOnce: 1, work: async () => {} },
  );
  const forgotten = { table: "payment_callbacks", key: "ctid", column: "handled_at", where: "body is null" };
  await sweepTable(database, forgotten, daysAgo(DIGEST_DAYS));
}
