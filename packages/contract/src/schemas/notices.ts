import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { byId, instant, uuid } from "../values.ts";

/** A browser that shows its owner notifications while the page is closed. */
const pushDevice = z.object({
  id: uuid,
  /** The address at the browser's push service. The browser finds itself in the list by it. */
  endpoint: z.string(),
  userAgent: z.nullable(z.string()),
  createdAt: instant,
});
export type PushDevice = z.infer<typeof pushDevice>;

export const listPushDevices = endpoint("listPushDevices", {
  summary: "List the browsers that receive notifications, and the key that a browser needs to subscribe",
  audience: "user",
  reply: z.object({
    /** The public key of the installation (VAPID): the `applicationServerKey` of a push subscription. */
    publicKey: z.string(),
    devices: z.array(pushDevice),
    /** Devices that get nothing any more because their push services refused them. Their browsers subscribe again. */
    ended: z.array(pushDevice),
  }),
});

const invalid = "push_endpoint_invalid";
const pushEndpoint = z
  .string({ error: invalid })
  .check(z.maxLength(1_000, invalid), z.regex(/^[!-~]+$/, invalid));
const base64url = (bytes: number) =>
  z
    .string({ error: invalid })
    .check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), invalid));

export const addPushDevice = endpoint("addPushDevice", {
  summary: "Notify this browser when a position ends or a withdrawal is decided, by its push subscription",
  audience: "user",
  body: z.strictObject({
    endpoint: pushEndpoint,
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }, invalid),
    /**
     * The endpoint that this browser had before it renewed its subscription. The call then changes that device of the caller,
     * and adds none if it is not there any more.
     */
    replaces: z.optional(pushEndpoint),
  }),
  reply: pushDevice,
  status: 201,
  refusals: ["push_endpoint_invalid", "too_many_push_devices", "not_found"],
});

export const removePushDevice = endpoint("removePushDevice", {
  summary: "Stop sending notifications to a browser",
  audience: "user",
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found"],
});

/** An e-mail or notification that could not be sent so far. It never holds the text, the recipient's address or a link. */
const unsentNotice = z.object({
  id: uuid,
  channel: z.enum(["mail", "push"]),
  kind: z.string(),
  /** Null if it is about a device, or about an address that may belong to nobody. */
  userId: z.nullable(uuid),
  /** True if the server will not try again. */
  givenUp: z.boolean(),
  tries: z.number(),
  /** The answer of the mail server or push service, or the reason why there was none. */
  reason: z.nullable(z.string()),
  queuedAt: instant,
  nextTryAt: z.nullable(instant),
});
export type UnsentNotice = z.infer<typeof unsentNotice>;

export const sendNoticeAgain = endpoint("sendNoticeAgain", {
  summary: "Send an undelivered e-mail or notification again, with all its tries",
  audience: "admin",
  role: "support",
  audits: "notice_sent_again",
  stepUp: true,
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found"],
});

export const listUnsentNotices = endpoint("listUnsentNotices", {
  summary: "List undelivered e-mails and notifications, the newest first",
  audience: "admin",
  reply: z.array(unsentNotice),
});
