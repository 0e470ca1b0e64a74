import { formatMinor, minor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { decidePayment, isEmpty } from "@veritick/domain/payments.ts";
import type { PaymentAttentionReason, DepositFailure } from "@veritick/domain/payments.ts";
import { lapseApprovalOf } from "../../approvals/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { emptyItem, FEE_DETAIL, paymentKey, recordAttention, resolveItem } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { OUR_ASSET } from "../provider.ts";
import type { ProviderPayment } from "../provider.ts";
import { announceDeposit, creditDeposit, lockBalance } from "../deposit.ts";
import type { ChangedDeposit, DepositRow } from "../deposit.ts";
import { bookedFees, certainFee, namedFee, payFee, unbookedFee } from "./provider-fees.ts";
import { advanceRefund, isSentBack, recordArrival, repayAdvance } from "./provisional-credits.ts";
import { findScreeningHold } from "../screening/screenings.ts";
import { creditedOfPayment, creditOf, factsOf, lockDepositOf } from "./payment-origin.ts";
import type { PaymentOrigin } from "./payment-origin.ts";

const keyOf = (context: PaymentContext, payment: ProviderPayment) =>
  paymentKey(context.provider.name, payment.paymentId);

/** The most reads of a payment in one go. Each further one follows a change that happened during the read before. */
const MOST_READS = 5;

/**
 * Reads a payment and applies the answer: locks the deposit's row, lets the domain decide and writes the decision. Callbacks,
 * polls and the daily comparison all end here. It is safe to repeat, at the same time, on any process: states only move
 * forward, a payment is credited once, and an answer that may be older than what is on record is read again.
 *
 * @returns the payment as it was applied
 */
export async function applyPayment(context: PaymentContext, paymentId: string): Promise<ProviderPayment> {
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const before = await readRecord(context, context.database, paymentId);
    const payment = await context.provider.readPayment(paymentId);
    if (await applyAnswer(context, payment, before)) return payment;
  }
  throw new Error("the payment changed during each of its reads");
}

/** Reads what is on record about a payment, as text that changes with everything that an answer can change. */
async function readRecord(
  { provider }: PaymentContext,
  connection: Queryable,
  paymentId: string,
): Promise<string> {
  const { rows } = await connection.query<{ record: string }>({
    name: "record_of_payment",
    text: `select array(
             select row(d.id, d.status, d.failure_reason, d.credited, d.arrived, d.on_trust, ${bookedFees("d", "id")})::text
             from deposit_transactions d where d.provider = $1 and d.payment_id = $2
             union all
             select row(c.deposit_id, c.credited, c.on_trust, ${bookedFees("c", "deposit_id")})::text
             from closed_payments c where c.provider = $1 and c.payment_id = $2
             union all
             select i.xmin::text from attention_items i where i.key = $3)::text as record`,
    values: [provider.name, paymentId, paymentKey(provider.name, paymentId)],
  });
  return rows[0]!.record;
}

/**
 * Applies an answer. Returns false if the payment must be read again, because the answer may be older than what is on
 * record: the record is no longer as it was `before` the read, or does not show whether it is.
 */
async function applyAnswer(
  context: PaymentContext,
  payment: ProviderPayment,
  before: string,
): Promise<boolean> {
  if (payment.state === "unknown") {
    context.log.warn(
      { paymentId: payment.paymentId, details: payment.details },
      "a payment is in an unknown state",
    );
  }
  let isApplied = true;
  const changed = await transaction(
    context.database,
    async (connection): Promise<ChangedDeposit | undefined> => {
      const origin = await lockDepositOf(context, connection, payment);
      if ((await readRecord(context, connection, payment.paymentId)) !== before) {
        isApplied = false;
        return undefined;
      }
      if (origin.deposit !== undefined) await recordArrival(connection, origin.deposit, payment);
      const credited = creditOf(origin);
      const decision = decidePayment(payment, factsOf(origin));
      if (credited !== undefined) await repayAdvance(context, connection, credited, payment, decision);
      // An advance locks all stripes in order, so it comes before the fee, which locks one.
      if (isSentBack(payment, decision)) {
        const sofar = await creditedOfPayment(connection, context.provider.name, payment.paymentId);
        await advanceRefund(context, connection, credited!, minor(sofar.credited - sofar.advanced));
      }
      if ((origin.credited ?? ZERO) > 0n) await settleFee(context, connection, payment);
      else if (isEmpty(payment)) {
        await emptyItem(context, connection, { key: keyOf(context, payment), details: payment.details });
      }
      switch (decision.do) {
        case "nothing":
          return undefined;
        case "confirm":
          return { deposit: await moveTo(context, connection, origin.deposit!, "confirming", null) };
        case "fail":
          return { deposit: await moveTo(context, connection, origin.deposit!, "failed", decision.failure) };
        case "credit":
          if (origin.deposit!.status !== "failed")
            return credit(context, connection, origin, payment, decision);
          // A refund does not change a failed deposit, so this answer may be older than one. It changes an open deposit.
          isApplied = false;
          return { deposit: await moveTo(context, connection, origin.deposit!, "confirming", null) };
        case "ask":
          return ask(context, connection, origin, payment, decision.reason);
      }
    },
  );
  if (changed !== undefined) announceDeposit(context.bus, changed);
  return isApplied;
}

