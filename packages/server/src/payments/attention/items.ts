import type { AttentionItem, AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { MOST_OPEN_SHOWN } from "@veritick/contract/values.ts";
import type { AdminPage } from "@veritick/contract/values.ts";
import { OPEN_PROPOSAL_COLUMN, joinOpenProposal } from "../../approvals/public.ts";
import { queueWebhookEvent } from "../../notifications/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { afterCommit } from "../../platform/db/database.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";

/** The recorded resolution of an item whose payment an administrator credited. */
export const CREDITED = "credited";
export const DISMISSED = "dismissed";
/** The recorded resolution of a payment without a user that an administrator moved to `house:unclaimed`. */
export const SET_ASIDE = "set aside";

const WAS_CREDITED = `i.resolution in ('${CREDITED}', '${SET_ASIDE}')`;
/** SQL that is true while a person may credit money because of item `i`. */
export const OFFERS_MONEY = "i.resolved_at is null and i.asset is not null and coalesce(i.amount, 1) > 0";
/** SQL that is true if item `i` says that credited money was taken back or is there again, and led to no credit. */
export const SAYS_TAKEN = `i.reason in ('refunded_after_credit', 'money_returned')
  and (i.resolution is null or not ${WAS_CREDITED})`;
/** SQL for the decisions about item `i`, including the last one. */
const WITH_LAST_DECISION = `case when i.resolved_at is null then i.history else i.history || jsonb_build_array(
  jsonb_build_object('reason', i.reason, 'resolution', i.resolution, 'note', i.note,
    'resolvedBy', i.resolved_by, 'resolvedAt', i.resolved_at)) end`;

/** The name, in an item's details, of the fee that the provider kept of a payment in our asset. */
export const FEE_DETAIL = "provider_fee";

/** The key of a payment, payout, position or screening, which has one item. A webhook has one each day. */
type ItemKey =
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
  /** The amount to decide about, decimal text in `asset`; undefined if it is not known. */
  amount?: string | undefined;
  /** The total that arrived in a payment, as decimal text in `asset`; undefined if it is not known. */
  arrived?: string | undefined;
  asset?: string | undefined;
  details: Readonly<Record<string, string | null>>;
  /** True if it matters only while the key has no item, because any other says more. */
  isLeast?: boolean;
};

export const paymentKey = (provider: string, paymentId: string) =>
  `payment/${provider}/${paymentId}` as const;
/** Returns SQL for that key of two SQL expressions. */
export const paymentKeySql = (provider: string, paymentId: string): string =>
  `'payment/' || ${provider} || '/' || ${paymentId}`;

/**
 * Puts a payment, payout or other object on the attention list, or updates its item. An item that an administrator has
 * resolved reopens only if more money has arrived since or there is a new reason. A closed account is no new reason, and
 * after a credit only a refund is one. A screening that holds money always reopens its item. The item keeps its earlier
 * decisions. Returns true if the item is new or changed.
 */
