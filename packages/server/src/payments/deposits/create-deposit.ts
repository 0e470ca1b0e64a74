import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { formatFixed } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import type { IdempotencyClaim, Replayed } from "../../platform/http/call.ts";
import { answerOnce } from "../../platform/db/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import { askForPayment } from "./ask-for-payment.ts";
import { recordDeposit, recordInstruction } from "./record-deposit.ts";

export type DepositRequest = {
  userId: string;
  amount: Minor;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Asks the provider where to pay. The deposit is on record before the provider hears of it, so that a payment can
 * always be traced back, and the answer is recorded with its idempotency key in one transaction.
 */
export function createDeposit(
  context: PaymentContext,
  request: DepositRequest,
): Promise<Deposit | Refused | Replayed> {
  return answerOnce(context, request.userId, request.idempotency, async () => {
    let id: string | undefined;
    try {
      const recorded =
        (await belowMinimum(context, request.amount)) ?? (await recordDeposit(context, request));
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

/** The provider may take no less than a larger sum at the moment. */
async function belowMinimum(context: PaymentContext, amount: Minor): Promise<Refused | undefined> {
  const minimum = await context.provider.minimumDeposit();
  return amount >= minimum
    ? undefined
    : refuse("deposit_provider_minimum", { field: "amount", values: { amount: formatFixed(minimum, 2) } });
}

/**
 * The person gets no address, so this deposit is over. Should the provider have made a payment all the same, it is known
 * by our id, and money that comes for it is still found.
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
