import { parseMinor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { forEachDue } from "../../platform/db/claim-due.ts";
import { transaction } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderBusyError, ProviderRefusedError } from "../provider.ts";
import type { ProviderPayout } from "../provider.ts";
import { areWithdrawalsStopped, WITHDRAWALS_STOPPED } from "../withdrawal.ts";
import { applyPayout } from "./apply-payout.ts";
import { leaveToAdministrator, updateAttention, wasOnAttentionList } from "./payout-attention.ts";
import {
  hasStayedTooLong,
  LEASE_SECONDS,
  nextReadSeconds,
  nextReleaseSeconds,
  RELEASED_WITHIN_SECONDS,
  WATCH_EVERY_SECONDS,
  WATCH_FOR_SECONDS,
} from "./payout-timing.ts";
import { PAYOUT_COLUMNS } from "./payout.ts";
import type { PayoutRow } from "./payout.ts";

/** The payouts of a batch. It is small enough that a batch whose calls all time out still ends within its lease. */
const BATCH = 8;
const CALLS_AT_ONCE = 4;

/**
 * Takes every payout that is due one step further with the provider, and reads those that are over. Any number of processes
 * may do so: the lease keeps them apart. Even without the lease, every step is taken only once, because its statement
 * requires the row to be at the step before.
 */
export const payOut = (context: PaymentContext): Promise<void> =>
  forEachDue<PayoutRow>(
    context.database,
    {
      name: "take_due_payouts",
      table: "payouts",
      key: "withdrawal_id",
      where: "next_poll_at <= $1 and (provider = $2 or (outcome is null and step = 'due'))",
      orderBy: "next_poll_at",
      set: `next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'`,
      returning: PAYOUT_COLUMNS,
      batch: BATCH,
    },
    () => [dateOf(context.clock), context.provider.name],
    {
      atOnce: CALLS_AT_ONCE,
      async work(payout) {
        try {
          await takeStep(context, payout);
        } catch (error) {
          const { withdrawal_id: withdrawal, step } = payout;
          context.log.warn(
            { withdrawal, step, error: String(error) },
            "a step of a payout failed and will be tried again",
          );
        }
      },
    },
  );

/** Takes one step of a payout with the provider, from the state that the row is in. */
export async function takeStep(context: PaymentContext, payout: PayoutRow): Promise<void> {
  if (payout.outcome !== null) return watchPayout(context, payout);
  switch (payout.step) {
    case "due":
      // While withdrawals are stopped, the lease makes it due again.
      return (await areWithdrawalsStopped(context.database)) ? undefined : beginPayout(context, payout);
    case "asked":
      // A process died before it stored the answer. Requesting the payout again might pay twice.
      return leaveToAdministrator(context, payout, "payout_unknown", {
        error: "the answer was never recorded",
      });
    case "created":
      // Once the withdrawal was on the attention list, an administrator may pay by hand, so the payout is not released any
      // more.
      return hasStayedTooLong("created", ageOf(context, payout)) ||
        (await wasOnAttentionList(context.database, payout.withdrawal_id)) ||
        (await areWithdrawalsStopped(context.database))
        ? readPayout(context, payout, "created")
        : releasePayout(context, payout);
    case "verified":
      return readPayout(context, payout, "verified");
  }
}

/** Returns the seconds since the payout was approved, requested or decided. */
const ageOf = ({ clock }: PaymentContext, { since }: PayoutRow): number =>
  (clock.nowMs() - since.getTime()) / 1000;

/** Checks the address with the provider once more, then requests the payout. No money has moved before. */
async function beginPayout(context: PaymentContext, payout: PayoutRow): Promise<void> {
  const { provider } = context;
  if (payout.provider !== provider.name) {
    return leaveToAdministrator(context, payout, "payout_refused", { code: "provider_not_configured" });
  }
  const age = ageOf(context, payout);
  let isAccepted: boolean;
  try {
    isAccepted = await provider.acceptsAddress(payout.address);
  } catch (error) {
    if (!hasStayedTooLong("due", age)) return scheduleNext(context, payout, nextReadSeconds(age));
    return leaveToAdministrator(context, payout, "payout_refused", describe(error));
  }
  return isAccepted
    ? requestPayout(context, payout)
    : leaveToAdministrator(context, payout, "address_refused", {});
}

/** Releases a payout. The one-time code may arrive too late or count as used, so the release is tried several times. */
async function releasePayout(context: PaymentContext, payout: PayoutRow): Promise<void> {
  const { database, clock, provider, log } = context;
  try {
    // A payout without a batch needs no release. The next read shows its state at the provider.
    if (payout.batch_id !== null) await provider.verifyPayout(payout.batch_id);
  } catch (error) {
    log.warn({ withdrawal: payout.withdrawal_id, ...describe(error) }, "releasing a payout failed");
    const turn = error instanceof ProviderRefusedError ? await findTurn(context, payout) : 0;
    return scheduleNext(context, payout, nextReleaseSeconds(ageOf(context, payout), turn));
  }
  await database.query({
    name: "payout_released",
    text: `update payouts set step = 'verified', next_poll_at = $2::timestamptz + make_interval(secs => $3)
           where withdrawal_id = $1 and step = 'created' and outcome is null`,
    values: [payout.withdrawal_id, dateOf(clock), nextReadSeconds(0)],
  });
}

/** Counts the payouts that wait for their release before this one. All that were tried at once had the same one-time code. */
async function findTurn(
  { database, clock }: PaymentContext,
  { withdrawal_id: id }: PayoutRow,
): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: "find_turn_of_release",
    text: `select count(*) as count from payouts
           where outcome is null and step = 'created' and withdrawal_id < $1
             and since > $2::timestamptz - make_interval(secs => $3)`,
    values: [id, dateOf(clock), RELEASED_WITHIN_SECONDS],
  });
  return rows[0]!.count;
}