/**
 * Books the difference between the provider's fee of a credited payment and the fee in the books, once it is certain: an
 * administrator may have credited the payment before it was final, or the provider may have sent the money back since.
 */
async function settleFee(
  context: PaymentContext,
  connection: Queryable,
  payment: ProviderPayment,
): Promise<void> {
  const fee = certainFee(payment);
  if (fee === undefined) return;
  const named = { provider: context.provider.name, paymentId: payment.paymentId };
  await payFee(context, connection, named, await unbookedFee(connection, named, fee));
}

/**
 * Moves a deposit to a status. An expired payment may still be paid, so its deposit is polled further, unlike other
 * failures. A failed deposit whose money has come is polled again.
 */
async function moveTo(
  { clock }: PaymentContext,
  connection: Queryable,
  deposit: DepositRow,
  status: "confirming" | "failed",
  failure: DepositFailure | null,
): Promise<DepositRow> {
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions set status = $2, failure_reason = $3, updated_at = $4,
       next_poll_at = case when $2 = 'confirming' then coalesce(next_poll_at, $4) when $3 = 'expired' then next_poll_at end
     where id = $1 returning *`,
    [deposit.id, status, failure, dateOf(clock)],
  );
  return rows[0]!;
}

async function credit(
  context: PaymentContext,
  connection: Queryable,
  origin: PaymentOrigin,
  payment: ProviderPayment,
  { amount, fee }: { amount: Minor; fee: Minor },
): Promise<ChangedDeposit | undefined> {
  const deposit = origin.deposit!;
  const holding = await findScreeningHold(context, connection, {
    kind: "deposit",
    id: deposit.id,
    userId: deposit.user_id,
    amount,
    address: deposit.pay_address,
    transactionHash: payment.details["payin_hash"] ?? null,
  });
  if (holding !== undefined) return waitForScreening(context, connection, deposit);
  if ((await lockBalance(connection, deposit.user_id, amount)) === "too_large") {
    return ask(context, connection, origin, payment, "too_large");
  }
  const credited = await creditDeposit(context, connection, deposit, { amount, fee });
  await resolveItem(context, connection, keyOf(context, payment), { resolution: "credited by itself" });
  return credited;
}

/**
 * Holds a deposit until the screening allows its credit. Its money has arrived, so the deposit counts as confirming. It is
 * polled, in case the server runs without a screening before that.
 */
async function waitForScreening(
  { clock }: PaymentContext,
  connection: Queryable,
  deposit: DepositRow,
): Promise<ChangedDeposit | undefined> {
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions set status = 'confirming', failure_reason = null, being_checked = true, updated_at = $2,
       next_poll_at = coalesce(next_poll_at, $2)
     where id = $1 and not (status = 'confirming' and being_checked and next_poll_at is not null) returning *`,
    [deposit.id, dateOf(clock)],
  );
  return rows[0] && { deposit: rows[0] };
}

async function ask(
  context: PaymentContext,
  connection: Queryable,
  origin: PaymentOrigin,
  payment: ProviderPayment,
  reason: PaymentAttentionReason,
): Promise<undefined> {
  const credited = origin.credited ?? undefined;
  const fee = namedFee(payment) ?? ZERO;
  // Money without a deposit of its own still belongs to the user whose deposit it was paid for.
  const isNews = await recordAttention(context, connection, {
    key: keyOf(context, payment),
    kind: "payment",
    reason,
    provider: context.provider.name,
    paymentId: payment.paymentId,
    depositId: origin.deposit?.id ?? origin.parent?.id,
    userId: origin.deposit?.user_id ?? origin.parent?.user_id,
    ...amountsOf(payment, credited ?? ZERO, reason),
    asset: payment.isOurAsset ? OUR_ASSET : payment.asset,
    details: {
      ...payment.details,
      ...(fee > 0n && { [FEE_DETAIL]: formatMinor(fee) }),
      ...(credited !== undefined && { already_credited: formatMinor(credited) }),
    },
  });
  // Two administrators must decide about the same facts. Approving the deposit decides the item too.
  if (isNews && origin.deposit !== undefined) {
    await lapseApprovalOf(connection, origin.deposit.id, dateOf(context.clock));
  }
}

/**
 * Returns the amount that arrived in a payment and the part of it that is left to decide. Credits are in our asset, so another
 * asset's amount stays whole, unless its money was taken back after its credit. If the provider names no amount of another
 * asset that has arrived, it is unknown.
 */
function amountsOf(
  payment: ProviderPayment,
  credited: Minor,
  reason: PaymentAttentionReason,
): { amount?: string; arrived?: string } {
  const { isOurAsset, paid } = payment;
  const wasTaken = reason === "refunded_after_credit" || reason === "money_returned";
  const isUnknown = !isOurAsset && paid <= 0n && !isEmpty(payment);
  if (isUnknown) return wasTaken ? { amount: formatMinor(ZERO) } : {};
  const left = isOurAsset ? paid - credited : wasTaken ? 0n : paid;
  return { amount: formatMinor(left > 0n ? minor(left) : ZERO), arrived: formatMinor(paid) };
}
