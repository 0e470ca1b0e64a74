import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { providerFee } from "@veritick/domain/payments.ts";
import { trustSettled } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";
import type { DepositRow } from "./deposit.ts";

/**
 * What approving a deposit would credit beyond what has arrived, in 1e-8 USDMS. In the sandbox that is nothing: no money
 * ever moves there.
 */
export function uncovered({ provider }: PaymentContext, deposit: DepositRow): Minor {
  if (provider.sandbox) return ZERO;
  const rest = parseMinor(deposit.amount) - parseMinor(deposit.arrived ?? "0");
  return rest > 0n ? minor(rest) : ZERO;
}

/** Keeps what has arrived, for whoever approves. Once money is there for what was credited on trust, the house gets it back. */
export async function recordArrival(
  context: PaymentContext,
  connection: Queryable,
  deposit: DepositRow,
  payment: ProviderPayment,
): Promise<void> {
  const { isOurAsset, isRepeated, paid, state } = payment;
  if (!isOurAsset || isRepeated || paid <= 0n) return;
  if (paid !== parseMinor(deposit.arrived ?? "0")) {
    await connection.query("update deposit_transactions set arrived = $2 where id = $1", [
      deposit.id,
      formatMinor(paid),
    ]);
  }
  if (state === "finished" || state === "partially_paid")
    await settleTrust(context, connection, deposit, payment);
}

async function settleTrust(
  { clock, stripe }: PaymentContext,
  connection: Queryable,
  { id, provider, credited, on_trust: onTrust }: DepositRow,
  payment: ProviderPayment,
): Promise<void> {
  if (onTrust === null) return;
  const left = parseMinor(onTrust);
  const unbooked = payment.paid - (parseMinor(credited!) - left);
  const amountMinor = minor(unbooked < left ? unbooked : left);
  if (amountMinor <= 0n) return;
  const fee = providerFee(payment);
  const providerFeeMinor = fee < amountMinor ? fee : amountMinor;
  await post(connection, {
    kind: "trust_settled",
    // It may take several payments.
    reference: newId(clock.nowMs()),
    entries: trustSettled({ provider, amountMinor, providerFeeMinor }),
    at: dateOf(clock),
    note: id,
  });
  await addHouseFunds(connection, stripe, minor(amountMinor - providerFeeMinor));
  await connection.query(
    "update deposit_transactions set on_trust = nullif(on_trust - $2::numeric, 0) where id = $1",
    [id, formatMinor(amountMinor)],
  );
}
