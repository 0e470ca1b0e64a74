import type { WebhookData, WebhookEvent } from "@veritick/contract/schemas/webhooks.ts";
import type { Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";

/**
 * Tells the systems of the operator that ask for it, in the transaction of what happened, so that nothing is told of what was
 * rolled back. `webhooks/deliver.ts` sends it. Nothing new is kept for an endpoint that is paused.
 */
export async function tellSystems<T extends WebhookEvent["type"]>(
  connection: Queryable,
  at: Date,
  type: T,
  data: WebhookData<T>,
): Promise<void> {
  await connection.query({
    name: "tell_systems",
    text: `insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, next_at)
           select gen_random_uuid(), id, $1, $2, $3, $4, $4 from webhook_endpoints
           where $2 = any (types) and paused_at is null`,
    values: [newId(at.getTime()), type, JSON.stringify(data), at],
  });
}

/** SQL: the endpoints that ask for positions. Next to nobody has one, and then this is all that positions cost. */
const ASKING = "webhook_endpoints where 'position.settled' = any (types) and paused_at is null";

/**
 * SQL: a part of a statement that ends positions. It tells the systems that ask for positions, in the same transaction.
 *
 * @param ended a query of the ended positions: `id`, `user_id`, `amount`, `status` and `profit`
 * @param at the instant, as SQL
 */
export const tellSystemsOfEnded = (ended: string, at: string): string => `
told_systems as (
  insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, next_at)
  select gen_random_uuid(), w.id, e.event_id, 'position.settled',
    jsonb_build_object('positionId', e.id, 'userId', e.user_id, 'amount', e.amount::numeric(18,8)::text,
      'status', e.status, 'profit', e.profit::numeric(18,8)::text),
    ${at}::timestamptz, ${at}::timestamptz
  from (select gen_random_uuid() as event_id, p.* from (${ended}) p where exists (select from ${ASKING})) e
  cross join (select id from ${ASKING}) w
)`;
