import type { Deposit } from "@veritick/contract/deposits.ts";
import { formatFixed } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { violatedConstraint } from "../../platform/database.ts";
import type { Database } from "../../platform/database.ts";
import type { IdempotencyClaim, Replayed } from "../../platform/http/call.ts";
import { findFirstAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/ids.ts";
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
  return context.runningKeys.guard(request.userId, request.idempotency, async () => {
    const { database, clock } = context;
    if (request.idempotency !== undefined) {
      const first = await findFirstAnswer(database, request.userId, request.idempotency);
      if (first !== undefined) return first;
    }
    const id = newId(clock.nowMs());
    try {
      const refusal =
        (await belowMinimum(context, request.amount)) ?? (await recordDeposit(context, id, request));
      if (refusal !== undefined) return refusal;
      const instruction = await askForPayment(context, {
        id,
        amount: request.amount,
        createdAt: dateOf(clock),
      });
      return await recordInstruction(context, id, instruction, request);
    } catch (error) {
      if (violatedConstraint(error) === "idempotency_keys_pkey") return yieldToFirst(database, id, request);
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

/** The same key was used elsewhere at the same moment: that one counts, and nobody has seen this one's address. */
async function yieldToFirst(
  database: Database,
  id: string,
  request: DepositRequest,
): Promise<Refused | Replayed> {
  await database.query("delete from deposit_transactions where id = $1 and payment_id is null", [id]);
  return (
    (await findFirstAnswer(database, request.userId, request.idempotency!)) ?? refuse("idempotency_running")
  );
}

/**
 * The person gets no address, so this deposit is over. Should the provider have made a payment all the same, it is known
 * by our id, and money that comes for it is still found.
 */
async function giveUp(
  context: PaymentContext,
  id: string,
  request: DepositRequest,
  error: unknown,
): Promise<Refused> {
  const { database, clock, log } = context;
  const refused = error instanceof ProviderRefusedError;
  if (!refused && !(error instanceof ProviderUnavailableError)) throw error;
  await database.query(
    `update deposit_transactions set status = 'failed', failure_reason = 'no_address', updated_at = $2
     where id = $1 and status = 'pending'`,
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
