import { randomInt } from "node:crypto";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { recordAttention } from "../payments/public.ts";
import { dateOf, periodically, stopwatchMs } from "../platform/clock.ts";
import { forEachLimited } from "../platform/concurrency.ts";
import { claimDue, sweepTable } from "../platform/db/claim-due.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { warnOf } from "../platform/db/unavailable.ts";
import { NotPostedError, postOutside } from "../platform/http/post-outside.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { productVersion } from "../platform/version.ts";
import { ENDPOINT_COLUMNS, reachOf, secretsOf, shownUrl } from "./endpoints.ts";
import type { EndpointRow, WebhookContext } from "./endpoints.ts";
import { signedHeaders } from "../platform/http/standard-webhooks.ts";

/** The pauses after each try, as Standard Webhooks suggests: ten tries in about three days. */
export const PAUSES_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** The share by which a pause is longer at most, so that deliveries that failed together are not tried together again. */
const SPREAD = 0.1;
const LONGEST_PAUSE_SECONDS = 86_400;
const TIMEOUT_MS = 15_000;
/** The most deliveries under way to one endpoint. */
const AT_ONCE = 8;
const BATCH = 40;
/**
 * The lease of a batch: longer than a batch takes if no endpoint answers. After it, another process takes the batch over.
 */
const LEASE_SECONDS = 180;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const SWEEP_TICKS = 600;

type DeliveryRow = {
  id: string;
  event_id: string;
  type: string;
  data: object;
  created_at: Date;
  tries: number;
};

type DeliverContext = WebhookContext & { metrics: Metrics };

/** The outcome of a try: an HTTP status, or the reason why there was none. */
type Tried = { at: Date; tookMs: number } & (
  | { status: number; retryAfterSeconds: number | undefined }
  | { status: null; reason: string }
);

export type WebhookDeliveries = {
  /** The periodic tasks of every process. One process takes each delivery. */
  readonly tasks: readonly PeriodicTask[];
  /** Takes no more deliveries and aborts those under way, which are tried again. */
  close(): void;
};

/**
 * Sends the events that `queueWebhookEvent` in `notifications/queue-webhooks.ts` queued. Each endpoint has its own limit, so that one
 * that hangs delays no other.
 */
export function deliverWebhooks(context: DeliverContext): WebhookDeliveries {
  const { database, clock, log } = context;
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();

  async function look(): Promise<void> {
    if (closing.signal.aborted) return;
    const { rows } = await database.query<{ id: string }>({
      name: "find_due_webhooks",
      text: `select id from webhook_endpoints e where paused_at is null and id <> all ($2::uuid[]) and exists (
               select from webhook_deliveries d where d.endpoint_id = e.id and d.next_at <= $1
                 and (d.leased_until is null or d.leased_until <= $1))`,
      values: [dateOf(clock), [...running.keys()]],
    });
    for (const { id } of rows) {
      const done = drain(context, id, closing.signal)
        .catch((error: unknown) => warnOf(log, error, "webhooks could not be sent", { endpoint: id }))
        .finally(() => running.delete(id));
      running.set(id, done);
    }
  }

  const looking = periodically(1, "webhooks", log, look);
  return {
    tasks: [
      {
        tick: looking.tick,
        async idle() {
          await looking.idle();
          await Promise.all(running.values());
        },
      },
      periodically(SWEEP_TICKS, "sweep of webhooks", log, () => sweep(context)),
    ],
    close: () => closing.abort(),
  };
}

/** Sends deliveries to one endpoint until none is due. */
async function drain(context: DeliverContext, endpointId: string, closing: AbortSignal): Promise<void> {
  // An endpoint that does not end its answer keeps its connection. It gets at most as many as deliveries at once.
  const options = { keepAlive: true, maxSockets: AT_ONCE };
  const agents = { "http:": new HttpAgent(options), "https:": new HttpsAgent(options) };
  try {
    while (!closing.aborted) {
      // Each batch reads the endpoint again, because it may be paused, removed or changed meanwhile.
      const endpoint = await findEndpoint(context.database, endpointId);
      if (endpoint === undefined) return;
      const agent = agents[new URL(endpoint.url).protocol as keyof typeof agents];
      const rows = await claim(context, endpointId);
      if (rows.length === 0) return;
      await forEachLimited(rows, AT_ONCE, (row) => attempt(context, { endpoint, row, agent, closing }));
    }
  } finally {
    for (const agent of Object.values(agents)) agent.destroy();
  }
}

async function findEndpoint(database: Queryable, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await database.query<EndpointRow>({
    name: "find_webhook",
    text: `select ${ENDPOINT_COLUMNS} from webhook_endpoints where id = $1 and paused_at is null`,
    values: [id],
  });
  return rows[0];
}

function claim({ database, clock }: DeliverContext, endpointId: string): Promise<DeliveryRow[]> {
  const now = clock.nowMs();
  return claimDue<DeliveryRow>(
    database,
    {
      name: "claim_webhooks",
      table: "webhook_deliveries",
      key: "id",
      where: "endpoint_id = $1 and next_at <= $2 and (leased_until is null or leased_until <= $2)",
      orderBy: "next_at",
      set: "leased_until = $3, tries = tries + 1",
      returning: "id, event_id, type, data, created_at, tries",
      batch: BATCH,
    },
    [endpointId, new Date(now), new Date(now + LEASE_SECONDS * 1_000)],
  );
}

type Attempt = { endpoint: EndpointRow; row: DeliveryRow; agent: HttpAgent; closing: AbortSignal };

