import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { DepositFacts } from "@veritick/domain/payments.ts";
import { dateOf } from "../../platform/clock.ts";
import { LOCKS } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isId } from "../../platform/ids.ts";
import { paymentKey, paymentKeySql, SAYS_TAKEN } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";
import type { ProvisionalCredit } from "./provisional-credits.ts";
import type { DepositRow } from "../deposit.ts";

/** The origin of a payment: its own deposit, a deposit with another payment, a closed account, or unknown. */
export type PaymentOrigin = {
  /** The deposit that carries this payment. */
  deposit?: DepositRow;
  /** The amount credited of the payment in all its parts, also before its account was closed; null if none was. */
  credited?: Minor | null;
  /** True if an administrator credited it although no money was ever seen in the payment. */
  isOnTrust?: boolean;
  /** True if the attention list says that its credited money was taken back, or is there again since. */
  isListedAsTaken?: boolean;
  /** The archived row of its deposit, if its account was closed. */
  closed?: ProvisionalCredit;
  /** The deposit that the payment was made for, if that carries another payment. */
  parent?: DepositRow;
  /** True if the payment names an order of ours. Its deposit may have been deleted with its account. */
  isOrderOfOurs: boolean;
};

/**
 * Finds and locks the deposit of a payment: the one that carries the payment's id, or else the one it was made for. If the
 * provider's answer was lost, that deposit has no payment id yet and gets it here.
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
  // The order id of a payment for us is the deposit's id.
  if (!isId(orderId)) return closedOrigin(context, connection, payment, undefined);

  const named = await connection.query<DepositRow>(
    "select * from deposit_transactions where id = $1 and provider = $2 for update",
    [orderId, provider.name],
  );
  const parent = named.rows[0];
  if (parent === undefined) return closedOrigin(context, connection, payment, orderId);
  // Another process may have linked the two while this transaction waited for the row.
  if (parent.payment_id === payment.paymentId) return originOf(connection, parent);
  if (parent.payment_id !== null || payment.isRepeated) return { parent, isOrderOfOurs: true };
  return originOf(connection, await linkPayment(context, connection, parent, payment));
}

/**
 * Returns the facts for the domain's decision. A second payment for one order counts as a repeated one. A payment that was
 * credited before its account was closed counts as credited, so only further money needs a decision.
 */
export function factsOf(origin: PaymentOrigin): DepositFacts {
  const { deposit, parent, credited = null, isOnTrust: onTrust = false, isListedAsTaken = false } = origin;
  const known = { credited, isOnTrust: onTrust, isListedAsTaken };
  if (deposit !== undefined) return { status: deposit.status, failure: deposit.failure_reason, ...known };
  if (parent !== undefined) return "repeated_payment";
  if (credited !== null) return { status: "confirmed", failure: null, ...known };
  return origin.isOrderOfOurs ? "account_closed" : "unknown_order";
}

/** Returns the credit of a payment with the row that records it; undefined if the payment has neither row. */
export function creditOf({ deposit, closed, credited }: PaymentOrigin): ProvisionalCredit | undefined {
  if (deposit === undefined) return closed;
  return { ...deposit, credited: credited == null ? null : formatMinor(credited), isClosed: false };
}

/**
 * Looks for a payment among closed accounts. It comes after the look-up of deposits, whose locks wait for a deletion in
 * progress, so no payment is missed in between.
 */
async function closedOrigin(
  { provider }: PaymentContext,
  connection: Queryable,
  payment: ProviderPayment,
  orderId: string | undefined,
): Promise<PaymentOrigin> {
  const closed = await findClosedPayment(connection, provider.name, payment, orderId);
  if (closed === undefined) {
    await lockUnknown(connection, provider.name, payment.paymentId);
    return { isOrderOfOurs: orderId !== undefined };
  }
  const credited = closed.credited === null ? null : parseMinor(closed.credited);
  return {
    credited,
    closed: { ...closed, isClosed: true },
    isOnTrust: closed.is_on_trust,
    isListedAsTaken: closed.is_listed_as_taken,
    isOrderOfOurs: true,
  };
}

/**
 * Locks a payment that has no row to lock until the end of the transaction, so that an older answer about it does not
 * overtake a newer one. Whoever waited must read its record again.
 */
export async function lockUnknown(connection: Queryable, provider: string, paymentId: string): Promise<void> {
  await connection.query("select pg_advisory_xact_lock($1, hashtext($2))", [
    LOCKS.payment,
    paymentKey(provider, paymentId),
  ]);
}

async function originOf(connection: Queryable, deposit: DepositRow): Promise<PaymentOrigin> {
  const { status, provider, payment_id: paymentId } = deposit;
  if (status !== "confirmed") return { deposit, credited: null, isOrderOfOurs: true };
  const { credited } = await creditedOfPayment(connection, provider, paymentId!);
  const { rows } = await connection.query<ListedFacts>(
    `select ${OPEN_ON_TRUST} as is_on_trust, ${LISTED_AS_TAKEN} as is_listed_as_taken
     from deposit_transactions d where d.id = $1`,
    [deposit.id],
  );
  const { is_on_trust: isOnTrust, is_listed_as_taken: isListedAsTaken } = rows[0]!;
  return { deposit, credited, isOnTrust, isListedAsTaken, isOrderOfOurs: true };
}

