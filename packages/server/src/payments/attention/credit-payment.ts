import type { AttentionItem } from "@veritick/contract/admin.ts";
import { formatMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { announceDeposit } from "../deposits/announce-deposit.ts";
import { creditDeposit } from "../deposits/credit-deposit.ts";
import { creditedOfPayment } from "../deposits/credited-of-payment.ts";
import type { DepositRow } from "../deposits/deposit-row.ts";
import { lockBalance } from "../deposits/lock-balance.ts";
import type { AttentionRow } from "./attention-row.ts";
import { CREDITED } from "./record-attention.ts";
import { findAttention, resolveAttention } from "./resolve-attention.ts";

type Decision = { amount: Minor; actor: string; note: string };
type Credited = { item: AttentionItem; deposit: DepositRow; balance: string };

/**
 * An administrator credits a payment that no rule decides to its user. The deposits it concerns are locked first, the
 * item last, as everywhere: of two who decide at once, the second finds it resolved.
 */
export async function creditPayment(
  context: PaymentContext,
  id: string,
  decision: Decision,
): Promise<AttentionItem | Refused> {
  const credited = await transaction(context.database, async (connection): Promise<Credited | Refused> => {
    const found = await findAttention(connection, id);
    if (found === undefined) return refuse("not_found");
    const own = await lockDeposits(connection, found);
    const { user_id: userId } = found;
    const room = userId === null ? "gone" : await lockBalance(connection, userId, decision.amount);
    const item = await findAttention(connection, id, "for update of i");
    if (item === undefined) return refuse("not_found");
    if (item.resolved_at !== null) return refuse("attention_resolved");
    if (userId === null || room === "gone" || item.kind !== "payment") {
      return refuse("attention_not_creditable");
    }
    if (room === "too_large") return refuse("balance_too_large", { field: "amount" });
    const deposit =
      own === undefined || own.status === "confirmed"
        ? await recordPart(context, connection, item, userId, decision.amount)
        : own;
    const { amount, actor, note } = decision;
    const credit = await creditDeposit(context, connection, deposit, { amount, fee: ZERO, actor, note });
    return {
      ...credit,
      item: await resolveAttention(context, connection, item, { resolution: CREDITED, actor, note }),
    };
  });
  if (isRefused(credited)) return credited;
  announceDeposit(context.bus, credited.deposit, credited.balance);
  return credited.item;
}

/** Locks the deposit that the payment was made for or came beside, then the payment's own, which it returns. */
async function lockDeposits(connection: Queryable, item: AttentionRow): Promise<DepositRow | undefined> {
  await connection.query("select from deposit_transactions where id = $1 for update", [item.deposit_id]);
  const { rows } = await connection.query<DepositRow>(
    "select * from deposit_transactions where provider = $1 and payment_id = $2 for update",
    [item.provider, item.payment_id],
  );
  return rows[0];
}

/** A deposit of its own for a payment that has none, or for a further part of one that was credited before. */
async function recordPart(
  { clock }: PaymentContext,
  connection: Queryable,
  item: AttentionRow,
  userId: string,
  amount: Minor,
): Promise<DepositRow> {
  const { nextPaymentId } = await creditedOfPayment(connection, item.provider, item.payment_id!);
  const { rows } = await connection.query<DepositRow>(
    `insert into deposit_transactions (id, user_id, amount, provider, payment_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning *`,
    [newId(clock.nowMs()), userId, formatMinor(amount), item.provider, nextPaymentId, dateOf(clock)],
  );
  return rows[0]!;
}
