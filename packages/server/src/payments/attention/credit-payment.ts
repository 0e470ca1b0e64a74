import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { refuseOwnAccount, applyFourEyes } from "../../approvals/public.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { creditDeposit } from "../deposits/credit-deposit.ts";
import { creditedOfPayment } from "../deposits/credited-of-payment.ts";
import type { DepositRow } from "../deposits/deposit-row.ts";
import { lockBalance } from "../deposits/lock-balance.ts";
import { lockDecider } from "../lock-decider.ts";
import { toAttentionItem } from "./attention-row.ts";
import type { AttentionRow } from "./attention-row.ts";
import { decideItem } from "./decide-item.ts";
import type { Decided, Decision } from "./decide-item.ts";
import { lockPaymentDeposit } from "./lock-payment-deposit.ts";
import { mostCreditable } from "./most-creditable.ts";
import { CREDITED } from "./record-attention.ts";
import { findAttention, resolveAttention } from "./resolve-attention.ts";

type Credit = Decision & { amount: Minor };

/**
 * An administrator credits a payment that no rule decides to its user. The deposits it concerns are locked first, the
 * item last, as everywhere: of two who decide at once, the second finds it resolved.
 */
export const creditPayment = (context: PaymentContext, id: string, decision: Credit) =>
  decideItem(context, decision, (connection) => credit(context, connection, id, decision));

async function credit(
  context: PaymentContext,
  connection: Queryable,
  id: string,
  decision: Credit,
): Promise<Decided | Refused> {
  const { amount, by, note } = decision;
  const { actor } = by;
  const found = await findAttention(connection, id);
  if (found === undefined) return refuse("not_found");
  const own = await lockPaymentDeposit(connection, found);
  const refusal = await lockDecider(connection, by, found.user_id, "administrator");
  if (refusal !== undefined) return refusal;
  const { user_id: userId } = found;
  const isOwn = refuseOwnAccount(context, decision, userId);
  if (isOwn !== undefined) return isOwn;
  const room = userId === null ? "gone" : await lockBalance(connection, userId, amount);
  const item = await findAttention(connection, id, "for update of i");
  if (item === undefined) return refuse("not_found");
  if (item.resolved_at !== null) return refuse("attention_resolved");
  if (userId === null || room === "gone" || item.kind !== "payment") {
    return refuse("attention_not_creditable");
  }
  const sofar = await creditedOfPayment(connection, item.provider, item.payment_id!);
  const most = mostCreditable(item, sofar.credited);
  if (amount > most) {
    return refuse("credit_too_large", { field: "amount", values: { amount: shortest(most) } });
  }
  if (room === "too_large") return refuse("balance_too_large", { field: "amount" });
  const matter = { action: "payment_credited", target: item.id, subject: userId, amount, note } as const;
  const verdict = await applyFourEyes(context, connection, matter, decision);
  if (isRefused(verdict)) return verdict;
  if (verdict.waits) return { item: toAttentionItem({ ...item, awaiting: verdict.awaiting }) };
  const deposit =
    own === undefined || own.status === "confirmed"
      ? await recordPart(context, connection, item, { userId, amount, paymentId: sofar.nextPaymentId })
      : own;
  const credited = await creditDeposit(context, connection, deposit, { amount, fee: ZERO, actor, note });
  const resolved = await resolveAttention(context, connection, item, { resolution: CREDITED, actor, note });
  await recordAudit(
    connection,
    {
      action: "payment_credited",
      by,
      subject: userId,
      target: item.id,
      before: {
        resolution: null,
        credited: formatMinor(sofar.credited),
        balance: formatMinor(minor(parseMinor(credited.balance) - amount)),
      },
      after: {
        resolution: CREDITED,
        credited: formatMinor(minor(sofar.credited + amount)),
        balance: credited.balance,
      },
      reason: note,
      proposedBy: verdict.proposedBy,
    },
    dateOf(context.clock),
  );
  return { ...credited, item: resolved };
}

/** A deposit of its own for a payment that has none, or for a further part of one that was credited before. */
async function recordPart(
  { clock }: PaymentContext,
  connection: Queryable,
  item: AttentionRow,
  { userId, amount, paymentId }: { userId: string; amount: Minor; paymentId: string },
): Promise<DepositRow> {
  const { rows } = await connection.query<DepositRow>(
    `insert into deposit_transactions (id, user_id, amount, provider, payment_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning *`,
    [newId(clock.nowMs()), userId, formatMinor(amount), item.provider, paymentId, dateOf(clock)],
  );
  return rows[0]!;
}

/** With at least two decimals and no zeros beyond them. */
const shortest = (amount: Minor): string => formatMinor(amount).replace(/0{1,6}$/, "");
