import type { AttentionItem, AttentionReason } from "@veritick/contract/schemas/attention.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { asksAgain } from "@veritick/domain/payments.ts";
import { queueWebhookEvent } from "../../notifications/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { afterCommit } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";
import { factsOf, findQuestion, ledToCredit, paymentKey } from "../payment.ts";
import type { LockedPayment, PaymentRow } from "../payment.ts";

export const DISMISSED = "dismissed";
/** The recorded resolution of a question about the provider's answer alone, which a later answer settled. */
export const PASSED = "settled by itself";
/** The reasons that lie in the provider's answer alone, whatever the money. */
const OF_THE_ANSWER = ["unknown_state", "answer_differs"];

/** SQL for the decisions about item `i`, including the last one. */
const WITH_LAST_DECISION = `case when i.resolved_at is null then i.history else i.history || jsonb_build_array(
  jsonb_build_object('reason', i.reason, 'resolution', i.resolution, 'note', i.note,
    'resolvedBy', i.resolved_by, 'resolvedAt', i.resolved_at)) end`;

/** The key of a payment, payout, position or screening, which has one item. A webhook has one each day. */
export type ItemKey =
  | `payment/${string}/${string}`
  | `payout/${string}`
  | `position/${string}`
  | `screening/${string}/${string}`
  | `webhook/${string}/${string}`;

/** The bus is undefined while no process serves, as when an old price ends. */
type AttentionContext = Pick<PaymentContext, "clock"> & { bus: PaymentContext["bus"] | undefined };

type Attention = {
  key: ItemKey;
  kind: AttentionItem["kind"];
  reason: AttentionReason;
  provider: string;
  paymentId?: string | undefined;
  depositId?: string | undefined;
  withdrawalId?: string | undefined;
  userId?: string | undefined;
  /** The amount of a payout, position or screening, decimal text in `asset`; undefined if it is not known. */
  amount?: string | undefined;
  asset?: string | undefined;
  /** The provider's last words. Those about a payment stand in its own row. */
  details?: Readonly<Record<string, string | null>>;
};

/** Returns SQL for that key of two SQL expressions. */
export const paymentKeySql = (provider: string, paymentId: string): string =>
  `'payment/' || ${provider} || '/' || ${paymentId}`;

/**
 * Puts a payout or another object on the attention list, or updates its item. An item that an administrator has resolved
 * reopens only for a new reason. A closed account is no new reason. A screening that holds money always reopens its item.
 * The item keeps its earlier decisions. Returns true if the item is new or changed.
 */
export async function recordAttention(
  context: AttentionContext & Pick<PaymentContext, "log">,
  connection: Queryable,
  item: Attention,
): Promise<boolean> {
  const isAgain =
    "i.kind = 'screening' or (i.reason <> excluded.reason and excluded.reason <> 'account_closed')";
  return writeItem(
    context,
    connection,
    item,
    `case when i.resolved_at is null
       then (i.reason, i.amount, i.asset, i.details::text) is distinct from (excluded.reason, excluded.amount, excluded.asset, excluded.details::text)
       else ${isAgain} end`,
  );
}

/**
 * Asks an administrator about a payment whose row is locked. The question reopens as the domain says. Returns true if it is
 * new or changed.
 *
 * @param isNews true if the provider's answer says anything new about the money
 */
export async function askAboutPayment(
  context: AttentionContext & Pick<PaymentContext, "log">,
  connection: Queryable,
  { row, deposit }: LockedPayment,
  reason: AttentionReason,
  isNews: boolean,
): Promise<boolean> {
  const question = await findQuestion(connection, row);
  const isOpen = question !== undefined && question.resolution === null;
  if (isOpen && question.reason === reason && !isNews) return false;
  if (question !== undefined && !isOpen) {
    const decided = ledToCredit(question) ? "credited" : "otherwise";
    const before = { reason: question.reason, arrived: parseMinor(row.decided_about), decided } as const;
    const isAgain = asksAgain(before, { reason, arrived: factsOf(row).paid });
    if (!isAgain && question.resolution !== PASSED) return false;
  }
  return writeItem(
    context,
    connection,
    {
      key: paymentKey(row.provider, row.payment_id!),
      kind: "payment",
      reason,
      provider: row.provider,
      paymentId: row.payment_id!,
      // Money without a deposit of its own still belongs to the user whose deposit it was paid for.
      depositId: deposit?.id,
      userId: row.user_id ?? deposit?.user_id,
    },
    "true",
  );
}

/**
 * Reports a payment or payout of which only a callback told, because there may be money in it. Any other item of the same
 * key says more.
 */
