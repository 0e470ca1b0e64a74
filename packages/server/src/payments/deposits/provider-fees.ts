import { minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { providerFee } from "@veritick/domain/payments.ts";
import { providerFeePaid } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { FEE_DETAIL, paymentKey, paymentKeySql } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { moneyStays } from "../provider.ts";
import type { ProviderPayment } from "../provider.ts";

/**
 * Returns SQL for the provider's fees that the books have taken for the payment of a row `row`, as a positive amount: with
 * the credit of its deposit, or later. Only an automatic credit contains the fee. It is the first one, so the deposit with
 * the payment's own id names it, or the archived row of that deposit.
 */
export const bookedFees = (row: string, id: string): string => `
  (select coalesce(-sum(e.amount), 0) from (
     select id from ledger_transactions where reference = ${row}.${id} and kind = 'deposit_credited'
     union all
     select id from ledger_transactions where kind = 'provider_fee_paid'
       and note = ${paymentKeySql(`${row}.provider`, `${row}.payment_id`)}
   ) t join ledger_entries e on e.transaction_id = t.id and e.account = 'house:fees')`;

/**
 * Returns the fee that the provider names for money in our asset; undefined if it names none. It keeps none of money that it
 * sends back.
 */
export function namedFee(payment: ProviderPayment): Minor | undefined {
  if (!payment.isOurAsset) return undefined;
  return payment.state === "refunded" ? ZERO : providerFee(payment);
}

/** Returns that fee once it is certain, because the money stays with us or is gone; undefined before. */
export const certainFee = (payment: ProviderPayment): Minor | undefined =>
  payment.state === "refunded" || moneyStays(payment) ? namedFee(payment) : undefined;

type PaymentId = { provider: string; paymentId: string };

/**
 * Returns the part of a payment's fee that the books have not taken yet. It is negative if they took more. The rows of the
 * payment must be locked. `fee` is that of the whole payment.
 */
export async function unbookedFee(
  connection: Queryable,
  { provider, paymentId }: PaymentId,
  fee: Minor,
): Promise<Minor> {
  const { rows } = await connection.query<{ booked: string }>(
    `select coalesce(max(${bookedFees("p", "id")}), 0) as booked from (
       select id, provider, payment_id from deposit_transactions where provider = $1 and payment_id = $2
       union all
       select deposit_id, provider, payment_id from closed_payments where provider = $1 and payment_id = $2) p`,
    [provider, paymentId],
  );
  return minor(fee - parseMinor(rows[0]!.booked));
}

/**
 * Returns the fee that a payment's item names and the books have not taken yet. The rows of the payment must be locked
 * before, because an answer of the provider that held them may have changed the item.
 */
export async function listedFee(connection: Queryable, payment: PaymentId): Promise<Minor> {
  const { rows } = await connection.query<{ fee: string | null }>(
    `select details ->> '${FEE_DETAIL}' as fee from attention_items where key = $1`,
    [paymentKey(payment.provider, payment.paymentId)],
  );
  const fee = await unbookedFee(connection, payment, parseMinor(rows[0]?.fee ?? "0"));
  // The item may be older than the fee in the books, so it takes nothing back.
  return fee > 0n ? fee : ZERO;
}

/** Books a change of the fee that a provider keeps of a payment. The house pays it, and custody never held it. */
export async function payFee(
  { clock, stripe }: PaymentContext,
  connection: Queryable,
  { provider, paymentId }: PaymentId,
  changeMinor: Minor,
): Promise<void> {
  if (changeMinor === 0n) return;
  await post(connection, {
    kind: "provider_fee_paid",
    // The reference is new, because the fee may change with the payment.
    reference: newId(clock.nowMs()),
    entries: providerFeePaid({ provider, changeMinor }),
    at: dateOf(clock),
    note: paymentKey(provider, paymentId),
  });
  await addHouseFunds(connection, stripe, minor(-changeMinor));
}
