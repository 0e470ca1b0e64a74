import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { decidePayment } from "@veritick/domain/payments.ts";
import type { DepositFacts, PaymentDecision } from "@veritick/domain/payments.ts";
import { findListed } from "../attention/record-attention.ts";
import { arrivedOnTrust } from "./arrival.ts";
import { CLOSED_ON_TRUST, OPEN_ON_TRUST } from "./payment-origin.ts";
import { isId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";
import type { DepositRow } from "./deposit.ts";

/**
 * Filters a list of payments down to those that would change something here. It decides without locks, so every payment is
 * decided again under a lock before anything is done.
 */
export async function findChangedPayments(
  context: PaymentContext,
  payments: readonly ProviderPayment[],
): Promise<ProviderPayment[]> {
  const decide = decider(await findDeposits(context, payments));
  const decided = payments.map((payment) => ({ payment, decision: decide(payment) }));
  const asked = decided.flatMap(({ payment, decision }) =>
    decision.do === "ask" ? { ...payment, reason: decision.reason, arrived: formatMinor(payment.paid) } : [],
  );
  const listed = asked.length === 0 ? new Set() : await findListed(context, asked);
  return decided
    .filter(({ payment, decision }) => decision.do !== "nothing" && !listed.has(payment.paymentId))
    .map(({ payment }) => payment);
}

/** A deposit, or what we kept of one whose account was closed. */
type KnownRow = Pick<
  DepositRow,
  "id" | "payment_id" | "status" | "failure_reason" | "credited" | "on_trust"
> & {
  is_on_trust: boolean;
  is_closed: boolean;
};

async function findDeposits(
  { database, provider }: PaymentContext,
  payments: readonly ProviderPayment[],
): Promise<KnownRow[]> {
  const { rows } = await database.query<KnownRow>(
    `select d.id, d.payment_id, d.status, d.failure_reason, d.credited, d.on_trust,
       ${OPEN_ON_TRUST} as is_on_trust, false as is_closed
     from deposit_transactions d
     where d.provider = $1 and (d.payment_id = any ($2::text[]) or d.id = any ($3::uuid[]))
     union all
     select d.deposit_id, d.payment_id, 'confirmed', null, d.credited, d.on_trust, ${CLOSED_ON_TRUST}, true
     from closed_payments d
     where d.provider = $1 and (d.payment_id = any ($2::text[]) or d.deposit_id = any ($3::uuid[]))`,
    [
      provider.name,
      payments.map(({ paymentId }) => paymentId),
      payments.flatMap(({ orderId }) => (isId(orderId) ? orderId : [])),
    ],
  );
  return rows;
}

/**
 * A deposit that has no payment id yet gets it when its payment is applied, and money that arrived for what was credited on
 * trust is booked then, whatever is decided.
 */
function decider(deposits: KnownRow[]): (payment: ProviderPayment) => PaymentDecision | { do: "adopt" } {
  const byPayment = new Map(deposits.map((row) => [row.payment_id, row]));
  const byOrder = new Map(deposits.map((row) => [row.id, row]));
  return (payment) => {
    const own = byPayment.get(payment.paymentId);
    if (own !== undefined && arrivedOnTrust(own, payment) > 0n) return { do: "adopt" };
    if (own !== undefined) return decidePayment(payment, factsOf(own));
    const order = byOrder.get(payment.orderId?.toLowerCase() ?? "");
    if (order?.payment_id === null && !payment.isRepeated) return { do: "adopt" };
    if (order?.is_closed === false) return decidePayment(payment, "repeated_payment");
    return decidePayment(payment, isId(payment.orderId) ? "account_closed" : "unknown_order");
  };
}

function factsOf({ status, failure_reason, credited, is_on_trust, is_closed }: KnownRow): DepositFacts {
  if (is_closed && credited === null) return "account_closed";
  return {
    status,
    failure: failure_reason,
    credited: credited === null ? null : parseMinor(credited),
    isOnTrust: is_on_trust,
  };
}