export async function recordAttention(
  context: AttentionContext & Pick<PaymentContext, "log">,
  connection: Queryable,
  item: Attention,
): Promise<boolean> {
  const at = dateOf(context.clock);
  const { rows } = await connection.query<{ id: string }>(
    `insert into attention_items as i (id, key, kind, reason, provider, payment_id, deposit_id, withdrawal_id, user_id,
       amount, arrived, asset, details, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     on conflict (key) do update set reason = excluded.reason, amount = excluded.amount, arrived = excluded.arrived,
       asset = excluded.asset, details = excluded.details, updated_at = excluded.updated_at,
       deposit_id = coalesce(i.deposit_id, excluded.deposit_id), withdrawal_id = coalesce(i.withdrawal_id, excluded.withdrawal_id),
       user_id = case when i.kind = 'screening' then excluded.user_id else coalesce(i.user_id, excluded.user_id) end,
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
  if (rows[0] === undefined) return false;
  const { key, kind, reason, userId = null } = item;
  context.log.warn({ key, reason }, "something needs an administrator");
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
  deposit?: { id: string; user_id: string };
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

/** Takes the amount off the open item of a payment that was sent back before its credit. A person still closes the item. */
export async function emptyItem(
  context: AttentionContext,
  connection: Queryable,
  { key, details }: Pick<Attention, "key" | "details">,
): Promise<void> {
  await connection.query(
    `update attention_items i set amount = 0, arrived = 0, details = $2, updated_at = $3 where i.key = $1 and ${OFFERS_MONEY}`,
    [key, JSON.stringify(details), dateOf(context.clock)],
  );
  announceAttention(context, connection);
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
           where coalesce(i.arrived, i.amount, 0) >= a.arrived
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

export type AttentionRow = {
  id: string;
  key: ItemKey;
  kind: AttentionItem["kind"];
  reason: AttentionReason;
  provider: string;
  payment_id: string | null;
  deposit_id: string | null;
  withdrawal_id: string | null;
  user_id: string | null;
  user_email: string | null;
  amount_text: string | null;
  /** The total that arrived in the payment, as decimal text. */
  arrived_text: string | null;
  asset: string | null;
  /** The part of the payment in `house:unclaimed`, as decimal text. */
  set_aside: string | null;
  details: Record<string, string | null>;
  created_at: Date;
  updated_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
  resolved_by_email: string | null;
  resolution: string | null;
  note: string | null;
  transaction_hash: string | null;
  history: EarlierRow[];
  awaiting: Awaiting;
};

type EarlierRow = Omit<AttentionItem["history"][number], "resolvedAt"> & { resolvedAt: string };

/** SQL that selects items `i`, to be followed by a `where`. */
const SELECT_ATTENTION = `
  select i.*, trim_scale(i.amount)::text as amount_text,
    trim_scale(coalesce(i.arrived, i.amount))::text as arrived_text, u.email as user_email,
    r.email as resolved_by_email, w.transaction_hash,
    trim_scale(nullif(c.set_aside, 0))::text as set_aside, ${OPEN_PROPOSAL_COLUMN}
  from attention_items i
  left join users u on u.id = i.user_id
  left join users r on r.id = i.resolved_by
  left join withdrawal_transactions w on w.id = i.withdrawal_id
  left join closed_payments c on i.kind = 'payment' and c.provider = i.provider and c.payment_id = i.payment_id
  ${joinOpenProposal("i.id")}`;

export function toAttentionItem(row: AttentionRow): AttentionItem {
  return {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    provider: row.provider,
    paymentId: row.payment_id,
    depositId: row.deposit_id,
    withdrawalId: row.withdrawal_id,
    userId: row.user_id,
    userEmail: row.user_email,
    amount: row.amount_text,
    asset: row.asset,
    setAside: row.set_aside,
    details: row.details,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    resolvedByEmail: row.resolved_by_email,
    resolution: row.resolution,
    note: row.note,
    transactionHash: row.transaction_hash,
    history: row.history.map((earlier) => ({
      ...earlier,
      resolvedAt: new Date(earlier.resolvedAt).toISOString(),
    })),
    awaiting: row.awaiting,
  };
}

export async function findAttention(
  connection: Queryable,
  id: string,
  lock: "" | "for update of i" = "",
): Promise<AttentionRow | undefined> {
  const { rows } = await connection.query<AttentionRow>(`${SELECT_ATTENTION} where i.id = $1 ${lock}`, [id]);
  return rows[0];
}

/** The number of resolved items on the first page, besides the open ones. */
const RESOLVED_SHOWN = 100;

/** Lists the attention items, newest first, or the one item of an id. */
export async function listAttention(
  database: Database,
  { id, ...page }: AdminPage & { id?: string | undefined },
): Promise<AttentionItem[]> {
  if (id !== undefined) {
    const item = await findAttention(database, id);
    return item === undefined ? [] : [toAttentionItem(item)];
  }
  if (page.open !== undefined) return listOpenAttention(database, page);
  const { rows } =
    page.before === undefined
      ? await database.query<AttentionRow>({
          text: `select * from (
                   (${SELECT_ATTENTION} where i.resolved_at is null order by i.id desc limit ${MOST_OPEN_SHOWN})
                   union all
                   (${SELECT_ATTENTION} where i.resolved_at is not null order by i.id desc limit $1)
                 ) i order by i.id desc`,
          values: [page.limit ?? RESOLVED_SHOWN],
        })
      : await database.query<AttentionRow>({
          text: `${SELECT_ATTENTION} where i.id < $1 and i.resolved_at is not null order by i.id desc limit $2`,
          values: [page.before, page.limit ?? RESOLVED_SHOWN],
        });
  return rows.map(toAttentionItem);
}

/** Lists the open items alone, page by page. The first page of all items holds only the newest open ones. */
async function listOpenAttention(database: Database, { before, limit }: AdminPage): Promise<AttentionItem[]> {
  const { rows } = await database.query<AttentionRow>(
    `${SELECT_ATTENTION} where i.resolved_at is null and ($1::uuid is null or i.id < $1) order by i.id desc limit $2`,
    [before ?? null, limit ?? RESOLVED_SHOWN],
  );
  return rows.map(toAttentionItem);
}