async function attempt(context: DeliverContext, { endpoint, row, agent, closing }: Attempt): Promise<void> {
  const { log } = context;
  const tried = closing.aborted ? undefined : await post(context, { endpoint, row, agent, closing });
  try {
    if (tried === undefined) await release(context, row);
    else await record(context, endpoint, row, tried);
  } catch (error) {
    // The lease ends by itself, and the delivery is tried again.
    log.warn({ delivery: row.id, error: String(error) }, "the outcome of a webhook could not be stored");
  }
}

/** Posts an event. Returns undefined if the process aborts the try because it closes. */
async function post(
  context: DeliverContext,
  { endpoint, row, agent, closing }: Attempt,
): Promise<Tried | undefined> {
  const { clock, sandbox } = context;
  const at = dateOf(clock);
  const body = JSON.stringify({ type: row.type, timestamp: row.created_at.toISOString(), data: row.data });
  const seconds = Math.floor(at.getTime() / 1000);
  const began = stopwatchMs();
  const took = () => ({ at, tookMs: Math.round(stopwatchMs() - began) });
  try {
    const posted = await postOutside(endpoint.url, {
      headers: {
        "content-type": "application/json",
        "user-agent": `Veritick/${productVersion()}`,
        ...signedHeaders(secretsOf(context, endpoint, at), { id: row.event_id, seconds, body }),
      },
      body,
      agent,
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
      reaches: reachOf(endpoint.url, sandbox),
    });
    return { ...took(), ...posted };
  } catch (error) {
    if (closing.aborted) return undefined;
    const reason = error instanceof NotPostedError ? error.why : "server_error";
    return { ...took(), status: null, reason };
  }
}

/** Releases a delivery as if it had never been claimed. */
async function release({ database }: DeliverContext, { id, tries }: DeliveryRow): Promise<void> {
  await database.query({
    name: "release_webhook",
    text: "update webhook_deliveries set leased_until = null, tries = tries - 1 where id = $1 and tries = $2",
    values: [id, tries],
  });
}

async function record(
  context: DeliverContext,
  endpoint: EndpointRow,
  row: DeliveryRow,
  tried: Tried,
): Promise<void> {
  const { database, metrics } = context;
  const { status } = tried;
  if (status !== null && status >= 200 && status <= 299) {
    metrics.webhookTries.inc({ outcome: "delivered" });
    await keep(database, row, tried, { nextAt: null, deliveredAt: tried.at });
    await database.query({
      name: "note_webhook_delivered",
      // At most one write a second is enough, because the time is only shown.
      text: `update webhook_endpoints set delivered_at = $2
             where id = $1 and (delivered_at is null or delivered_at < $2::timestamptz - interval '1 second')`,
      values: [endpoint.id, tried.at],
    });
    return;
  }
  const nextAt = nextTry(tried, row.tries);
  metrics.webhookTries.inc({ outcome: nextAt === null ? "given_up" : "failed" });
  if (nextAt !== null && status !== 410) return keep(database, row, tried, { nextAt, deliveredAt: null });
  await transaction(database, async (connection) => {
    await keep(connection, row, tried, { nextAt, deliveredAt: null });
    if (status === 410)
      await connection.query(
        "update webhook_endpoints set paused_at = $2, paused_because = 'gone' where id = $1 and paused_at is null",
        [endpoint.id, tried.at],
      );
    await recordAttention(context, connection, {
      // The key allows one item a day. After one is closed, the next day's failures make a new one.
      key: `webhook/${endpoint.id}/${tried.at.toISOString().slice(0, 10)}`,
      kind: "webhook",
      reason: status === 410 ? "webhook_gone" : "webhook_failed",
      provider: "webhooks",
      details: { url: shownUrl(endpoint.url) },
    });
  });
}

/** Returns the time of the next try, or null after the last one. */
function nextTry(tried: Tried, tries: number): Date | null {
  const pause = PAUSES_SECONDS[tries - 1];
  if (pause === undefined) return null;
  const asked = tried.status === null ? 0 : (tried.retryAfterSeconds ?? 0);
  const seconds = Math.max(pause, Math.min(asked, LONGEST_PAUSE_SECONDS));
  return new Date(tried.at.getTime() + seconds * 1_000 + randomInt(seconds * 1_000 * SPREAD));
}

/** Stores the outcome of a try, unless another process has taken the delivery over since. */
async function keep(
  connection: Queryable,
  { id, tries }: DeliveryRow,
  tried: Tried,
  { nextAt, deliveredAt }: { nextAt: Date | null; deliveredAt: Date | null },
): Promise<void> {
  await connection.query({
    name: "keep_webhook_try",
    text: `update webhook_deliveries set leased_until = null, tried_at = $3, took_ms = $4, answer = $5, reason = $6,
             next_at = $7, delivered_at = $8
           where id = $1 and tries = $2 and leased_until is not null`,
    values: [
      id,
      tries,
      tried.at,
      tried.tookMs,
      tried.status,
      tried.status === null ? tried.reason : null,
      nextAt,
      deliveredAt,
    ],
  });
}

/** Deletes old deliveries, and secrets that no longer sign. */
async function sweep({ database, clock }: DeliverContext): Promise<void> {
  const now = dateOf(clock);
  const old = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await sweepTable(database, { table: "webhook_deliveries", key: "id", column: "created_at" }, old);
  await database.query(
    "update webhook_endpoints set earlier_secret = null, earlier_until = null where earlier_until <= $1",
    [now],
  );
}

/** Reads the time of the oldest event that still waits for an endpoint that is not paused. Returns null if none does. */
export async function findOldestWaiting(database: Queryable): Promise<Date | null> {
  const { rows } = await database.query<{ at: Date | null }>({
    name: "find_oldest_webhook",
    text: `select min(d.created_at) as at from webhook_endpoints e cross join lateral (
             select created_at from webhook_deliveries
             where endpoint_id = e.id and next_at is not null order by created_at limit 1) d
           where e.paused_at is null`,
  });
  return rows[0]!.at;
}