export const reportGivenUp = (
  context: AttentionContext & Pick<PaymentContext, "log">,
  connection: Queryable,
  item: Omit<Attention, "reason">,
): Promise<boolean> => writeItem(context, connection, { ...item, reason: "callback_given_up" }, "false");

/** Writes an item. An item of the same key changes only if the SQL condition `changes` is true. */
async function writeItem(
  context: AttentionContext & Pick<PaymentContext, "log">,
  connection: Queryable,
  item: Attention,
  changes: string,
): Promise<boolean> {
  const at = dateOf(context.clock);
  const { rows } = await connection.query<{ id: string }>(
    `insert into attention_items as i (id, key, kind, reason, provider, payment_id, deposit_id, withdrawal_id, user_id,
       amount, asset, details, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
     on conflict (key) do update set reason = excluded.reason, amount = excluded.amount,
       asset = excluded.asset, details = excluded.details, updated_at = excluded.updated_at,
       deposit_id = coalesce(i.deposit_id, excluded.deposit_id), withdrawal_id = coalesce(i.withdrawal_id, excluded.withdrawal_id),
       user_id = case when i.kind = 'screening' then excluded.user_id else coalesce(i.user_id, excluded.user_id) end,
       history = ${WITH_LAST_DECISION},
       resolved_at = null, resolution = null, resolved_by = null, note = null
     where ${changes}
     returning id`,
    [
      newId(context.clock.nowMs()),
      item.key,
      item.kind,
      item.reason,
      item.provider,
      item.paymentId ?? null,
      item.depositId ?? null,
      item.withdrawalId ?? null,
      item.userId ?? null,
      item.amount ?? null,
      item.asset ?? null,
      JSON.stringify(item.details ?? {}),
      at,
    ],
  );
  if (rows[0] === undefined) return false;
  const { key, kind, reason, userId = null } = item;
  context.log.warn({ key, reason }, "an item was added under Attention");
  announceAttention(context, connection);
  await queueWebhookEvent(connection, at, "attention.raised", { itemId: rows[0].id, kind, reason, userId });
  return true;
}

const announceAttention = ({ bus }: Pick<AttentionContext, "bus">, connection: Queryable): void =>
  afterCommit(connection, () => bus?.publish({ kind: "adminChanged", of: ["attention"] }));

type Resolution = {
  resolution: string;
  /** The administrator who decided; undefined if the item closes automatically. */
  actor?: string;
  note?: string | undefined;
  /** The deposit that credited the payment. The item then belongs to its user. */
  deposit?: { id: string; user_id: string } | undefined;
  /** True if a closed item is decided again. */
  isAgain?: boolean;
};

/** Closes an item if it is open. Items are locked last of all, after deposits or withdrawals, users and stripes. */
export async function resolveItem(
  context: AttentionContext,
  connection: Queryable,
  key: ItemKey,
  { resolution, actor, note, deposit, isAgain = false }: Resolution,
): Promise<void> {
  await connection.query(
    `update attention_items i set resolved_at = $2, updated_at = $2, resolution = $3, resolved_by = $4, note = $5,
       history = ${WITH_LAST_DECISION}, user_id = coalesce(i.user_id, $6), deposit_id = coalesce(i.deposit_id, $7)
     where key = $1 and (resolved_at is null or $8)`,
    [key, dateOf(context.clock), resolution, actor, note, deposit?.user_id, deposit?.id, isAgain],
  );
  announceAttention(context, connection);
}

/** Closes an open question about the provider's answer alone, because a later answer asks nothing any more. */
export async function settleAnswered(
  context: AttentionContext,
  connection: Queryable,
  row: PaymentRow,
): Promise<void> {
  const question = await findQuestion(connection, row);
  if (question?.resolution === null && OF_THE_ANSWER.includes(question.reason)) {
    await resolveQuestion(context, connection, row, { resolution: PASSED });
  }
}

/** Closes the question about a locked payment, and remembers what had arrived by then. Does nothing if there is none. */
export async function resolveQuestion(
  context: AttentionContext,
  connection: Queryable,
  row: PaymentRow,
  resolution: Resolution,
): Promise<void> {
  if (row.payment_id === null) return;
  await connection.query(
    `update payments set decided_about = arrived, is_decided = is_decided or ($3::uuid is not null and credited > 0),
       version = version + 1, updated_at = $2 where id = $1`,
    [row.id, dateOf(context.clock), resolution.actor],
  );
  await resolveItem(context, connection, paymentKey(row.provider, row.payment_id), resolution);
}
