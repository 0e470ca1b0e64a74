import type { AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { PaymentContext } from "../context.ts";
import { CREDITED, paymentKey } from "./record-attention.ts";

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
