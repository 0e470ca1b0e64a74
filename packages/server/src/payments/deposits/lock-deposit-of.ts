import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { DepositFacts } from "@veritick/domain/payments.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { findClosedPayment } from "../closed/find-closed-payment.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";
import { creditedOfPayment } from "./credited-of-payment.ts";
import type { DepositRow } from "./deposit-row.ts";
import { isOnTrust } from "./is-on-trust.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True where it may be an order of ours: we name them by the deposit's id. */
export const isOrderId = (orderId: string | undefined): orderId is string =>
  orderId !== undefined && UUID.test(orderId);

/**
 * Where a payment belongs: to a deposit, or beside one that has a payment of its own, or to one that went with its
 * account, or to nothing we know.
 */
export type PaymentOrigin = {
  deposit?: DepositRow;
  /** What was credited of the payment so far, in all its parts and before its account was closed; null before the first. */
  credited?: Minor | null;
  /** True where a person credited it and no money was ever seen in its payment. */
  isOnTrust?: boolean;
  parent?: DepositRow;
  /** True where the payment names an order of ours whose account is gone. */
  isOrderOfOurs: boolean;
};

/**
 * Finds and locks what a payment is for: the deposit that carries its id; else the deposit it was made for that never
 * learnt of it, because the provider's answer got lost, which learns of it now.
 */
export async function lockDepositOf(
  context: PaymentContext,
  connection: Queryable,
  payment: ProviderPayment,
): Promise<PaymentOrigin> {
  const { provider } = context;
  const known = await connection.query<DepositRow>(
    "select * from deposit_transactions where provider = $1 and payment_id = $2 for update",
    [provider.name, payment.paymentId],
  );
  if (known.rows[0] !== undefined) return originOf(connection, known.rows[0]);
  const { orderId } = payment;
  if (!isOrderId(orderId)) return closedOrigin(context, connection, payment, undefined);

  const named = await connection.query<DepositRow>(
    "select * from deposit_transactions where id = $1 and provider = $2 for update",
    [orderId, provider.name],
  );
  const parent = named.rows[0];
  if (parent === undefined) return closedOrigin(context, connection, payment, orderId);
  // It may have learnt of the payment while this transaction waited for its row.
  if (parent.payment_id === payment.paymentId) return originOf(connection, parent);
  if (parent.payment_id !== null || payment.isRepeated) return { parent, isOrderOfOurs: true };
  return originOf(connection, await adopt(context, connection, parent, payment));
}

/** Looked for after deposits, whose locks wait for a deletion under way: nothing is missed between the two. */
async function closedOrigin(
  { provider }: PaymentContext,
  connection: Queryable,
  payment: ProviderPayment,
  orderId: string | undefined,
): Promise<PaymentOrigin> {
  const closed = await findClosedPayment(connection, provider.name, payment, orderId);
  if (closed === undefined) return { isOrderOfOurs: orderId !== undefined };
  const credited = closed.credited === null ? null : parseMinor(closed.credited);
  return { credited, isOnTrust: closed.is_on_trust, isOrderOfOurs: true };
}

async function originOf(connection: Queryable, deposit: DepositRow): Promise<PaymentOrigin> {
  const { status, provider, payment_id: paymentId } = deposit;
  if (status !== "confirmed") return { deposit, credited: null, isOrderOfOurs: true };
  const { credited } = await creditedOfPayment(connection, provider, paymentId!);
  const { rows } = await connection.query<{ is_on_trust: boolean }>(
    `select ${isOnTrust("d.decided_by is not null")} as is_on_trust from deposit_transactions d where d.id = $1`,
    [deposit.id],
  );
  return { deposit, credited, isOnTrust: rows[0]!.is_on_trust, isOrderOfOurs: true };
}

async function adopt(
  { clock }: PaymentContext,
  connection: Queryable,
  deposit: DepositRow,
  payment: ProviderPayment,
): Promise<DepositRow> {
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions set payment_id = $2, pay_address = $3, pay_amount = $4, updated_at = $5,
       next_poll_at = case when status <> 'confirmed' then coalesce(next_poll_at, $5) end
     where id = $1 returning *`,
    [
      deposit.id,
      payment.paymentId,
      payment.payAddress ?? null,
      payment.payAmount === undefined ? null : formatMinor(payment.payAmount),
      dateOf(clock),
    ],
  );
  return rows[0]!;
}

/**
 * What the domain needs to know of it. A second payment for one order is decided like a repeated one. One that was
 * credited before its account was closed is decided as ever: only what came on top of that is news.
 */
export function factsOf(origin: PaymentOrigin): DepositFacts {
  const { deposit, parent, credited = null, isOnTrust: onTrust = false } = origin;
  if (deposit !== undefined) {
    return { status: deposit.status, failure: deposit.failure_reason, credited, isOnTrust: onTrust };
  }
  if (parent !== undefined) return "repeated_payment";
  if (credited !== null) return { status: "confirmed", failure: null, credited, isOnTrust: onTrust };
  return origin.isOrderOfOurs ? "account_closed" : "unknown_order";
}
