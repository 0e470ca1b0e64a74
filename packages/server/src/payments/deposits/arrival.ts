import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { providerFee } from "@veritick/domain/payments.ts";
import type { PaymentState } from "@veritick/domain/payments.ts";
import { trustSettled } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";
import type { DepositRow } from "./deposit.ts";

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
  // The provider names the fee of the whole payment. Earlier arrivals have booked a part of it.
  const { rows } = await connection.query<{ booked: string }>(
    `select coalesce(-sum(e.amount), 0) as booked from ledger_transactions t
     join ledger_entries e on e.transaction_id = t.id and e.account = 'house:fees'
     where t.kind = 'trust_settled' and t.note = $1`,
    [id],
  );
  const fee = providerFee(payment) - parseMinor(rows[0]!.booked);
  const providerFeeMinor = minor(fee < 0n ? 0n : fee < amountMinor ? fee : amountMinor);
  await post(connection, {
    kind: "trust_settled",
    // The reference is new, because the money may arrive in several parts.
    reference: newId(clock.nowMs()),
    entries: trustSettled({ provider, amountMinor, providerFeeMinor }),
    at: dateOf(clock),
    note: id,
  });
  await addHouseFunds(connection, stripe, minor(amountMinor - providerFeeMinor));
  await connection.query(
    isClosed
      ? `update closed_payments set ${STILL_ON_TRUST}, credited_by_person = false where deposit_id = $1`
      : `update deposit_transactions set ${STILL_ON_TRUST},
           next_poll_at = case when on_trust > $2::numeric then next_poll_at end where id = $1`,
    [id, formatMinor(amountMinor)],
  );
}
