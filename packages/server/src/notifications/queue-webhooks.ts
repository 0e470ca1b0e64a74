import type { WebhookData, WebhookEvent } from "@veritick/contract/schemas/webhooks.ts";
import type { Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";

/**
 * Queues an event for the operator's systems that subscribe to it, in the transaction of the event, so that no rolled-back
 * event is sent. `webhooks/deliver.ts` sends it. A paused endpoint gets no new events.
 */
export async function queueWebhookEvent<T extends WebhookEvent["type"]>(
  connection: Queryable,
  at: Date,
  type: T,
  data: WebhookData<T>,
): Promise<void> {
  await connection.query({
    name: "queue_webhook_event",
    text: `insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, next_at)
           select gen_random_uuid(), id, $1, $2, $3, $4, $4 from webhook_endpoints
           where $2 = any (types) and paused_at is null`,
    values: [newId(at.getTime()), type, JSON.stringify(data), at],
  });
}

/**
 * SQL for the endpoints that subscribe to positions. Few installations have one; without one, positions cost only this
 * query.
 */
const SUBSCRIBED = "webhook_endpoints where 'position.settled' = any (types) and paused_at is null";

/**
 * Returns SQL for a part of a statement that ends positions. It queues an event for each system that subscribes to
 * positions, in the same transaction.
 *
 * @param ended a query of the ended positions: `id`, `user_id`, `amount`, `status` and `profit`
 * @param at the instant, as SQL
 */
export const queuePositionWebhooksSql = (ended: string, at: string): string => `
queued_webhooks as (
  insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, next_at)
  select gen_random_uuid(), w.id, e.event_id, 'position.settled',
    jsonb_build_object('positionId', e.id, 'userId', e.user_id, 'amount', e.amount::numeric(18,8)::text,
      'status', e.status, 'profit', e.profit::numeric(18,8)::text),
    ${at}::timestamptz, ${at}::timestamptz
  from (select gen_random_uuid() as event_id, p.* from (${ended}) p where exists (select from ${SUBSCRIBED})) e
  cross join (select id from ${SUBSCRIBED}) w
)`;
