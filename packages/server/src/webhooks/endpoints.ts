import { createHash } from "node:crypto";
import type { Role } from "@veritick/contract/roles.ts";
import type { Webhook } from "@veritick/contract/schemas/webhooks.ts";
import type { WebhookType } from "@veritick/contract/webhook-types.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import { WEBHOOK_TYPES } from "@veritick/contract/webhook-types.ts";
import { lockDecider } from "../accounts/public.ts";
import { changedFields, recordAudit } from "../audit/public.ts";
import type { Bus } from "../cluster/bus.ts";
import type { Clock } from "../platform/clock.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Caller } from "../platform/http/call.ts";
import { addressIn, isLocalAddress, isLocalName, isPublicAddress } from "../platform/http/post-outside.ts";
import { newId } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { sealColumnAnew } from "../platform/sealing.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { newSecret, secretText } from "../platform/http/standard-webhooks.ts";

export type WebhookContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  sealing: Sealing;
  /** True if endpoints may be in private networks, because no real money moves. */
  sandbox: boolean;
};

const MOST_ENDPOINTS = 20;
/** The time for which the earlier secret also signs. */
const ROLL_MS = 86_400_000;
/** The number at which the count of deliveries stops. */
const MOST_COUNTED = 10_000;
const REMOVED_AT_ONCE = 10_000;

export type EndpointRow = {
  id: string;
  url: string;
  types: WebhookType[];
  secret: Buffer;
  earlier_secret: Buffer | null;
  earlier_until: Date | null;
  paused_at: Date | null;
  paused_because: Webhook["pausedBecause"];
  delivered_at: Date | null;
  created_at: Date;
};

export const ENDPOINT_COLUMNS = `id, url, types, secret, earlier_secret, earlier_until, paused_at, paused_because,
  delivered_at, created_at`;

const counted = (which: string) =>
  `(select count(*) from (select from webhook_deliveries d where d.endpoint_id = e.id and ${which} limit ${MOST_COUNTED}) d)`;
const COUNTED = `${counted("d.next_at is not null")} as waiting,
  ${counted("d.next_at is null and d.delivered_at is null")} as failed`;
type CountedRow = EndpointRow & { waiting: number; failed: number };

const toWebhook = (row: CountedRow, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  types: row.types,
  createdAt: row.created_at.toISOString(),
  secretRolledUntil:
    row.earlier_until !== null && row.earlier_until > now ? row.earlier_until.toISOString() : null,
  pausedAt: row.paused_at?.toISOString() ?? null,
  pausedBecause: row.paused_because,
  waiting: row.waiting,
  failed: row.failed,
  lastDeliveredAt: row.delivered_at?.toISOString() ?? null,
});

/**
 * Decides whether an endpoint may have an address: public ones with https, and in the sandbox those of a private network.
 */
export const reachOf =
  (url: string, sandbox: boolean) =>
  (address: string): boolean =>
    (url.startsWith("https:") && isPublicAddress(address)) || (sandbox && isLocalAddress(address));

/**
 * Normalises the URL of an endpoint. Returns undefined if it is not allowed. Each connection also checks the resolved
 * address.
 */
export function readUrl(text: string, sandbox: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol, username, password, hash, href, hostname } = url;
  if (protocol !== "https:" && !(sandbox && protocol === "http:")) return undefined;
  if (username !== "" || password !== "" || hash !== "") return undefined;
  const address = addressIn(url);
  const isAllowed =
    address === undefined ? sandbox || !isLocalName(hostname) : reachOf(href, sandbox)(address);
  return isAllowed ? href : undefined;
}

/**
 * Shortens a URL for viewers who may not change it, because its path often is a secret of the receiving system. The digits
 * distinguish two paths of one system.
 */
export function shownUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  const path = pathname + search;
  if (path === "/") return origin;
  return `${origin}/… (${createHash("sha256").update(path).digest("hex").slice(0, 32)})`;
}

