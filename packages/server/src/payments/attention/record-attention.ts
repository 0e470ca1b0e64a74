import type { AttentionReason } from "@veritick/contract/schemas/attention.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";

/** How a person's decision to credit a payment is kept. */
export const CREDITED = "credited";
export const DISMISSED = "dismissed";

/** What is on record as the asset of a payment in USDT on TRON, whatever its provider calls that. */
export const OUR_ASSET = "usdttrc20";

type Attention = {
  /** Names the payment or payout: one item for each. */
  key: `payment/${string}/${string}` | `payout/${string}`;
  kind: "payment" | "payout";
  reason: AttentionReason;
  provider: string;
  paymentId?: string | undefined;
  depositId?: string | undefined;
  withdrawalId?: string | undefined;
  userId?: string | undefined;
  /** What is to be decided about, decimal text in `asset`. */
  amount?: string | undefined;
  /** What is in a payment in all, decimal text in `asset`. */
  arrived?: string | undefined;
  asset?: string | undefined;
  details: Readonly<Record<string, string | null>>;
};

export const paymentKey = (provider: string, paymentId: string) =>
  `payment/${provider}/${paymentId}` as const;

/**
 * Puts a payment or payout on the administrators' list, or brings its item up to date. One that a person has resolved
 * comes back only where more money has arrived since, or the reason is another one; where it was credited, the only
 * such reason is that the money was taken back. That its account was closed meanwhile is none. Who had resolved it, how and
 * why stays with it.
 */
export async function recordAttention(
  context: Pick<PaymentContext, "clock" | "log">,
  connection: Queryable,
  item: Attention,
): Promise<void> {
  const { rowCount } = await connection.query(
    `insert into attention_items as i (id, key, kind, reason, provider, payment_id, deposit_id, withdrawal_id, user_id,
       amount, arrived, asset, details, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     on conflict (key) do update set reason = excluded.reason, amount = excluded.amount, arrived = excluded.arrived,
       asset = excluded.asset, details = excluded.details, updated_at = excluded.updated_at,
       history = case when i.resolved_at is null then i.history else i.history || jsonb_build_array(
         jsonb_build_object('reason', i.reason, 'resolution', i.resolution, 'note', i.note,
           'resolvedBy', i.resolved_by, 'resolvedAt', i.resolved_at)) end,
       resolved_at = null, resolution = null, resolved_by = null, note = null
     where case
       when i.resolved_at is null then
         (i.reason, i.amount, i.arrived, i.asset, i.details::text)
           is distinct from (excluded.reason, excluded.amount, excluded.arrived, excluded.asset, excluded.details::text)
       else coalesce(excluded.arrived, excluded.amount, 0) > coalesce(i.arrived, i.amount, 0)
         or (i.reason <> excluded.reason and excluded.reason <> 'account_closed'
           and (i.resolution <> '${CREDITED}' or excluded.reason = 'refunded_after_credit'))
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
      item.arrived ?? null,
      item.asset ?? null,
      JSON.stringify(item.details),
      dateOf(context.clock),
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
    [key, dateOf(context.clock), resolution, actor ?? null],
  );
}

/**
 * After a person has credited a payment elsewhere, with so much in all: its item is settled where that covers what
 * arrived. What it does not cover, and money in another asset, stays to be decided.
 */
export async function settleCovered(
  context: Pick<PaymentContext, "clock">,
  connection: Queryable,
  key: Attention["key"],
  { credited, actor }: { credited: Minor; actor: string },
): Promise<void> {
  const at = dateOf(context.clock);
  const { rowCount } = await connection.query(
    `update attention_items
     set arrived = coalesce(arrived, amount), amount = coalesce(arrived, amount) - $2::numeric, updated_at = $3,
       details = (details::jsonb || jsonb_build_object('already_credited', $2::text))::json
     where key = $1 and resolved_at is null and asset = '${OUR_ASSET}' and coalesce(arrived, amount) > $2::numeric`,
    [key, formatMinor(credited), at],
  );
  if (rowCount === 1) return;
  await connection.query(
    `update attention_items set resolved_at = $2, updated_at = $2, resolution = '${CREDITED}', resolved_by = $3
     where key = $1 and resolved_at is null and asset = '${OUR_ASSET}'`,
    [key, at, actor],
  );
}

type Asked = { paymentId: string; reason: AttentionReason; arrived: string };

/** Of payments that a person is to decide, those whose item says so already, or whose money a person has decided on. */
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
             and (i.reason = a.reason or (i.resolution = '${CREDITED}' and a.reason <> 'refunded_after_credit')
               or (i.resolution is not null and a.reason = 'account_closed'))`,
    values: [
      asked.map(({ paymentId }) => paymentKey(provider.name, paymentId)),
      asked.map(({ reason }) => reason),
      asked.map(({ arrived }) => arrived),
    ],
  });
  return new Set(rows.map((row) => row.payment_id));
}
