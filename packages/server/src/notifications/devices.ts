import type { Language } from "@veritick/contract/errors.ts";
import * as notices from "@veritick/contract/schemas/notices.ts";
import type { PushDevice } from "@veritick/contract/schemas/notices.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Identity } from "../platform/http/call.ts";
import {
  addressIn,
  isLocalName,
  isPublicAddress,
  NotPostedError,
  postOutside,
} from "../platform/http/post-outside.ts";
import { newId } from "../platform/ids.ts";
import { NotSentError } from "../platform/outbox.ts";
import type { Outbox, OutboxMessage } from "../platform/outbox.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Sealing } from "../platform/sealing.ts";
import { pushKeys, writePush } from "./push-words.ts";
import type { QueuedPush } from "./push-words.ts";

export function notificationRoutes(bind: Bind, context: DeviceContext): void {
  const { database, sealing } = context;
  const { publicKey } = pushKeys(sealing);

  bind(notices.listPushDevices, async ({ identity }) => ({
    publicKey,
    devices: await listDevices(context, identity.userId),
  }));

  bind(notices.addPushDevice, ({ identity, body, userAgent, language = "en" }) =>
    addDevice(context, identity, {
      endpoint: body.endpoint,
      ...body.keys,
      userAgent,
      language,
    }),
  );

  bind(notices.removePushDevice, async ({ identity, params }) => {
    const refused = await removeDevice(database, identity.userId, params.id);
    return isRefused(refused) ? refused : { ok: true as const };
  });
}

export type DeviceContext = {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  sealing: Sealing;
  publicUrl: URL | undefined;
  /** True in tests, which push to their own service on this machine. */
  pushesToThisMachine: boolean;
};

const MOST_DEVICES = 10;
const TIMEOUT_MS = 10_000;
/** The time for which a push service keeps a notice for a device that is off. */
const KEPT_SECONDS = 3_600;

type DeviceRow = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  user_agent: string | null;
  language: Language;
  created_at: Date;
};
const COLUMNS = "id, user_id, session_id, endpoint, p256dh, auth, user_agent, language, created_at";
/**
 * SQL that is true while the device's session exists. Afterwards another person may use the device, so it gets no notices.
 */
const SIGNED_IN = "session_id in (select id from sessions where expires_at > $2)";

const toDevice = ({ id, endpoint, user_agent, created_at }: DeviceRow): PushDevice => ({
  id,
  endpoint,
  userAgent: user_agent,
  createdAt: created_at.toISOString(),
});

async function listDevices(
  { database, clock }: Pick<DeviceContext, "database" | "clock">,
  userId: string,
): Promise<PushDevice[]> {
  const { rows } = await database.query<DeviceRow>(
    `select ${COLUMNS} from push_devices where user_id = $1 and ${SIGNED_IN} order by created_at desc, id`,
    [userId, dateOf(clock)],
  );
  return rows.map(toDevice);
}

/** Adds the browser of the call, or updates it. A browser has one owner: the user who added it last. */
function addDevice(
  context: DeviceContext,
  { userId, sessionId, sessionHash }: Identity,
  device: {
    endpoint: string;
    p256dh: string;
    auth: string;
    userAgent: string | undefined;
    language: Language;
  },
): Promise<PushDevice | Refused> {
  const { database, clock } = context;
  if (!isPublicEndpoint(context, device.endpoint)) return Promise.resolve(refuse("push_endpoint_invalid"));
  return transaction(database, async (connection): Promise<PushDevice | Refused> => {
    const { rowCount } = await connection.query("select from users where id = $1 for no key update", [
      userId,
    ]);
    if (rowCount === 0) return refuse("not_signed_in");
    // While this call waited, the owner may have ended the notices to all devices, because a thief may have the token.
    const session = await connection.query("select from sessions where id = $1 and token_hash = $2", [
      sessionId,
      sessionHash,
    ]);
    if (session.rowCount === 0) return refuse("not_signed_in");
    await connection.query(`delete from push_devices where user_id = $1 and not ${SIGNED_IN}`, [
      userId,
      dateOf(clock),
    ]);
    const others = await connection.query<{ count: number }>(
      "select count(*) as count from push_devices where user_id = $1 and endpoint <> $2",
      [userId, device.endpoint],
    );
    if (others.rows[0]!.count >= MOST_DEVICES) return refuse("too_many_push_devices");
    const { rows } = await connection.query<DeviceRow>(
      `insert into push_devices as d (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
         user_agent = excluded.user_agent, language = excluded.language,
         id = case when d.user_id = excluded.user_id then d.id else excluded.id end,
         created_at = case when d.user_id = excluded.user_id then d.created_at else excluded.created_at end
       returning ${COLUMNS}`,
      [
        newId(clock.nowMs()),
        userId,
        sessionId,
        device.endpoint,
        device.p256dh,
        device.auth,
        device.userAgent?.replaceAll("\0", "").slice(0, 500) ?? null,
        device.language,
        dateOf(clock),
      ],
    );
    return toDevice(rows[0]!);
  });
}

