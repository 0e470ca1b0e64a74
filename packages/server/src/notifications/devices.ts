import type { Language } from "@veritick/contract/errors.ts";
import * as notices from "@veritick/contract/schemas/notices.ts";
import type { PushDevice } from "@veritick/contract/schemas/notices.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Identity } from "../platform/http/call.ts";
import { isPublicAddress, NotPostedError, postOutside } from "../platform/http/post-outside.ts";
import { newId } from "../platform/ids.ts";
import { NotSentError } from "../platform/outbox.ts";
import type { Outbox, OutboxMessage } from "../platform/outbox.ts";
import { rateLimit } from "../platform/rate-limit.ts";
import type { RateLimit } from "../platform/rate-limit.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { pushKeys, TO_DEVICE, writePush } from "./push-words.ts";
import type { QueuedPush } from "./push-words.ts";

export function notificationRoutes(bind: Bind, context: DeviceContext): void {
  const { database, sealing } = context;
  const { publicKey } = pushKeys(sealing);

  bind(notices.listPushDevices, async ({ identity }) => ({
    publicKey,
    ...(await listDevices(context, identity.userId)),
  }));

  bind(notices.addPushDevice, ({ identity, body, userAgent, language = "en" }) =>
    addDevice(context, identity, {
      endpoint: body.endpoint,
      ...body.keys,
      replaces: body.replaces,
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
  log: Log;
  publicUrl: URL | undefined;
  /** The hosts of push services. `*.` before one stands for any name below it. */
  pushServices: readonly string[];
};

const MOST_DEVICES = 10;
const TIMEOUT_MS = 10_000;
/** The time for which a push service keeps a notice for a device that is off. */
const KEPT_SECONDS = 3_600;
/**
 * A device ends after so many failures in a row, the last of which was that its push service accepted a try and did not answer
 * in time, or refused it. A try that reached no service does not count: the fault may be in our own network. Nor does an answer
 * that the service is busy or broken.
 */
const MOST_TIMEOUTS = 3;
/** More than one notice has tries, because a wrong clock of ours is refused as well. */
const MOST_REFUSALS = 12;
/** What a user gets at once, and on average. Further notices are not sent. */
const BURST = 100;
const PER_HOUR = 600;

const THIS_MACHINE = "127.0.0.1";

type DeviceRow = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  user_agent: string | null;
  language: Language;
  failures: number;
  ended: boolean;
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
): Promise<Record<"devices" | "ended", PushDevice[]>> {
  const { rows } = await database.query<DeviceRow>(
    `select ${COLUMNS}, ended from push_devices where user_id = $1 and ${SIGNED_IN} order by created_at desc, id`,
    [userId, dateOf(clock)],
  );
  const ended = rows.filter((row) => row.ended);
  return { devices: rows.filter((row) => !row.ended).map(toDevice), ended: ended.map(toDevice) };
}

/** Adds the browser of the call, or updates it. A browser has one owner: the user who added it last. */
function addDevice(
  context: DeviceContext,
  { userId, sessionId, sessionHash }: Identity,
  device: {
    endpoint: string;
    p256dh: string;
    auth: string;
    replaces: string | undefined;
    userAgent: string | undefined;
    language: Language;
  },
): Promise<PushDevice | Refused> {
  const { database, clock } = context;
  if (!isPushEndpoint(context.pushServices, device.endpoint))
    return Promise.resolve(refuse("push_endpoint_invalid"));
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
    let { language } = device;
    let id = newId(clock.nowMs());
    if (device.replaces !== undefined) {
      const { rows: replaced } = await connection.query<Pick<DeviceRow, "id" | "language">>(
        `delete from push_devices where user_id = $1 and ${SIGNED_IN} and endpoint = $3 returning id, language`,
        [userId, dateOf(clock), device.replaces],
      );
      if (replaced[0] === undefined) return refuse("not_found");
      // A browser that calls while no page is open knows only its own language. The page knows the device by its id.
      ({ id, language } = replaced[0]);
    }
    // A session has one browser, and this is its new subscription.
    await connection.query(
      `delete from push_devices where user_id = $1 and (not ${SIGNED_IN} or (ended and session_id = $3))`,
      [userId, dateOf(clock), sessionId],
    );
    const others = await connection.query<{ count: number }>(
      "select count(*) as count from push_devices where user_id = $1 and endpoint <> $2 and not ended",
      [userId, device.endpoint],
    );
    if (others.rows[0]!.count >= MOST_DEVICES) return refuse("too_many_push_devices");
    const { rows } = await connection.query<DeviceRow>(
      `insert into push_devices as d (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
         user_agent = excluded.user_agent, language = excluded.language, failures = 0, ended = false,
         id = case when d.user_id = excluded.user_id then d.id else excluded.id end,
         created_at = case when d.user_id = excluded.user_id then d.created_at else excluded.created_at end
       returning ${COLUMNS}`,
      [
        id,
        userId,
        sessionId,
        device.endpoint,
        device.p256dh,
        device.auth,
        device.userAgent?.replaceAll("\0", "").slice(0, 500) ?? null,
        language,
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
  about: Pick<QueuedPush, "kind" | "refs">,
): Promise<void> {
  const { rows } = await connection.query<{ to: Omit<QueuedPush, "kind" | "refs"> }>({
    name: "find_devices",
    text: `select jsonb_build_object(${TO_DEVICE}) as to from push_devices d where user_id = $1 and not ended`,
    values: [userId],
  });
  await outbox.add(
    connection,
    "pushes",
    rows.map(({ to }): QueuedPush => ({ ...to, ...about })),
  );
}

type Sending = DeviceContext & { keys: ReturnType<typeof pushKeys>; ofUser: RateLimit };

/** Registers the sender of pushes with the outbox. */
export function sendPushes(context: DeviceContext): void {
  const ofUser = rateLimit({ perSecond: PER_HOUR / 3_600, burst: BURST });
  const sending: Sending = { ...context, keys: pushKeys(context.sealing), ofUser };
  context.outbox.send("pushes", async (message) => push(sending, message as OutboxMessage<QueuedPush>));
}

async function push(context: Sending, { id, data }: OutboxMessage<QueuedPush>): Promise<void> {
  const { database, clock, log, keys, ofUser } = context;
  const { rows } = await database.query<DeviceRow & { signed_in: boolean }>({
    name: "find_device",
    text: `select ${COLUMNS}, failures, ${SIGNED_IN} as signed_in from push_devices where id = $1 and not ended`,
    values: [data.deviceId, dateOf(clock)],
  });
  const device = rows[0];
  if (device === undefined) return;
  if (!device.signed_in) return forget(database, device);
  if (!isPushEndpoint(context.pushServices, device.endpoint)) {
    log.info(
      { device: device.id, service: data.service },
      "PUSH_SERVICES no longer lists the push service of a device",
    );
    return end(database, device);
  }
  if (!ofUser.take(device.user_id, clock.nowMs())) return;
  const written = await writePush(database, data, device);
  if (written === undefined) return;
  // The first push loads the library.
  const { default: webPush } = await import("web-push");
  const { endpoint, p256dh, auth } = device;
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    // A second delivery replaces the first one on the screen.
    JSON.stringify({ ...written, tag: id }),
    { vapidDetails: { subject: contactOf(context), ...keys }, TTL: KEPT_SECONDS, urgency: "normal" },
  );
  const status = await post(database, device, request);
  if (status === undefined) return;
  if (status === 404 || status === 410) return end(database, device);
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  if (isRefusal) {
    if ((await countFailures(database, device, "failures + 1")) >= MOST_REFUSALS)
      return end(database, device);
  } else if (device.failures > 0) await countFailures(database, device, "0");
  if (status >= 200 && status <= 299) return;
  throw new NotSentError(`the push service answered ${status}`);
}

/** Returns the sender's contact, which push services require: the site's https address, or a mail address. */
const contactOf = ({ publicUrl }: Pick<DeviceContext, "publicUrl">): string =>
  publicUrl?.protocol === "https:" ? publicUrl.origin : "mailto:veritick@localhost";

/** Ends all devices: they accept notices of the former pepper's key alone. Browsers subscribe again (`pushKeys`). */
export async function endDevices(connection: Queryable): Promise<void> {
  await connection.query("update push_devices set ended = true");
}

/** Deletes all devices of a user: a thief of their session may have added one. Pages ask for notices again by themselves. */
export async function forgetDevicesOf(connection: Queryable, userId: string): Promise<void> {
  await connection.query("delete from push_devices where user_id = $1", [userId]);
}

/** SQL that is true unless the device was added again with another key or session since it was read. */
const AS_READ = "id = $1 and auth = $2 and session_id = $3";
const asRead = ({ id, auth, session_id }: DeviceRow) => [id, auth, session_id];

/** Deletes a device whose session has ended. */
async function forget(database: Queryable, device: DeviceRow): Promise<void> {
  await database.query(`delete from push_devices where ${AS_READ}`, asRead(device));
}

/** Sends a device nothing more. It stays, because its browser subscribes again only if its owner has not removed it. */
async function end(database: Queryable, device: DeviceRow): Promise<void> {
  await database.query(`update push_devices set ended = true where ${AS_READ}`, asRead(device));
}

/** Returns true for an https address at one of these services; on this machine, if it is one of them, for an http address. */
export function isPushEndpoint(services: readonly string[], endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const isListed = services.some((host) =>
    host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
  if (!isListed || username !== "" || password !== "") return false;
  return hostname === THIS_MACHINE ? protocol === "http:" : protocol === "https:" && port === "";
}

/**
 * Posts a notice and returns the status of the answer. It follows no redirection and does not read the body. It returns
 * undefined if the device ended because there was no answer in time again.
 */
async function post(
  database: Database,
  device: DeviceRow,
  request: { headers: Record<string, string | number>; body: Buffer | null },
): Promise<number | undefined> {
  const { endpoint } = device;
  const reaches = endpoint.startsWith("http:") ? () => true : isPublicAddress;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status } = await postOutside(endpoint, { ...request, signal, reaches });
    return status;
  } catch (error) {
    if (!(error instanceof NotPostedError)) throw error;
    const isLast = error.isSilent && (await countFailures(database, device, "failures + 1")) >= MOST_TIMEOUTS;
    if (isLast) {
      await end(database, device);
      return undefined;
    }
    throw new NotSentError(error.message);
  }
}

/** Returns the new count; 0 if the device is gone or was added again. */
async function countFailures(
  database: Database,
  device: DeviceRow,
  count: "0" | "failures + 1",
): Promise<number> {
  const { rows } = await database.query<{ failures: number }>(
    `update push_devices set failures = ${count} where ${AS_READ} returning failures`,
    asRead(device),
  );
  return rows[0]?.failures ?? 0;
}
