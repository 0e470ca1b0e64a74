import { parseMinor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { forEachDue } from "../../platform/db/claim-due.ts";
import { transaction } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError } from "../provider.ts";
import { applyPayout } from "./apply-payout.ts";
import { leaveToAdministrator, updateAttention, wasOnAttentionList } from "./payout-attention.ts";
import {
  hasStayedTooLong,
  LEASE_SECONDS,
  nextReadSeconds,
  nextReleaseSeconds,
  RELEASED_WITHIN_SECONDS,
} from "./payout-timing.ts";
import { areWithdrawalsStopped, WITHDRAWAL_COLUMNS, WITHDRAWALS_STOPPED } from "../withdrawal.ts";
import { watchPayout } from "./watch-decided-payouts.ts";
import type { WithdrawalRow } from "../withdrawal.ts";

/** The withdrawals of a batch. It is small enough that a batch whose calls all time out still ends within its lease. */
const BATCH = 8;
const CALLS_AT_ONCE = 4;

/**
 * Takes every approved withdrawal that is due one step further with the provider, and reads the payouts of decided
 * withdrawals. Any number of processes may do so: the lease keeps them apart. Even without the lease, every step is taken
 * only once, because its statement requires the row to be at the step before.
 */
export const payOut = (context: PaymentContext): Promise<void> =>
  forEachDue<WithdrawalRow>(
    context.database,
    {
      name: "take_due_withdrawals",
      table: "withdrawal_transactions",
      key: "id",
      where: "next_poll_at <= $1 and (provider = $2 or (status = 'processing' and payout_step = 'due'))",
      orderBy: "next_poll_at",
      set: `next_poll_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'`,
      returning: WITHDRAWAL_COLUMNS,
      batch: BATCH,
    },
    () => [dateOf(context.clock), context.provider.name],
    {
      atOnce: CALLS_AT_ONCE,
      async work(withdrawal) {
        try {
          await takeStep(context, withdrawal);
        } catch (error) {
          const { id, payout_step: step } = withdrawal;
          context.log.warn(
            { withdrawal: id, step, error: String(error) },
            "a step of a payout failed and will be tried again",
          );
        }
      },
    },
  );

/** Takes one step of a payout with the provider, from the state that the row is in. */
export async function takeStep(context: PaymentContext, withdrawal: WithdrawalRow): Promise<void> {
  if (withdrawal.status !== "processing") return watchPayout(context, withdrawal);
  switch (withdrawal.payout_step!) {
    case "due":
      // While withdrawals are stopped, the lease makes it due again.
      return (await areWithdrawalsStopped(context.database)) ? undefined : beginPayout(context, withdrawal);
    case "asked":
      // A process died before it stored the answer. Requesting the payout again might pay twice.
      return leaveToAdministrator(context, withdrawal, "payout_unknown", {
        error: "the answer was never recorded",
      });
    case "created":
      // Once the withdrawal was on the attention list, an administrator may pay by hand, so the payout is not released any
      // more.
      return hasStayedTooLong("created", ageOf(context, withdrawal)) ||
        (await wasOnAttentionList(context.database, withdrawal)) ||
        (await areWithdrawalsStopped(context.database))
        ? readPayout(context, withdrawal, "created")
        : releasePayout(context, withdrawal);
    case "verified":
      return readPayout(context, withdrawal, "verified");
  }
}

/** Returns the seconds since the withdrawal was approved or, after that, since its payout was requested. */
const ageOf = ({ clock }: PaymentContext, { updated_at }: WithdrawalRow): number =>
  (clock.nowMs() - updated_at.getTime()) / 1000;

/** Checks the address with the provider once more, then requests the payout. No money has moved before. */
async function beginPayout(context: PaymentContext, withdrawal: WithdrawalRow): Promise<void> {
  const { provider } = context;
  if (withdrawal.provider !== provider.name) {
    return leaveToAdministrator(context, withdrawal, "payout_refused", { code: "provider_not_configured" });
  }
  const accepted = await acceptsAddress(context, withdrawal);
  if (accepted === "no answer") return scheduleNext(context, withdrawal, nextReadSeconds);
  if (accepted === false) return leaveToAdministrator(context, withdrawal, "address_refused", {});
  return requestPayout(context, withdrawal);
}

async function acceptsAddress(
  context: PaymentContext,
  withdrawal: WithdrawalRow,
): Promise<boolean | "no answer"> {
  try {
    return await context.provider.acceptsAddress(withdrawal.address);
  } catch (error) {
    if (hasStayedTooLong("due", ageOf(context, withdrawal))) {
      await leaveToAdministrator(context, withdrawal, "payout_refused", describe(error));
    }
    return "no answer";
  }
}

/** Releases a payout. The one-time code may arrive too late or count as used, so the release is tried several times. */
async function releasePayout(context: PaymentContext, withdrawal: WithdrawalRow): Promise<void> {
  const { database, clock, provider, log } = context;
  try {
    // A payout without a batch needs no release. The next read shows its state at the provider.
    if (withdrawal.batch_id !== null) await provider.verifyPayout(withdrawal.batch_id);
  } catch (error) {
    log.warn({ withdrawal: withdrawal.id, ...describe(error) }, "releasing a payout failed");
    const turn = error instanceof ProviderRefusedError ? await findTurn(context, withdrawal) : 0;
    return scheduleNext(context, withdrawal, (ageSeconds) => nextReleaseSeconds(ageSeconds, turn));
  }
  await database.query({
    name: "payout_released",
    text: `update withdrawal_transactions set payout_step = 'verified',
             next_poll_at = $2::timestamptz + make_interval(secs => $3)
           where id = $1 and payout_step = 'created' and status = 'processing'`,
    values: [withdrawal.id, dateOf(clock), nextReadSeconds(0)],
  });
}

