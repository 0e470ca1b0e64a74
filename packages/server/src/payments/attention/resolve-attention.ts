import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import { SELECT_ATTENTION, toAttentionItem } from "./attention-row.ts";
import type { AttentionRow } from "./attention-row.ts";

/** A person's decision. */
export type Resolution = { resolution: string; actor: string; note: string };

export async function findAttention(
  connection: Queryable,
  id: string,
  lock: "" | "for update of i" = "",
): Promise<AttentionRow | undefined> {
  const { rows } = await connection.query<AttentionRow>(`${SELECT_ATTENTION} where i.id = $1 ${lock}`, [id]);
  return rows[0];
}

/** Closes an item whose row is locked. */
export async function resolveAttention(
  { clock }: PaymentContext,
  connection: Queryable,
  item: AttentionRow,
  { resolution, actor, note }: Resolution,
): Promise<AttentionItem> {
  const now = dateOf(clock);
  await connection.query(
    `update attention_items set resolved_at = $2, updated_at = $2, resolution = $3, resolved_by = $4, note = $5
     where id = $1`,
    [item.id, now, resolution, actor, note],
  );
  return toAttentionItem((await findAttention(connection, item.id))!);
}