async function linkPayment(
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
 * The amount credited of a payment so far, its parts set aside and advanced by the house, and the payment id for the deposit
 * of a further part.
 */
export type CreditedSoFar = { credited: Minor; setAside: Minor; advanced: Minor; nextPaymentId: string };

/**
 * Sums up the credits of a payment. It has one deposit, and one more for each part that an administrator credited later.
 * Those carry its id with `+1`, `+2` and so on, so that no part can be stored twice. Credits without a user, or before an
 * account was closed, count too. The caller must hold the lock on the first deposit.
 */
export async function creditedOfPayment(
  connection: Queryable,
  provider: string,
  paymentId: string,
): Promise<CreditedSoFar> {
  const { rows } = await connection.query<{
    credited: string;
    set_aside: string;
    advanced: string;
    parts: number;
  }>({
    name: "credited_of_payment",
    text: `with recursive part (number, credited, on_trust) as (
             select 0, credited, on_trust from deposit_transactions where provider = $1 and payment_id = $2
             union all
             select p.number + 1, d.credited, d.on_trust
             from part p join deposit_transactions d on d.provider = $1 and d.payment_id = $2 || '+' || (p.number + 1)
           )
           , closed as (
             select credited, set_aside, on_trust from closed_payments where provider = $1 and payment_id = $2)
           select coalesce(sum(credited), 0) + coalesce((select credited from closed), 0) as credited,
             coalesce((select set_aside from closed), 0) as set_aside,
             coalesce(sum(on_trust), 0) + coalesce((select on_trust from closed), 0) as advanced, count(*) as parts
           from part`,
    values: [provider, paymentId],
  });
  const { credited, set_aside: setAside, advanced, parts } = rows[0]!;
  return {
    credited: parseMinor(credited),
    setAside: parseMinor(setAside),
    advanced: parseMinor(advanced),
    nextPaymentId: parts === 0 ? paymentId : `${paymentId}+${parts}`,
  };
}

/**
 * Returns SQL that is true if the confirmed payment of row `d` was credited although no money had been seen in it. An
 * attention item can also record that money had been seen, with an unknown amount if it was in another asset.
 *
 * @param unseen SQL that is true if an administrator credited `d`, and the row itself records no money
 */
const isOnTrust = (unseen: string): string => `(${unseen} and not exists (
  select from attention_items i where i.key = ${paymentKeySql("d.provider", "d.payment_id")} 
    and i.asset is not null and coalesce(i.arrived, 1) > 0))`;

/** `isOnTrust` for a row `d` of `deposit_transactions`. */
export const OPEN_ON_TRUST = isOnTrust("d.decided_by is not null and coalesce(d.arrived, 0) = 0");

/**
 * SQL that is true if the attention list says that the credited money of the payment of row `d` was taken back, or is there
 * again since.
 */
export const LISTED_AS_TAKEN = `exists (
  select from attention_items i where i.key = ${paymentKeySql("d.provider", "d.payment_id")} and ${SAYS_TAKEN})`;

export type ListedFacts = { is_on_trust: boolean; is_listed_as_taken: boolean };

/**
 * An archived payment. `credited` is the amount credited before the account was closed, or without one; null if none was.
 */
type ClosedPayment = Omit<ProvisionalCredit, "isClosed"> & ListedFacts;

/** `isOnTrust` for a row `d` of `closed_payments`. */
export const CLOSED_ON_TRUST = isOnTrust("d.credited_by_person");

/** SQL for the credits of a confirmed deposit `d` and the further parts of its payment. `creditedOfPayment` explains them. */
export const CREDITED_IN_PARTS = `(
  with recursive part (number, credited) as (
    select 0, d.credited
    union all
    select p.number + 1, n.credited from part p
    join deposit_transactions n on n.provider = d.provider and n.payment_id = d.payment_id || '+' || (p.number + 1)
  )
  select sum(credited) from part)`;

/**
 * Finds the archived row of a payment's deposit whose account was closed: by the payment's id, or else by the order it was
 * made for. That row gets the payment's id here, so that a second payment for the order is not taken for this one.
 */
async function findClosedPayment(
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
  // Another process may have linked the same payment while this one waited.
  return findByPayment(connection, provider, payment.paymentId);
}

async function findByPayment(
  connection: Queryable,
  provider: string,
  paymentId: string,
): Promise<ClosedPayment | undefined> {
  const { rows } = await connection.query<ClosedPayment>({
    name: "find_closed_payment",
    text: `select d.deposit_id as id, d.provider, d.credited, d.on_trust, ${CLOSED_ON_TRUST} as is_on_trust,
             ${LISTED_AS_TAKEN} as is_listed_as_taken
           from closed_payments d where d.provider = $1 and d.payment_id = $2 for update`,
    values: [provider, paymentId],
  });
  return rows[0];
}
