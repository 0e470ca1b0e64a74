import type { AttentionItem, AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { MOST_OPEN_SHOWN } from "@veritick/contract/values.ts";
import type { AdminPage } from "@veritick/contract/values.ts";
import { OPEN_PROPOSAL_COLUMN, joinOpenProposal } from "../../approvals/public.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { ItemKey } from "./record-attention.ts";

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