/** Lists the endpoints. Administrators see the whole URLs, other roles the shortened ones. */
export async function listEndpoints(
  { database, clock }: WebhookContext,
  role: Role | null,
): Promise<Webhook[]> {
  const { rows } = await database.query<CountedRow>({
    name: "list_webhooks",
    text: `select ${ENDPOINT_COLUMNS}, ${COUNTED} from webhook_endpoints e order by id`,
  });
  return rows.map((row) => {
    const webhook = toWebhook(row, dateOf(clock));
    return role === "administrator" ? webhook : { ...webhook, url: shownUrl(row.url) };
  });
}

async function getEndpoint({ clock }: WebhookContext, connection: Queryable, id: string): Promise<Webhook> {
  const { rows } = await connection.query<CountedRow>(
    `select ${ENDPOINT_COLUMNS}, ${COUNTED} from webhook_endpoints e where id = $1`,
    [id],
  );
  return toWebhook(rows[0]!, dateOf(clock));
}

/** Returns the context to which an endpoint's secret is sealed. */
const sealedTo = (id: string) => `webhook/${id}`;

export async function sealWebhooksAnew(connection: Queryable, sealing: Sealing): Promise<void> {
  const where = { table: "webhook_endpoints", id: "id", purpose: "webhook-secret", about: sealedTo } as const;
  for (const column of ["secret", "earlier_secret"])
    await sealColumnAnew(connection, sealing, { ...where, column });
}

/** Opens the secrets that sign now. */
export function secretsOf(
  { sealing }: Pick<WebhookContext, "sealing">,
  row: EndpointRow,
  now: Date,
): Buffer[] {
  const sealed =
    row.earlier_secret !== null && row.earlier_until! > now ? [row.secret, row.earlier_secret] : [row.secret];
  return sealed.map((each) => sealing.open("webhook-secret", sealedTo(row.id), each));
}

type Change<Answer> = {
  action: AuditAction;
  by: Caller;
  work(connection: Queryable, audit: Audit): Promise<Answer | Refused>;
};
type Audit = (target: string, changes: Parameters<typeof changedFields>) => Promise<void>;

/** Runs a change with its entry in the audit log. Refuses if the caller is no longer an administrator. */
export function changeWebhooks<Answer extends object>(
  { database, clock }: WebhookContext,
  { action, by, work }: Change<Answer>,
): Promise<Answer | Refused> {
  return transaction(database, async (connection): Promise<Answer | Refused> => {
    const refused = await lockDecider(connection, by, null, "administrator");
    if (refused !== undefined) return refused;
    return work(connection, async (target, changes) => {
      const { before, after } = changedFields(...changes);
      if (Object.keys(after).length === 0) return;
      await recordAudit(connection, { action, by, target, before, after }, dateOf(clock));
    });
  });
}

export async function lockEndpoint(connection: Queryable, id: string): Promise<EndpointRow | Refused> {
  const { rows } = await connection.query<EndpointRow>(
    `select ${ENDPOINT_COLUMNS} from webhook_endpoints where id = $1 for update`,
    [id],
  );
  return rows[0] ?? refuse("not_found");
}

const stateOf = ({ url, types, paused_at }: Pick<EndpointRow, "url" | "types" | "paused_at">) => ({
  url: shownUrl(url),
  types: types.join(", "),
  status: paused_at === null ? "active" : "paused",
});
const NO_STATE = { url: null, types: null, status: null };

type Wanted = { url: string; types: readonly WebhookType[] };
const inOrder = (types: readonly WebhookType[]) => WEBHOOK_TYPES.filter((type) => types.includes(type));

type WithSecret = { secret: string; webhook: Webhook };

export function addEndpoint(
  context: WebhookContext,
  wanted: Wanted,
  by: Caller,
): Promise<WithSecret | Refused> {
  const { clock, sealing, sandbox } = context;
  const url = readUrl(wanted.url, sandbox);
  if (url === undefined) return Promise.resolve(refuse("webhook_url_invalid", { field: "url" }));
  return changeWebhooks(context, {
    action: "webhook_added",
    by,
    async work(connection, audit) {
      const { rows } = await connection.query<{ count: number }>(
        "select count(*) as count from webhook_endpoints",
      );
      if (rows[0]!.count >= MOST_ENDPOINTS) return refuse("too_many_webhooks");
      const id = newId(clock.nowMs());
      const secret = newSecret();
      const types = inOrder(wanted.types);
      await connection.query(
        "insert into webhook_endpoints (id, url, types, secret, created_at) values ($1, $2, $3, $4, $5)",
        [id, url, types, sealing.seal("webhook-secret", sealedTo(id), secret), dateOf(clock)],
      );
      await audit(id, [NO_STATE, stateOf({ url, types, paused_at: null })]);
      return { secret: secretText(secret), webhook: await getEndpoint(context, connection, id) };
    },
  });
}

