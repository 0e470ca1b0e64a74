import type { AttentionReason } from "@veritick/contract/admin.ts";
import type { Queryable } from "../../platform/database.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";

/** How a person's decision to credit a payment is kept. */
export const CREDITED = "credited";
export const DISMISSED = "dismissed";

export type Attention = {
  /** Names the payment or payout: one item for each. */
  key: `payment/${string}/${string}` | `payout/${string}`;
  kind: "payment" | "payout";
  reason: AttentionReason;
  provider: string;
  paymentId?: string | undefined;
  depositId?: string | undefined;
  withdrawalId?: string | undefined;
  userId?: string | undefined;
  /** Decimal text in `asset`. */
  amount?: string | undefined;
  asset?: string | undefined;
  details: Readonly<Record<string, string | null>>;
};

export const paymentKey = (provider: string, paymentId: string) =>
  `payment/${provider}/${paymentId}` as const;

/**
 * Puts a payment or payout on the administrators' list, or brings its item up to date. One that a person has resolved
 * comes back only where more money has arrived since, or, unless it was credited, the reason is another one.
 */
export async function recordAttention(
  context: Pick<PaymentContext, "clock" | "log">,
  connection: Queryable,
  item: Attention,
): Promise<void> {
  const now = new Date(context.clock.nowMs());
  const { rowCount } = await connection.query(
    `insert into attention_items as i (id, key, kind, reason, provider, payment_id, deposit_id, withdrawal_id, user_id,
       amount, asset, details, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
     on conflict (key) do update set reason = excluded.reason, amount = excluded.amount, asset = excluded.asset,
       details = excluded.details, updated_at = excluded.updated_at,
       resolved_at = null, resolution = null, resolved_by = null
     where case
       when i.resolved_at is null then
         (i.reason, i.amount, i.asset, i.details::text)
           is distinct from (excluded.reason, excluded.amount, excluded.asset, excluded.details::text)
       else coalesce(excluded.amount, 0) > coalesce(i.amount, 0)
         or (i.reason <> excluded.reason and i.resolution <> '${CREDITED}')
       end`,
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
      JSON.stringify(item.details),
      now,
    ],
  );
  if (rowCount === 1) context.log.warn({ key: item.key, reason: item.reason }, "this needs a person");
}

/**
 * What was waiting for a person has settled itself, or a person has decided it elsewhere. Items are locked last of all,
 * after deposits or withdrawals, users and stripes.
 */
export async function settleAttention(
  context: Pick<PaymentContext, "clock">,
  connection: Queryable,
  key: Attention["key"],
  resolution: string,
  actor?: string,
): Promise<void> {
  await connection.query(
    `update attention_items set resolved_at = $2, updated_at = $2, resolution = $3, resolved_by = $4
     where key = $1 and resolved_at is null`,
    [key, new Date(context.clock.nowMs()), resolution, actor ?? null],
  );
}