async function removeDevice(database: Queryable, userId: string, id: string): Promise<Refused | undefined> {
  const { rowCount } = await database.query("delete from push_devices where id = $1 and user_id = $2", [
    id,
    userId,
  ]);
  return rowCount === 0 ? refuse("not_found") : undefined;
}

export async function queueOnDevices(
  outbox: Outbox,
  connection: Queryable,
  userId: string,
  about: Omit<QueuedPush, "deviceId">,
): Promise<void> {
  const { rows } = await connection.query<{ id: string }>({
    name: "find_devices",
    text: "select id from push_devices where user_id = $1",
    values: [userId],
  });
  await outbox.add(
    connection,
    "pushes",
    rows.map(({ id: deviceId }): QueuedPush => ({ deviceId, ...about })),
  );
}

/** Registers the sender of pushes with the outbox. */
export function sendPushes(context: DeviceContext): void {
  const keys = pushKeys(context.sealing);
  context.outbox.send("pushes", async (message) => push(context, keys, message as OutboxMessage<QueuedPush>));
}

async function push(
  context: DeviceContext,
  keys: ReturnType<typeof pushKeys>,
  { id, data }: OutboxMessage<QueuedPush>,
): Promise<void> {
  const { database, clock } = context;
  const { rows } = await database.query<DeviceRow & { signed_in: boolean }>({
    name: "find_device",
    text: `select ${COLUMNS}, ${SIGNED_IN} as signed_in from push_devices where id = $1`,
    values: [data.deviceId, dateOf(clock)],
  });
  const device = rows[0];
  if (device === undefined) return;
  if (!device.signed_in) return forget(database, device);
  const written = await writePush(database, data, device);
  if (written === undefined) return;
  // The first push loads the library.
  const { default: webPush } = await import("web-push");
  const { endpoint, p256dh, auth } = device;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    // A second delivery replaces the first one on the screen.
    JSON.stringify({ ...written, tag: id }),
    { vapidDetails: { subject: contactOf(context), ...keys }, TTL: KEPT_SECONDS, urgency: "normal" },
  );
  const status = await post(context, endpoint, { headers, body });
  if (status === 404 || status === 410) return forget(database, device);
  if (status < 200 || status > 299) throw new NotSentError(`the push service answered ${status}`);
}

/** Returns the sender's contact, which push services require: the site's https address, or a mail address. */
const contactOf = ({ publicUrl }: Pick<DeviceContext, "publicUrl">): string =>
  publicUrl?.protocol === "https:" ? publicUrl.origin : "mailto:veritick@localhost";

/** Deletes all devices: they accept notices of the former pepper's key alone. Browsers register again (`pushKeys`). */
export async function forgetDevices(connection: Queryable): Promise<void> {
  await connection.query("delete from push_devices");
}

/** Deletes all devices of a user: a thief of their session may have added one. Pages ask for notices again by themselves. */
export async function forgetDevicesOf(connection: Queryable, userId: string): Promise<void> {
  await connection.query("delete from push_devices where user_id = $1", [userId]);
}

/** Deletes a device, unless it was added again with another key or session meanwhile. */
async function forget(database: Queryable, { id, auth, session_id }: DeviceRow): Promise<void> {
  await database.query("delete from push_devices where id = $1 and auth = $2 and session_id = $3", [
    id,
    auth,
    session_id,
  ]);
}

/** Returns true for an https address of a public host by name. Users choose it, so it must not lead into our own network. */
export function isPublicEndpoint(
  { pushesToThisMachine }: Pick<DeviceContext, "pushesToThisMachine">,
  endpoint: string,
): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const { protocol, hostname, port, username, password } = url;
  if (pushesToThisMachine && protocol === "http:" && hostname === "127.0.0.1") return true;
  const isNamed = addressIn(url) === undefined && !isLocalName(hostname);
  return protocol === "https:" && port === "" && username === "" && password === "" && isNamed;
}

/** Posts a notice and returns the status of the answer. It follows no redirection and does not read the body. */
async function post(
  context: DeviceContext,
  endpoint: string,
  request: { headers: Record<string, string | number>; body: Buffer | null },
): Promise<number> {
  if (!isPublicEndpoint(context, endpoint)) return 410;
  const reaches = endpoint.startsWith("http:") ? () => true : isPublicAddress;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await postOutside(endpoint, { ...request, signal, reaches })).status;
  } catch (error) {
    throw error instanceof NotPostedError ? new NotSentError(error.message) : error;
  }
}