export function changeEndpoint(
  context: WebhookContext,
  id: string,
  wanted: {
    url?: string | undefined;
    types?: readonly WebhookType[] | undefined;
    paused?: boolean | undefined;
  },
  by: Caller,
): Promise<Webhook | Refused> {
  const url = wanted.url === undefined ? undefined : readUrl(wanted.url, context.sandbox);
  if (wanted.url !== undefined && url === undefined)
    return Promise.resolve(refuse("webhook_url_invalid", { field: "url" }));
  return changeWebhooks(context, {
    action: "webhook_changed",
    by,
    async work(connection, audit) {
      const row = await lockEndpoint(connection, id);
      if (isRefused(row)) return row;
      const isPaused = wanted.paused ?? row.paused_at !== null;
      const changed = {
        url: url ?? row.url,
        types: wanted.types === undefined ? row.types : inOrder(wanted.types),
        paused_at: isPaused ? (row.paused_at ?? dateOf(context.clock)) : null,
      };
      await connection.query(
        `update webhook_endpoints set url = $2, types = $3, paused_at = $4,
           paused_because = case when $4::timestamptz is not null then coalesce(paused_because, 'person') end
         where id = $1`,
        [id, changed.url, changed.types, changed.paused_at],
      );
      await audit(id, [stateOf(row), stateOf(changed)]);
      return getEndpoint(context, connection, id);
    },
  });
}

/** Makes a new secret. The earlier one also signs for another day, so that the receiver has time to change it. */
export function rollSecret(context: WebhookContext, id: string, by: Caller): Promise<WithSecret | Refused> {
  const { clock, sealing } = context;
  return changeWebhooks(context, {
    action: "webhook_secret_rolled",
    by,
    async work(connection, audit) {
      const row = await lockEndpoint(connection, id);
      if (isRefused(row)) return row;
      const secret = newSecret();
      const until = new Date(clock.nowMs() + ROLL_MS);
      await connection.query(
        "update webhook_endpoints set secret = $2, earlier_secret = secret, earlier_until = $3 where id = $1",
        [id, sealing.seal("webhook-secret", sealedTo(id), secret), until],
      );
      await audit(id, [
        { earlierUntil: row.earlier_until?.toISOString() ?? null },
        { earlierUntil: until.toISOString() },
      ]);
      return { secret: secretText(secret), webhook: await getEndpoint(context, connection, id) };
    },
  });
}

/**
 * Removes an endpoint and its deliveries. If this is interrupted, the sweep removes the remaining deliveries once they are
 * old.
 */
export async function removeEndpoint(
  context: WebhookContext,
  id: string,
  by: Caller,
): Promise<{ ok: true } | Refused> {
  const removed = await changeWebhooks(context, {
    action: "webhook_removed",
    by,
    async work(connection, audit) {
      const row = await lockEndpoint(connection, id);
      if (isRefused(row)) return row;
      await connection.query("delete from webhook_endpoints where id = $1", [id]);
      await audit(id, [stateOf(row), NO_STATE]);
      return { ok: true as const };
    },
  });
  if (isRefused(removed)) return removed;
  let rows: number | null;
  do {
    ({ rowCount: rows } = await context.database.query(
      `delete from webhook_deliveries where id = any (array(
         select id from webhook_deliveries where endpoint_id = $1 limit ${REMOVED_AT_ONCE}))`,
      [id],
    ));
  } while (rows === REMOVED_AT_ONCE);
  return removed;
}

/** Pauses every endpoint of a restored database until an administrator resumes it, in case the original still runs. */
export async function pauseAfterRestore(connection: Queryable, at: Date): Promise<void> {
  await connection.query(
    "update webhook_endpoints set paused_at = $1, paused_because = 'restored' where paused_at is null",
    [at],
  );
}
