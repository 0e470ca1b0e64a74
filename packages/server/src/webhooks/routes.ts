import * as contract from "@veritick/contract/schemas/webhooks.ts";
import type { WebhookDelivery } from "@veritick/contract/schemas/webhooks.ts";
import type { Page } from "@veritick/contract/values.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Caller } from "../platform/http/call.ts";
import { newId } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import {
  addEndpoint,
  changeEndpoint,
  changeWebhooks,
  listEndpoints,
  lockEndpoint,
  removeEndpoint,
  rollSecret,
} from "./endpoints.ts";
import type { WebhookContext } from "./endpoints.ts";

export function webhookRoutes(bind: Bind, context: WebhookContext): void {
  bind(contract.listWebhooks, ({ identity }) => listEndpoints(context, identity.role));
  bind(contract.addWebhook, (call) => addEndpoint(context, call.body, callerOf(call)));
  bind(contract.changeWebhook, (call) => changeEndpoint(context, call.params.id, call.body, callerOf(call)));
  bind(contract.rollWebhookSecret, (call) => rollSecret(context, call.params.id, callerOf(call)));
  bind(contract.removeWebhook, (call) => removeEndpoint(context, call.params.id, callerOf(call)));
  bind(contract.testWebhook, (call) => sendTest(context, call.params.id, callerOf(call)));
  bind(contract.redeliverWebhook, (call) =>
    redeliver(context, call.params.id, call.body.deliveryId ?? undefined, callerOf(call)),
  );
  bind(contract.listWebhookDeliveries, ({ params, query }) => listDeliveries(context, params.id, query));
}

const SHOWN = 50;

/** SQL for the state of a delivery. */
const STATE = `case when next_at is not null then 'waiting' when delivered_at is not null then 'delivered' else 'failed' end`;

type DeliveryRow = {
  id: string;
  event_id: string;
  type: WebhookDelivery["type"];
  created_at: Date;
  state: WebhookDelivery["state"];
  tries: number;
  tried_at: Date | null;
  took_ms: number | null;
  answer: number | null;
  reason: string | null;
  next_at: Date | null;
};

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  happenedAt: row.created_at.toISOString(),
  state: row.state,
  tries: row.tries,
  lastTryAt: row.tried_at?.toISOString() ?? null,
  tookMs: row.took_ms,
  answer: row.answer,
  reason: row.reason,
  nextTryAt: row.next_at?.toISOString() ?? null,
});

/** SQL conditions of the states, worded like those of the partial indexes. */
const STATES = {
  waiting: "and next_at is not null",
  delivered: "and delivered_at is not null",
  failed: "and next_at is null and delivered_at is null",
} as const satisfies Record<WebhookDelivery["state"], string>;

async function listDeliveries(
  { database }: WebhookContext,
  id: string,
  { before, limit, state }: Page & { state?: WebhookDelivery["state"] | undefined },
): Promise<WebhookDelivery[] | Refused> {
  const { rowCount } = await database.query("select from webhook_endpoints where id = $1", [id]);
  if (rowCount === 0) return refuse("not_found");
  const { rows } = await database.query<DeliveryRow>(
    `select id, event_id, type, created_at, ${STATE} as state, tries, tried_at, took_ms, answer, reason, next_at
     from webhook_deliveries
     where endpoint_id = $1 ${state === undefined ? "" : STATES[state]} and ($2::uuid is null or
       (created_at, id) < (select created_at, id from webhook_deliveries where id = $2))
     order by created_at desc, id desc limit $3`,
    [id, before ?? null, limit ?? SHOWN],
  );
  return rows.map(toDelivery);
}

/** Sends a test event without data about the platform. */
const sendTest = (context: WebhookContext, id: string, by: Caller): Promise<{ ok: true } | Refused> =>
  changeWebhooks(context, {
    action: "webhook_sent",
    by,
    async work(connection, audit) {
      const row = await lockEndpoint(connection, id);
      if (isRefused(row)) return row;
      if (row.paused_at !== null) return refuse("webhook_paused");
      const nowMs = context.clock.nowMs();
      await connection.query(
        `insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, next_at)
         values ($1, $2, $3, 'webhook.test', $4, $5, $5)`,
        [newId(nowMs), id, newId(nowMs), JSON.stringify({ endpointId: id }), new Date(nowMs)],
      );
      await audit(id, [{ notice: null }, { notice: "webhook.test" }]);
      return { ok: true as const };
    },
  });

/** SQL that is true if no process is sending the delivery at this moment. */
const IDLE = "(leased_until is null or leased_until <= $2)";
const AFRESH = "set next_at = $2, tries = 0, delivered_at = null, leased_until = null";

const MOST_AT_ONCE = 10_000;

/** Queues one event again, or the oldest 10,000 that were given up, as if they had never been tried. They keep their ids. */
const redeliver = (
  context: WebhookContext,
  id: string,
  deliveryId: string | undefined,
  by: Caller,
): Promise<{ queued: number } | Refused> =>
  changeWebhooks(context, {
    action: "webhook_sent",
    by,
    async work(connection, audit) {
      const row = await lockEndpoint(connection, id);
      if (isRefused(row)) return row;
      if (row.paused_at !== null) return refuse("webhook_paused");
      const now = dateOf(context.clock);
      if (deliveryId !== undefined) return redeliverOne(connection, { id, deliveryId, now, audit });
      const { rowCount } = await connection.query(
        `update webhook_deliveries ${AFRESH}
         where id = any (array(
           select id from webhook_deliveries
           where endpoint_id = $1 ${STATES.failed} and ${IDLE}
           order by created_at limit ${MOST_AT_ONCE} for update))`,
        [id, now],
      );
      const queued = rowCount ?? 0;
      if (queued > 0)
        await audit(id, [
          { status: "failed", deliveries: queued },
          { status: "waiting", deliveries: queued },
          ["deliveries"],
        ]);
      return { queued };
    },
  });

async function redeliverOne(
  connection: Queryable,
  {
    id,
    deliveryId,
    now,
    audit,
  }: {
    id: string;
    deliveryId: string;
    now: Date;
    audit: Parameters<Parameters<typeof changeWebhooks>[1]["work"]>[1];
  },
): Promise<{ queued: number } | Refused> {
  const { rows } = await connection.query<Pick<DeliveryRow, "state" | "type"> & { is_idle: boolean }>(
    `select ${STATE} as state, type, ${IDLE} as is_idle from webhook_deliveries
     where endpoint_id = $1 and id = $3 for update`,
    [id, now, deliveryId],
  );
  const [found] = rows;
  if (found === undefined) return refuse("not_found");
  // A process is sending the event at this moment.
  if (!found.is_idle) return { queued: 0 };
  await connection.query(`update webhook_deliveries ${AFRESH} where id = $1`, [deliveryId, now]);
  const { state, type: notice } = found;
  await audit(id, [{ status: state, notice }, { status: "queued", notice }, ["notice"]]);
  return { queued: 1 };
}
