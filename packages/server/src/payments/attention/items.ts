import type { AttentionItem, AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { MOST_OPEN_SHOWN } from "@veritick/contract/values.ts";
import type { AdminPage } from "@veritick/contract/values.ts";
import { OPEN_PROPOSAL_COLUMN, joinOpenProposal } from "../../approvals/public.ts";
import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { asksAgain, leftToDecide, namedFee, NOTHING_BOOKED } from "@veritick/domain/payments.ts";
import { queueWebhookEvent } from "../../notifications/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { afterCommit } from "../../platform/db/database.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";
import {
  factsOf,
  findQuestion,
  ledToCredit,
  moneyOf,
  PAYMENT_COLUMNS,
  paymentKey,
  saysTaken,
} from "../payment.ts";
import type { LockedPayment, PaymentRow } from "../payment.ts";
import { OUR_ASSET } from "../provider.ts";

export const DISMISSED = "dismissed";

/** SQL for the decisions about item `i`, including the last one. */
const WITH_LAST_DECISION = `case when i.resolved_at is null then i.history else i.history || jsonb_build_array(
  jsonb_build_object('reason', i.reason, 'resolution', i.resolution, 'note', i.note,
    'resolvedBy', i.resolved_by, 'resolvedAt', i.resolved_at)) end`;

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
    if (!asksAgain(before, { reason, arrived: factsOf(row).paid })) return false;
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

/** Closes the question about a locked payment, and remembers what had arrived by then. Does nothing if there is none. */
export async function resolveQuestion(
  context: AttentionContext,
  connection: Queryable,
  row: PaymentRow,
  resolution: Resolution,
): Promise<void> {
  if (row.payment_id === null) return;
  await connection.query(
    "update payments set decided_about = arrived, version = version + 1, updated_at = $2 where id = $1",
    [row.id, dateOf(context.clock)],
  );
  await resolveItem(context, connection, paymentKey(row.provider, row.payment_id), resolution);
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
  asset: string | null;
  /** The amount of its deposit, and the address that was given out for it. */
  asked_amount: string | null;
  asked_address: string | null;
  /** The payment that the item is about, if it is about one. */
  payment?: PaymentRow | undefined;
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
    u.email as user_email, r.email as resolved_by_email, w.transaction_hash, d.amount as asked_amount,
    d.pay_address as asked_address, ${OPEN_PROPOSAL_COLUMN}
  from attention_items i
  left join users u on u.id = i.user_id
  left join users r on r.id = i.resolved_by
  left join withdrawal_transactions w on w.id = i.withdrawal_id
  left join deposit_transactions d on d.id = i.deposit_id
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
    ...(row.payment === undefined ? ofItem(row) : ofPayment(row, row.payment)),
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

const ofItem = ({ amount_text: amount, asset, details }: AttentionRow) => ({
  amount,
  asset,
  setAside: null,
  details,
});

/**
 * Returns what an item shows of its payment: what is left to decide or, once it led to a credit, what had arrived. Before
 * any answer of the provider nothing is known.
 */
function ofPayment(row: AttentionRow, payment: PaymentRow) {
  const facts = factsOf(payment);
  const { booked } = moneyOf(payment);
  const shown = ledToCredit(row) ? NOTHING_BOOKED : booked;
  const left = leftToDecide(facts, { booked: shown, isListedAsTaken: saysTaken(row) });
  const fee = namedFee(facts) ?? ZERO;
  return {
    amount: payment.asset === null || left === undefined ? null : trimmed(left),
    asset: payment.asset,
    setAside: booked.setAside > 0n ? trimmed(booked.setAside) : null,
    details: {
      ...payment.details,
      ...(fee > 0n && { provider_fee: formatMinor(fee) }),
      ...(row.reason === "answer_differs" && {
        differs: payment.differs,
        asked_amount: row.asked_amount,
        asked_address: row.asked_address,
        asked_asset: OUR_ASSET,
      }),
      ...(booked.credited > 0n && { already_credited: formatMinor(booked.credited) }),
    },
  };
}

/** Formats an amount without zeros at the end. */
const trimmed = (amount: Minor): string => formatMinor(amount).replace(/\.?0+$/, "");

/** Adds to items about payments the rows of these. */
async function withPayments(connection: Queryable, items: AttentionRow[]): Promise<AttentionRow[]> {
  const named = items.filter(({ kind, payment_id: id }) => kind === "payment" && id !== null);
  if (named.length === 0) return items;
  const { rows } = await connection.query<PaymentRow>({
    name: "payments_of_items",
    text: `select ${PAYMENT_COLUMNS} from payments
           where (provider, payment_id) in (select * from unnest($1::text[], $2::text[]))`,
    values: [named.map(({ provider }) => provider), named.map(({ payment_id: id }) => id)],
  });
  const byKey = new Map(rows.map((row) => [paymentKey(row.provider, row.payment_id!), row]));
  return items.map((item) => ({ ...item, payment: byKey.get(item.key as ReturnType<typeof paymentKey>) }));
}

export async function findAttention(
  connection: Queryable,
  id: string,
  lock: "" | "for update of i" = "",
): Promise<AttentionRow | undefined> {
  const { rows } = await connection.query<AttentionRow>(`${SELECT_ATTENTION} where i.id = $1 ${lock}`, [id]);
  return (await withPayments(connection, rows))[0];
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
  return (await withPayments(database, rows)).map(toAttentionItem);
}

/** Lists the open items alone, page by page. The first page of all items holds only the newest open ones. */
async function listOpenAttention(database: Database, { before, limit }: AdminPage): Promise<AttentionItem[]> {
  const { rows } = await database.query<AttentionRow>(
    `${SELECT_ATTENTION} where i.resolved_at is null and ($1::uuid is null or i.id < $1) order by i.id desc limit $2`,
    [before ?? null, limit ?? RESOLVED_SHOWN],
  );
  return (await withPayments(database, rows)).map(toAttentionItem);
}
