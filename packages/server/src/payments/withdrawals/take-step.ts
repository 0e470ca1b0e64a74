import { dateOf } from "../../platform/clock.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError } from "../provider.ts";
import { applyPayout } from "./apply-payout.ts";
import { askForPayout } from "./ask-for-payout.ts";
import { handOver, wasPersonCalled } from "./payout-attention.ts";
import { hasStayedTooLong, nextReadSeconds, nextReleaseSeconds } from "./payout-timing.ts";
import { watchPayout } from "./watch-payout.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/** When a withdrawal that a process died over is taken up again: longer than all calls of one step may take. */
export const LEASE_SECONDS = 240;

/** One step of a payout with the provider, from what the row says. */
export async function takeStep(context: PaymentContext, withdrawal: WithdrawalRow): Promise<void> {
  if (withdrawal.status !== "processing") return watchPayout(context, withdrawal);
  switch (withdrawal.payout_step!) {
    case "due":
      return beginPayout(context, withdrawal);
    case "asked":
      // Whoever asked never wrote down what came of it. Asking again might pay twice.
      return handOver(context, withdrawal, "payout_unknown", { error: "the answer was never written down" });
    case "created":
      // Once a person has been called, they may pay by hand: it is not released any more.
      return hasStayedTooLong("created", ageOf(context, withdrawal)) ||
        (await wasPersonCalled(context.database, withdrawal))
        ? readPayout(context, withdrawal, "created")
        : releasePayout(context, withdrawal);
    case "verified":
      return readPayout(context, withdrawal, "verified");
  }
}

/** Seconds since the withdrawal was approved or, after that, since its payout was asked for. */
const ageOf = ({ clock }: PaymentContext, { updated_at }: WithdrawalRow): number =>
  (clock.nowMs() - updated_at.getTime()) / 1000;

/** The provider is asked about the address once more, then for the payout. Until then nothing has happened. */
async function beginPayout(context: PaymentContext, withdrawal: WithdrawalRow): Promise<void> {
  const { provider } = context;
  if (withdrawal.provider !== provider.name) {
    return handOver(context, withdrawal, "payout_refused", { code: "provider_not_configured" });
  }
  const accepted = await acceptsAddress(context, withdrawal);
  if (accepted === "no answer") return waitForNext(context, withdrawal, nextReadSeconds);
  if (accepted === false) return handOver(context, withdrawal, "address_refused", {});
  return askForPayout(context, withdrawal);
}

async function acceptsAddress(
  context: PaymentContext,
  withdrawal: WithdrawalRow,
): Promise<boolean | "no answer"> {
  try {
    return await context.provider.acceptsAddress(withdrawal.address);
  } catch (error) {
    if (hasStayedTooLong("due", ageOf(context, withdrawal))) {
      await handOver(context, withdrawal, "payout_refused", describe(error));
    }
    return "no answer";
  }
}

/** A second factor may come too late or be taken for used, so a release is tried several times. */
async function releasePayout(context: PaymentContext, withdrawal: WithdrawalRow): Promise<void> {
  const { database, clock, provider, log } = context;
  try {
    // Without a batch there is nothing to release: the provider will say what it does with the payout.
    if (withdrawal.batch_id !== null) await provider.verifyPayout(withdrawal.batch_id);
  } catch (error) {
    log.warn({ withdrawal: withdrawal.id, ...describe(error) }, "a payout could not be released");
    return waitForNext(context, withdrawal, nextReleaseSeconds);
  }
  await database.query({
    name: "payout_released",
    text: `update withdrawal_transactions set payout_step = 'verified',
             next_poll_at = $2::timestamptz + make_interval(secs => $3)
           where id = $1 and payout_step = 'created' and status = 'processing'`,
    values: [withdrawal.id, dateOf(clock), nextReadSeconds(0)],
  });
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
    log.warn({ withdrawal: withdrawal.id, ...describe(error) }, "a payout could not be read");
    said = { ...said, ...describe(error) };
  }
  if (hasStayedTooLong(step, ageOf(context, withdrawal))) {
    const reason = step === "created" ? "payout_unverified" : "unknown_state";
    await handOver(context, withdrawal, reason, said);
  }
  await waitForNext(context, withdrawal, nextReadSeconds);
}

/** What was decided meanwhile, or waits for a person, is not due any more and stays so. */
async function waitForNext(
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
