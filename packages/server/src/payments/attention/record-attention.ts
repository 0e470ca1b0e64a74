import type { AttentionItem, AttentionReason } from "@veritick/contract/schemas/attention.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { tellSystems } from "../../notifications/public.ts";
import type { PaymentContext } from "../context.ts";

/** The recorded resolution of an item whose payment an administrator credited. */
export const CREDITED = "credited";
export const DISMISSED = "dismissed";
/** The recorded resolution of a payment without a user that an administrator moved to `house:unclaimed`. */
export const SET_ASIDE = "set aside";

const WAS_CREDITED = `i.resolution in ('${CREDITED}', '${SET_ASIDE}')`;
/** SQL for the decisions about item `i`, including the last one. */
export const WITH_LAST_DECISION = `case when i.resolved_at is null then i.history else i.history || jsonb_build_array(
  jsonb_build_object('reason', i.reason, 'resolution', i.resolution, 'note', i.note,
    'resolvedBy', i.resolved_by, 'resolvedAt', i.resolved_at)) end`;

/** The recorded asset of a payment in USDT on TRON, independent of the provider's name for it. */
export const OUR_ASSET = "usdttrc20";

/** The name, in an item's details, of the fee that the provider kept of a payment in our asset. */
export const FEE_DETAIL = "provider_fee";

/** The key of a payment, payout, position or screening, which has one item. A webhook has one each day. */
export type ItemKey =
  | `payment/${string}/${string}`
  | `payout/${string}`
  | `position/${string}`
  | `screening/${string}/${string}`
  | `webhook/${string}/${string}`;

type Attention = {
  key: ItemKey;
  kind: AttentionItem["kind"];
  reason: AttentionReason;
  provider: string;
  paymentId?: string | undefined;
  depositId?: string | undefined;
  withdrawalId?: string | undefined;
  userId?: string | undefined;
  /** The amount to decide about, decimal text in `asset`. */
  amount?: string | undefined;
  /** The total that arrived in a payment, as decimal text in `asset`. */
  arrived?: string | undefined;
  asset?: string | undefined;
  details: Readonly<Record<string, string | null>>;
  /** True if it matters only while the key has no item, because any other says more. */
  isLeast?: boolean;
};

export const paymentKey = (provider: string, paymentId: string) =>
  `payment/${provider}/${paymentId}` as const;

/**
 * Puts a payment, payout or other object on the attention list, or updates its item. An item that an administrator has
 * resolved reopens only if more money has arrived since or there is a new reason. A closed account is no new reason, and
 * after a credit only a refund is one. A screening that holds money always reopens its item. The item keeps its earlier
 * decisions.
 */
export async function recordAttention(
  context: Pick<PaymentContext, "clock" | "log">,
  connection: Queryable,
  item: Attention,
): Promise<void> {
  const at = dateOf(context.clock);
  const { rows } = await connection.query<{ id: string }>(
    `insert into attention_items as i (id, key, kind, reason, provider, payment_id, deposit_id, withdrawal_id, user_id,
       amount, arrived, asset, details, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     on conflict (key) do update set reason = excluded.reason, amount = excluded.amount, arrived = excluded.arrived,
       asset = excluded.asset, details = excluded.details, updated_at = excluded.updated_at,
       user_id = case when i.kind = 'screening' then excluded.user_id else i.user_id end,
       history = ${WITH_LAST_DECISION},
       resolved_at = null, resolution = null, resolved_by = null, note = null
     where not $15 and case
       when i.resolved_at is null then
         (i.reason, i.amount, i.arrived, i.asset, i.details::text)
           is distinct from (excluded.reason, excluded.amount, excluded.arrived, excluded.asset, excluded.details::text)
       else i.kind = 'screening' or coalesce(excluded.arrived, excluded.amount, 0) > coalesce(i.arrived, i.amount, 0)
         or (i.reason <> excluded.reason and excluded.reason <> 'account_closed'
           and (not ${WAS_CREDITED} or excluded.reason = 'refunded_after_credit'))
       end
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
      item.arrived ?? null,
      item.asset ?? null,
      JSON.stringify(item.details),
      at,
      item.isLeast ?? false,
    ],
  );
  if (rows[0] === undefined) return;
  const { key, kind, reason, userId = null } = item;
  context.log.warn({ key, reason }, "something needs an administrator");
  await tellSystems(connection, at, "attention.raised", { itemId: rows[0].id, kind, reason, userId });
}

type Resolution = {
  resolution: string;
  /** The administrator who decided; undefined if the item closes automatically. */
  actor?: string;
  note?: string | undefined;
  /** The deposit that credited the payment. The item then belongs to its user. */
  deposit?: { id: string; user_id: string };
  /** True if a closed item is decided again. */
  isAgain?: boolean;
};

/** Closes an item if it is open. Items are locked last of all, after deposits or withdrawals, users and stripes. */
export async function resolveItem(
  { clock }: Pick<PaymentContext, "clock">,
  connection: Queryable,
  key: ItemKey,
  { resolution, actor, note, deposit, isAgain = false }: Resolution,
): Promise<void> {
  await connection.query(
    `update attention_items i set resolved_at = $2, updated_at = $2, resolution = $3, resolved_by = $4, note = $5,
       history = ${WITH_LAST_DECISION}, user_id = coalesce(i.user_id, $6), deposit_id = coalesce(i.deposit_id, $7)
     where key = $1 and (resolved_at is null or $8)`,
    [key, dateOf(clock), resolution, actor, note, deposit?.user_id, deposit?.id, isAgain],
  );
}

type Asked = { paymentId: string; reason: AttentionReason; arrived: string };

/** Finds, among payments that need a decision, those that are already on the attention list or were decided before. */
export async function findListed(
  { database, provider }: PaymentContext,
  asked: readonly Asked[],
): Promise<Set<string>> {
  const { rows } = await database.query<{ payment_id: string }>({
    name: "listed_payments",
    text: `select i.payment_id
           from unnest($1::text[], $2::text[], $3::numeric[]) as a (key, reason, arrived)
           join attention_items i on i.key = a.key
           where coalesce(i.arrived, i.amount) >= a.arrived
             and (i.reason = a.reason or (${WAS_CREDITED} and a.reason <> 'refunded_after_credit')
               or (i.resolution is not null and a.reason = 'account_closed'))`,
    values: [
      asked.map(({ paymentId }) => paymentKey(provider.name, paymentId)),
      asked.map(({ reason }) => reason),
      asked.map(({ arrived }) => arrived),
    ],
  });
  return new Set(rows.map((row) => row.payment_id));
}
