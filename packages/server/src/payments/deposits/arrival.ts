import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { providerFee } from "@veritick/domain/payments.ts";
import type { PaymentState } from "@veritick/domain/payments.ts";
import { providerFeePaid, trustSettled } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { paymentKey } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";
import type { DepositRow } from "../deposit.ts";

/**
 * Returns the amount that approving a deposit would credit beyond the arrived money, in 1e-8 USDMS. It is zero in the
 * sandbox, where no money moves.
 */
export function uncovered({ provider }: PaymentContext, deposit: DepositRow): Minor {
  if (provider.sandbox) return ZERO;
  const rest = parseMinor(deposit.amount) - parseMinor(deposit.arrived ?? "0");
  return rest > 0n ? minor(rest) : ZERO;
}

/** Stores the arrived amount for approvals. Pays the house back once money arrives for a credit on trust. */
export async function recordArrival(
  context: PaymentContext,
  connection: Queryable,
  deposit: DepositRow,
  payment: ProviderPayment,
): Promise<void> {
  const { isOurAsset, isRepeated, paid, state } = payment;
  if (!isOurAsset || isRepeated || paid <= 0n) return;
  // Money that was refunded before an approval is gone, even if the provider still names an amount.
  const arrived = state === "refunded" && deposit.status !== "confirmed" ? ZERO : paid;
  if (arrived !== parseMinor(deposit.arrived ?? "0")) {
    await connection.query("update deposit_transactions set arrived = $2 where id = $1", [
      deposit.id,
      formatMinor(arrived),
    ]);
  }
  await settleTrust(context, connection, { ...deposit, isClosed: false }, payment);
}

/** The credit of a payment and its part on trust, from its deposit or from the archived row of a closed account. */
export type Trusted = Pick<DepositRow, "id" | "provider" | "credited" | "on_trust"> & { isClosed: boolean };

/** The states in which the arrived money stays with us. An expired payment keeps its arrived money. */
const THERE: readonly PaymentState[] = ["finished", "partially_paid", "expired"];

/** Returns the part of a credit on trust that has arrived since. */
export function arrivedOnTrust(
  { credited, on_trust: onTrust }: Pick<DepositRow, "credited" | "on_trust">,
  { isOurAsset, isRepeated, paid, state }: ProviderPayment,
): Minor {
  if (onTrust === null || !isOurAsset || isRepeated) return ZERO;
  if (!THERE.includes(state)) return ZERO;
  const left = parseMinor(onTrust);
  const unbooked = paid - (parseMinor(credited!) - left);
  if (unbooked <= 0n) return ZERO;
  return unbooked < left ? minor(unbooked) : left;
}

const STILL_ON_TRUST = "on_trust = nullif(on_trust - $2::numeric, 0)";

/** Pays the house back the arrived part of a credit on trust. The row of `trusted` must be locked. */
export async function settleTrust(
  { clock, stripe }: PaymentContext,
  connection: Queryable,
  trusted: Trusted,
  payment: ProviderPayment,
): Promise<void> {
  const { id, provider, isClosed } = trusted;
  const amountMinor = arrivedOnTrust(trusted, payment);
  if (amountMinor === 0n) return;
  await post(connection, {
    kind: "trust_settled",
    // The reference is new, because the money may arrive in several parts.
    reference: newId(clock.nowMs()),
    entries: trustSettled({ provider, amountMinor }),
    at: dateOf(clock),
    note: id,
  });
  await addHouseFunds(connection, stripe, amountMinor);
  await connection.query(
    isClosed
      ? `update closed_payments set ${STILL_ON_TRUST}, credited_by_person = false where deposit_id = $1`
      : `update deposit_transactions set ${STILL_ON_TRUST},
           next_poll_at = case when on_trust > $2::numeric then next_poll_at end where id = $1`,
    [id, formatMinor(amountMinor)],
  );
}

/**
 * Returns SQL for the provider's fees that the books have taken for the payment of a row `row`, as a positive amount: with
 * the credit of its deposit, or later. Only an automatic credit contains the fee. It is the first one, so the deposit with
 * the payment's own id names it, or the archived row of that deposit.
 */
export const bookedFees = (row: string, id: string): string => `
  (select coalesce(-sum(e.amount), 0) from (
     select id from ledger_transactions where reference = ${row}.${id} and kind = 'deposit_credited'
     union all
     select id from ledger_transactions where kind in ('trust_settled', 'provider_fee_paid')
       and note in (${row}.${id}::text, 'payment/' || ${row}.provider || '/' || ${row}.payment_id)
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
  payment.state === "refunded" || THERE.includes(payment.state) ? namedFee(payment) : undefined;

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
