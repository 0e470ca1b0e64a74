import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentDecision } from "@veritick/domain/payments.ts";
import { custodyAccount, trustSettled } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";
import { advance } from "../deposit.ts";
import type { DepositRow } from "../deposit.ts";
import { moneyStays } from "../provider.ts";
import type { ProviderPayment } from "../provider.ts";

/**
 * Returns the amount that approving a deposit would credit beyond the arrived money, in 1e-8 USDMS. It is zero in the
 * sandbox, where no money moves.
 */
export function uncovered({ provider }: PaymentContext, deposit: DepositRow): Minor {
  if (provider.sandbox) return ZERO;
  const rest = parseMinor(deposit.amount) - parseMinor(deposit.arrived ?? "0");
  return rest > 0n ? minor(rest) : ZERO;
}

/** Stores the arrived amount for approvals. */
export async function recordArrival(
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
}

/**
 * The credit of a payment in all its parts, with its deposit or the archived row of a closed account. `on_trust` is the part
 * that the house has advanced, because the money has not arrived or was sent back.
 */
export type ProvisionalCredit = Pick<DepositRow, "id" | "provider" | "credited" | "on_trust"> & {
  isClosed: boolean;
};

/** Returns the part of the advance that has arrived since. */
export function repayableAdvance(
  { credited, on_trust: onTrust }: Pick<DepositRow, "credited" | "on_trust">,
  payment: ProviderPayment,
): Minor {
  if (onTrust === null || !payment.isOurAsset || !moneyStays(payment)) return ZERO;
  const left = parseMinor(onTrust);
  const unbooked = payment.paid - (parseMinor(credited!) - left);
  if (unbooked <= 0n) return ZERO;
  return unbooked < left ? minor(unbooked) : left;
}

const REST_ON_TRUST = "on_trust = nullif(on_trust - $2::numeric, 0)";

/**
 * Returns the advance for money in another asset that was sent back and is there again. An advance from before any money was
 * seen stays, because nobody knows what part of it such money covers.
 */
async function returnedAdvance(
  connection: Queryable,
  { id, provider, on_trust: onTrust }: ProvisionalCredit,
  payment: ProviderPayment,
): Promise<Minor> {
  if (onTrust === null || payment.isOurAsset || !moneyStays(payment)) return ZERO;
  const { rows } = await connection.query<{ amount: string }>(
    `select $3::numeric - coalesce(sum(e.amount), 0) as amount
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = $2
     where t.reference = $1 and t.kind = 'credited_on_trust'`,
    [id, custodyAccount(provider), onTrust],
  );
  return parseMinor(rows[0]!.amount);
}

/** Repays the house the part of its advance that is there after `decision`. The row of `credit` must be locked. */
export async function repayAdvance(
  { clock, stripe }: PaymentContext,
  connection: Queryable,
  credit: ProvisionalCredit,
  payment: ProviderPayment,
  decision: PaymentDecision,
): Promise<void> {
  const { id, provider, isClosed } = credit;
  const isBack = decision.do === "ask" && decision.reason === "money_returned";
  const amountMinor =
    isBack && !payment.isOurAsset
      ? await returnedAdvance(connection, credit, payment)
      : repayableAdvance(credit, payment);
  if (amountMinor <= 0n) return;
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
      ? `update closed_payments set ${REST_ON_TRUST}, credited_by_person = false where deposit_id = $1`
      : `update deposit_transactions set ${REST_ON_TRUST},
           next_poll_at = case when on_trust > $2::numeric then next_poll_at end where id = $1`,
    [id, formatMinor(amountMinor)],
  );
}

/** Returns true if credited money was certainly sent back. After a mere failure the provider may still have it. */
export const isSentBack = ({ state }: ProviderPayment, decision: PaymentDecision): boolean =>
  state === "refunded" && decision.do === "ask" && decision.reason === "refunded_after_credit";

/** Lets the house advance the part of a credit that the provider sent back. The row of `credit` must be locked. */
export async function advanceRefund(
  context: PaymentContext,
  connection: Queryable,
  { id, provider, isClosed }: ProvisionalCredit,
  amountMinor: Minor,
): Promise<void> {
  if (amountMinor <= 0n) return;
  // The reference is new, because the money may come back and be sent back again.
  const reference = newId(context.clock.nowMs());
  await advance(context, connection, { reference, provider, amountMinor, note: id });
  const [table, key] = isClosed ? ["closed_payments", "deposit_id"] : ["deposit_transactions", "id"];
  await connection.query(
    `update ${table} set on_trust = coalesce(on_trust, 0) + $2::numeric where ${key} = $1`,
    [id, formatMinor(amountMinor)],
  );
}