/** Counts the payouts that wait for their release before this one. All that were tried at once had the same one-time code. */
async function findTurn({ database, clock }: PaymentContext, { id }: WithdrawalRow): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: "find_turn_of_release",
    text: `select count(*) as count from withdrawal_transactions
           where status = 'processing' and payout_step = 'created' and id < $1
             and updated_at > $2::timestamptz - make_interval(secs => $3)`,
    values: [id, dateOf(clock), RELEASED_WITHIN_SECONDS],
  });
  return rows[0]!.count;
}

async function readPayout(
  context: PaymentContext,
  withdrawal: WithdrawalRow,
  step: "created" | "verified",
): Promise<void> {
  const { provider, log } = context;
  let said: Readonly<Record<string, string | null>> = {};
  try {
    const payout = await provider.readPayout(withdrawal.payout_id!);
    said = payout.details;
    await applyPayout(context, payout);
  } catch (error) {
    log.warn({ withdrawal: withdrawal.id, ...describe(error) }, "reading a payout failed");
    said = { ...said, ...describe(error) };
  }
  if (hasStayedTooLong(step, ageOf(context, withdrawal))) {
    const reason = step === "created" ? "payout_unverified" : "payout_late";
    await leaveToAdministrator(context, withdrawal, reason, said);
  }
  await scheduleNext(context, withdrawal, nextReadSeconds);
}

/**
 * Sets the next due time. A withdrawal that was decided meanwhile or waits for an administrator has none, and gets none
 * here.
 */
async function scheduleNext(
  context: PaymentContext,
  withdrawal: WithdrawalRow,
  secondsAt: (ageSeconds: number) => number,
): Promise<void> {
  await context.database.query({
    name: "set_next_payout_step",
    text: `update withdrawal_transactions set next_poll_at = $3::timestamptz + make_interval(secs => $4)
           where id = $1 and payout_step = $2 and status = 'processing' and next_poll_at is not null`,
    values: [
      withdrawal.id,
      withdrawal.payout_step,
      dateOf(context.clock),
      secondsAt(ageOf(context, withdrawal)),
    ],
  });
}

const describe = (error: unknown): Record<string, string> => ({
  ...(error instanceof ProviderRefusedError ? { code: error.code } : {}),
  error: error instanceof Error ? error.message : String(error),
});

/**
 * SQL that is true if the screening allows exactly this payout. It needs no lock, because such a verdict is final: the
 * service is not asked again about it, and neither amount nor address of a withdrawal ever change.
 */
const IS_CLEARED = `exists (select from screenings s
  where s.subject_id = withdrawal_transactions.id and s.state in ('allow', 'overridden')
    and s.amount = withdrawal_transactions.net_amount and s.address = withdrawal_transactions.address
    and s.user_id = withdrawal_transactions.user_id)`;

/**
 * Requests a payout from the provider. This call moves money, so it is made at most once for a withdrawal: the step `asked`
 * is committed before the call, only one process can commit it, and a process that finds it later does not call again.
 */
async function requestPayout(context: PaymentContext, due: WithdrawalRow): Promise<void> {
  const { database, clock, provider, screening } = context;
  const { rows } = await database.query<WithdrawalRow>({
    name: "payout_is_asked_for",
    text: `update withdrawal_transactions set payout_step = 'asked', updated_at = $2
           where id = $1 and payout_step = 'due' and status = 'processing' and next_poll_at is not null
             and not ${WITHDRAWALS_STOPPED} and ($3 or ${IS_CLEARED})
           returning ${WITHDRAWAL_COLUMNS}`,
    values: [due.id, dateOf(clock), screening === undefined],
  });
  const withdrawal = rows[0];
  if (withdrawal === undefined) return;
  const { id, address, net_amount } = withdrawal;
  let created: { batchId: string; payoutId: string };
  try {
    created = await provider.createPayout({ id, address, net: parseMinor(net_amount) });
  } catch (error) {
    // Unless the provider has refused, it may have the payout.
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof ProviderRefusedError
      ? leaveToAdministrator(context, withdrawal, "payout_refused", { code: error.code, error: message })
      : leaveToAdministrator(context, withdrawal, "payout_unknown", { error: message });
  }
  await recordPayout(context, withdrawal, created);
}

/**
 * Stores the provider's answer. A callback may have stored it already. If the answer took longer than the lease, the payout
 * is on the attention list meanwhile, and an administrator decides it.
 */
async function recordPayout(
  context: PaymentContext,
  { id }: WithdrawalRow,
  { batchId, payoutId }: { batchId: string; payoutId: string },
): Promise<void> {
  await transaction(context.database, async (connection) => {
    const { rows } = await connection.query<WithdrawalRow>(
      `update withdrawal_transactions set payout_step = 'created', batch_id = $2, payout_id = $3, next_poll_at = $4
       where id = $1 and payout_step = 'asked' and status = 'processing' returning ${WITHDRAWAL_COLUMNS}`,
      [id, batchId, payoutId, dateOf(context.clock)],
    );
    if (rows[0] !== undefined) await updateAttention(context, connection, rows[0], { batch_id: batchId });
  });
}
