import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { Clock } from "../src/platform/clock.ts";
import type { Database } from "../src/platform/db/database.ts";

type Seeded = Pick<AttentionItem, "kind" | "reason"> &
  Partial<Pick<AttentionItem, "withdrawalId" | "userId" | "amount" | "asset" | "details">> & {
    /** Earlier decisions about the item, from before it came back. */
    history?: readonly object[];
  };

/** Inserts attention items into the database, the oldest first. Returns their ids. */
export async function seedAttention(
  app: { clock: Clock; database: Database },
  items: readonly Seeded[],
): Promise<string[]> {
  const at = new Date(app.clock.nowMs());
  const ids: string[] = [];
  for (const {
    kind,
    reason,
    withdrawalId,
    userId,
    amount,
    asset = "usdttrc20",
    details = {},
    history = [],
  } of items) {
    const { rows } = await app.database.query<{ id: string }>(
      `with new as materialized (select uuidv7() as id),
       payment as (
         insert into payments (id, provider, payment_id, user_id, asset, state, state_at, arrived, details, created_at, updated_at)
         select id, 'sandbox', 'seed-' || id, $4, $6, 'finished', $9, coalesce($5::numeric, 0), $7, $9, $9 from new
         where $1 = 'payment')
       insert into attention_items (id, key, kind, reason, provider, payment_id, withdrawal_id, user_id, amount, asset, details,
         history, created_at, updated_at)
       select id, $1 || '/sandbox/' || case $1 when 'payment' then 'seed-' || id else coalesce($3::uuid, id)::text end, $1, $2,
         'sandbox', case $1 when 'payment' then 'seed-' || id end, $3, $4, $5::numeric, $6, $7, $8, $9, $9
       from new returning id`,
      [
        kind,
        reason,
        withdrawalId ?? null,
        userId ?? null,
        amount ?? null,
        asset,
        JSON.stringify(details),
        JSON.stringify(history),
        at,
      ],
    );
    ids.push(rows[0]!.id);
  }
  return ids;
}

/** Inserts the item of a callback that was given up, because the provider did not answer about its payment or payout. */
export const seedGivenUp = (app: { database: Database }, kind: "payment" | "payout", id: string) =>
  app.database.query(
    `insert into attention_items (id, key, kind, reason, provider, payment_id, details, created_at, updated_at)
     values (uuidv7(), $1 || '/nowpayments/' || $2, $1, 'callback_given_up', 'nowpayments',
       case $1 when 'payment' then $2 end, '{}', now(), now())`,
    [kind, id],
  );
