import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { formatFixed } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { countAttempt } from "../../platform/db/attempts.ts";
import { answerOnce } from "../../platform/http/idempotency.ts";
import type { Replayed } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { PaymentInstruction, ProviderPayment } from "../provider.ts";
import { recordDeposit, recordInstruction } from "./record-deposit.ts";
import type { DepositRequest } from "./record-deposit.ts";

/**
 * Creates a deposit and asks the provider for its address. The deposit is stored first, so that every payment can be traced
 * back to it. The answer is stored with its idempotency key in one transaction.
 */
export function createDeposit(
  context: PaymentContext,
  request: DepositRequest,
): Promise<Deposit | Refused | Replayed> {
  return answerOnce(context, request.userId, request.idempotency, async () => {
    let id: string | undefined;
    try {
      const recorded =
        (await beyondLimits(context, request)) ??
        (await belowMinimum(context, request.amount)) ??
        (await recordDeposit(context, request));
      if (isRefused(recorded)) return recorded;
      id = recorded.id;
      const instruction =
        recorded.instruction ?? (await askForPayment(context, { ...recorded, amount: request.amount }));
      return await recordInstruction(context, id, instruction, request);
    } catch (error) {
      return giveUp(context, id, request, error);
    }
  });
}

const DAY_SECONDS = 86_400;

export const depositCounter = (userId: string): string => `deposits/user/${userId}`;

/**
 * Limits deposits by user and by address. An unpaid deposit costs its user nothing, but us many reads. One user may have
 * many accounts.
 */
async function beyondLimits(
  { database, clock, limits }: PaymentContext,
  { userId, address }: DepositRequest,
): Promise<Refused | undefined> {
  const counters = [
    [depositCounter(userId), limits.depositsPerUser],
    [`deposits/address/${address}`, limits.depositsPerAddress],
  ] as const;
  for (const [key, limit] of counters) {
    const attempt = await countAttempt(database, key, limit, DAY_SECONDS, dateOf(clock));
    if (!attempt.allowed) {
      return refuse("too_many_deposits", { retryAfterSeconds: attempt.retryAfterSeconds });
    }
  }
  return undefined;
}

/** Refuses an amount below the provider's minimum, which changes over time and may be above ours. */
async function belowMinimum(context: PaymentContext, amount: Minor): Promise<Refused | undefined> {
  const minimum = await context.provider.minimumDeposit();
  return amount >= minimum
    ? undefined
    : refuse("deposit_provider_minimum", { field: "amount", values: { amount: formatFixed(minimum, 2) } });
}

/**
 * Has the provider make a payment for a deposit. After a lost answer the payment may exist. So this looks for it before it
 * gives up, and before it repeats an earlier attempt whose outcome is unknown.
 *
 * @throws ProviderUnavailableError, ProviderRefusedError
 */
async function askForPayment(
  { provider, log }: PaymentContext,
  deposit: { id: string; amount: Minor; createdAt: Date; isNew: boolean },
): Promise<PaymentInstruction> {
  if (!deposit.isNew) {
    const made = toInstruction(await provider.findPayment(deposit));
    if (made !== undefined) return made;
  }
  try {
    return await provider.createPayment(deposit);
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    log.warn({ deposit: deposit.id, error: error.message }, "no answer to a new payment; looking for it");
    const found = toInstruction(await provider.findPayment(deposit));
    if (found === undefined) throw error;
    return found;
  }
}

function toInstruction(payment: ProviderPayment | undefined): PaymentInstruction | undefined {
  if (payment?.payAddress === undefined || payment.payAmount === undefined) return undefined;
  return { paymentId: payment.paymentId, payAddress: payment.payAddress, payAmount: payment.payAmount };
}

/**
 * Fails a deposit that got no address. If the provider has made a payment all the same, it carries our id, so money that
 * arrives for it is still found.
 */
async function giveUp(
  context: PaymentContext,
  id: string | undefined,
  request: DepositRequest,
  error: unknown,
): Promise<Refused> {
  const { database, clock, log } = context;
  const refused = error instanceof ProviderRefusedError;
  if (!refused && !(error instanceof ProviderUnavailableError)) throw error;
  await database.query(
    `update deposit_transactions set status = 'failed', failure_reason = 'no_address', updated_at = $2
     where id = $1 and status = 'pending' and payment_id is null`,
    [id, dateOf(clock)],
  );
  log[refused ? "error" : "warn"](
    { deposit: id, error: error.message, ...(refused ? { code: error.code } : {}) },
    "the provider gave no address",
  );
  if (refused && error.code === "AMOUNT_MINIMAL_ERROR") {
    const below = await belowMinimum(context, request.amount).catch(() => undefined);
    if (isRefused(below)) return below;
  }
  return refuse("provider_unavailable");
}