async function readPayout(
  context: PaymentContext,
  payout: PayoutRow,
  step: "created" | "verified",
): Promise<void> {
  const said = await readAndApply(context, payout);
  if (hasStayedTooLong(step, ageOf(context, payout))) {
    await leaveToAdministrator(
      context,
      payout,
      step === "created" ? "payout_unverified" : "payout_late",
      said,
    );
  }
  await scheduleNext(context, payout, nextReadSeconds(ageOf(context, payout)));
}

/**
 * Reads a payout although its withdrawal is over, even without a callback: the provider may still send one that was given up,
 * or take back one that was finished.
 */
async function watchPayout(context: PaymentContext, payout: PayoutRow): Promise<void> {
  const isOver = ageOf(context, payout) >= WATCH_FOR_SECONDS;
  await readAndApply(context, payout);
  await scheduleNext(context, payout, isOver ? undefined : WATCH_EVERY_SECONDS);
}

/** Reads and applies a payout. Returns the provider's words about it, and the error if there was one. */
async function readAndApply(
  context: PaymentContext,
  { withdrawal_id: withdrawal, payout_id: payoutId }: PayoutRow,
): Promise<ProviderPayout["details"]> {
  let said: ProviderPayout["details"] = {};
  try {
    const payout = await context.provider.readPayout(payoutId!);
    said = payout.details;
    await applyPayout(context, payout);
  } catch (error) {
    context.log.warn({ withdrawal, ...describe(error) }, "reading a payout failed");
    said = { ...said, ...describe(error) };
  }
  return said;
}

/**
 * Sets the next due time; undefined ends the reading. A payout that was decided meanwhile has another one, and one that waits
 * for an administrator may have none and gets none here.
 */
async function scheduleNext(
  { database, clock }: PaymentContext,
  { withdrawal_id: id, step, outcome }: PayoutRow,
  seconds: number | undefined,
): Promise<void> {
  await database.query({
    name: "set_next_payout_step",
    text: `update payouts set next_poll_at = $4::timestamptz + make_interval(secs => $5)
           where withdrawal_id = $1 and step = $2 and outcome is not distinct from $3 and next_poll_at is not null`,
    values: [id, step, outcome, dateOf(clock), seconds ?? null],
  });
}

const describe = (error: unknown): Record<string, string> => ({
  ...(error instanceof ProviderRefusedError ? { code: error.code } : {}),
  error: error instanceof Error ? error.message : String(error),
});

/**
 * SQL that is true if the screening allows exactly this payout. It needs no lock, because such a verdict is final: the
 * service is not asked again about it, and neither amount nor address of a payout ever change.
 */
const IS_CLEARED = `exists (select from screenings s
  where s.subject_id = payouts.withdrawal_id and s.state in ('allow', 'overridden')
    and s.amount = payouts.amount and s.address = payouts.address)`;

/**
 * Requests a payout from the provider. This call moves money, so it is made at most once for a withdrawal: the step `asked`
 * is committed before the call, only one process can commit it, and a process that finds it later does not call again.
 */
async function requestPayout(context: PaymentContext, due: PayoutRow): Promise<void> {
  const { database, clock, provider, screening } = context;
  const { rows } = await database.query<PayoutRow>({
    name: "payout_is_asked_for",
    text: `update payouts set step = 'asked', since = $2
           where withdrawal_id = $1 and step = 'due' and outcome is null and next_poll_at is not null
             and not ${WITHDRAWALS_STOPPED} and ($3 or ${IS_CLEARED})
           returning ${PAYOUT_COLUMNS}`,
    values: [due.withdrawal_id, dateOf(clock), screening === undefined],
  });
  const payout = rows[0];
  if (payout === undefined) return;
  const { withdrawal_id: id, address, amount } = payout;
  let created: { batchId: string; payoutId: string };
  try {
    created = await provider.createPayout({ id, address, net: parseMinor(amount) });
  } catch (error) {
    if (error instanceof ProviderBusyError) return putOff(context, payout, error.retryAt);
    // Unless the provider has refused, it may have the payout.
    const reason = error instanceof ProviderRefusedError ? "payout_refused" : "payout_unknown";
    return leaveToAdministrator(context, payout, reason, describe(error));
  }
  await recordPayout(context, payout, created);
}

/** Makes a payout due again later, because the provider certainly did nothing. */
async function putOff({ database }: PaymentContext, payout: PayoutRow, until: Date): Promise<void> {
  await database.query(
    "update payouts set step = 'due', next_poll_at = $2 where withdrawal_id = $1 and step = 'asked' and outcome is null",
    [payout.withdrawal_id, until],
  );
}

/**
 * Stores the provider's answer. A callback may have stored it already. If the answer took longer than the lease, the payout
 * is on the attention list meanwhile, and an administrator decides it.
 */
async function recordPayout(
  context: PaymentContext,
  { withdrawal_id: id }: PayoutRow,
  { batchId, payoutId }: { batchId: string; payoutId: string },
): Promise<void> {
  await transaction(context.database, async (connection) => {
    const { rows } = await connection.query<PayoutRow>(
      `update payouts set step = 'created', batch_id = $2, payout_id = $3, next_poll_at = $4
       where withdrawal_id = $1 and step = 'asked' and outcome is null returning ${PAYOUT_COLUMNS}`,
      [id, batchId, payoutId, dateOf(context.clock)],
    );
    if (rows[0] !== undefined) await updateAttention(context, connection, rows[0], { batch_id: batchId });
  });
}
