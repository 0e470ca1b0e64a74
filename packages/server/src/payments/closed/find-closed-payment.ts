import type { Queryable } from "../../platform/db/database.ts";
import { isOnTrust } from "../deposits/is-on-trust.ts";
import type { ProviderPayment } from "../provider.ts";

export type ClosedPayment = {
  /** What was credited of it in all before the account was closed; null where nothing was. */
  credited: string | null;
  is_on_trust: boolean;
};

/** Of a row `d` of `closed_payments`. */
export const CLOSED_ON_TRUST = isOnTrust("d.credited_by_person");

/**
 * What is left of the payment's deposit where that went with its account: found by its id; else by the order it was made
 * for, which learns of it now, as further payments for that order are another matter.
 */
export async function findClosedPayment(
  connection: Queryable,
  provider: string,
  payment: ProviderPayment,
  orderId: string | undefined,
): Promise<ClosedPayment | undefined> {
  const found = await findByPayment(connection, provider, payment.paymentId);
  if (found !== undefined || orderId === undefined || payment.isRepeated) return found;
  await connection.query(
    `update closed_payments set payment_id = $3, pay_address = coalesce(pay_address, $4)
     where deposit_id = $1 and provider = $2 and payment_id is null`,
    [orderId, provider, payment.paymentId, payment.payAddress ?? null],
  );
  // Another process may have had it learn of this very payment while this one waited.
  return findByPayment(connection, provider, payment.paymentId);
}

async function findByPayment(
  connection: Queryable,
  provider: string,
  paymentId: string,
): Promise<ClosedPayment | undefined> {
  const { rows } = await connection.query<ClosedPayment>({
    name: "find_closed_payment",
    text: `select d.credited, ${CLOSED_ON_TRUST} as is_on_trust from closed_payments d
           where d.provider = $1 and d.payment_id = $2`,
    values: [provider, paymentId],
  });
  return rows[0];
}
