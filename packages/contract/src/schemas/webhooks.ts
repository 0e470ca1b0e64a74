import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { byId, decimal8, instant, isOneLine, page, uuid } from "../values.ts";
import { DELIVERY_STATES, WEBHOOK_TYPES } from "../webhook-types.ts";
import { attentionItem, attentionReason } from "./attention.ts";
import { withdrawalFailure } from "./payments.ts";

/** Events name people by their id alone. Amounts are in USDMS, those of withdrawals before and after the fee. */
const event = <T extends string, D extends z.core.$ZodShape>(type: T, data: D) =>
  z.object({ type: z.literal(type), timestamp: instant, data: z.object(data) });

/**
 * The body of a webhook. `timestamp` is the time of the event, the same at each try. The header `webhook-id` names the
 * event, so that a receiver recognises one that comes twice.
 */
export const webhookEvent = z.discriminatedUnion("type", [
  event("user.registered", { userId: uuid }),
  event("deposit.credited", { depositId: uuid, userId: uuid, amount: decimal8 }),
  event("withdrawal.asked", {
    withdrawalId: uuid,
    userId: uuid,
    amount: decimal8,
    fee: decimal8,
    netAmount: decimal8,
  }),
  event("withdrawal.decided", {
    withdrawalId: uuid,
    userId: uuid,
    amount: decimal8,
    decision: z.enum(["approved", "rejected"]),
  }),
  /** `failureReason` is null if it was paid; otherwise the whole amount is back in the balance. */
  event("withdrawal.ended", {
    withdrawalId: uuid,
    userId: uuid,
    amount: decimal8,
    status: z.enum(["completed", "failed"]),
    failureReason: z.nullable(withdrawalFailure),
  }),
  /** `amount` is the stake, `profit` the gain of the position's owner, negative for a loss. */
  event("position.settled", {
    positionId: uuid,
    userId: uuid,
    amount: decimal8,
    status: z.enum(["won", "lost", "sold", "refunded"]),
    profit: decimal8,
  }),
  /** An item was put on the attention list, came back to it or has another amount. */
  event("attention.raised", {
    itemId: uuid,
    kind: attentionItem.shape.kind,
    reason: attentionReason,
    userId: z.nullable(uuid),
  }),
  event("webhook.test", { endpointId: uuid }),
]);
export type WebhookEvent = z.infer<typeof webhookEvent>;
export type WebhookData<T extends WebhookEvent["type"]> = Extract<WebhookEvent, { type: T }>["data"];

/**
 * A system of the operator that receives events. `secretRolledUntil` is set while its earlier secret signs as well.
 * `pausedBecause` says whether a person paused it, it answered 410, or a backup was restored. `waiting` and `failed` count
 * up to 10,000 deliveries. Only administrators see the whole `url`; the other roles see its origin and eight digits of the
 * hash of its path.
 */
export const webhook = z.object({
  id: uuid,
  url: z.string(),
  types: z.array(z.enum(WEBHOOK_TYPES)),
  createdAt: instant,
  secretRolledUntil: z.nullable(instant),
  pausedAt: z.nullable(instant),
  pausedBecause: z.nullable(z.enum(["person", "gone", "restored"])),
  waiting: z.number(),
  failed: z.number(),
  lastDeliveredAt: z.nullable(instant),
});
export type Webhook = z.infer<typeof webhook>;

/**
 * The delivery of an event to one endpoint. `answer` is the HTTP status of the last try; null before the first, and if
 * there was no answer. `reason` is then the cause, in a word. `eventId` is its `webhook-id`.
 */
const webhookDelivery = z.object({
  id: uuid,
  eventId: uuid,
  type: z.enum([...WEBHOOK_TYPES, "webhook.test"]),
  happenedAt: instant,
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  lastTryAt: z.nullable(instant),
  tookMs: z.nullable(z.number()),
  answer: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  nextTryAt: z.nullable(instant),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const url = z
  .string({ error: "webhook_url_invalid" })
  .check(
    z.trim(),
    z.minLength(1, "webhook_url_invalid"),
    z.maxLength(500, "webhook_url_invalid"),
    z.refine(isOneLine, "webhook_url_invalid"),
  );
const types = z
  .array(z.enum(WEBHOOK_TYPES, { error: "webhook_types_invalid" }), { error: "webhook_types_invalid" })
  .check(z.minLength(1, "webhook_types_invalid"), z.maxLength(WEBHOOK_TYPES.length, "webhook_types_invalid"));

/** `secret` begins with `whsec_`. No other answer holds it. */
const withSecret = z.object({ secret: z.string(), webhook });

export const listWebhooks = endpoint("listWebhooks", {
  summary: "List the operator's systems that receive events, the oldest first",
  audience: "admin",
  reply: z.array(webhook),
});

export const addWebhook = endpoint("addWebhook", {
  summary:
    "Send events to a system of the operator; the answer contains the secret, which is shown only once",
  audience: "admin",
  audits: "webhook_added",
  stepUp: true,
  body: z.strictObject({ url, types }),
  reply: withSecret,
  status: 201,
  refusals: ["body_invalid", "webhook_url_invalid", "webhook_types_invalid", "too_many_webhooks"],
});

export const changeWebhook = endpoint("changeWebhook", {
  summary: "Change the address or the events of an endpoint, pause it or resume it",
  audience: "admin",
  audits: "webhook_changed",
  stepUp: true,
  params: byId,
  body: z.strictObject({
    url: z.optional(url),
    types: z.optional(types),
    /** While it is paused, no new events are kept for it. Waiting deliveries go on after the pause. */
    paused: z.optional(z.boolean({ error: "body_invalid" })),
  }),
  reply: webhook,
  refusals: ["id_invalid", "not_found", "body_invalid", "webhook_url_invalid", "webhook_types_invalid"],
});

export const rollWebhookSecret = endpoint("rollWebhookSecret", {
  summary: "Give an endpoint a new secret; the earlier one also signs for 24 hours",
  audience: "admin",
  audits: "webhook_secret_rolled",
  stepUp: true,
  params: byId,
  reply: withSecret,
  refusals: ["id_invalid", "not_found"],
});

export const removeWebhook = endpoint("removeWebhook", {
  summary: "Remove an endpoint with its deliveries",
  audience: "admin",
  audits: "webhook_removed",
  stepUp: true,
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found"],
});

export const testWebhook = endpoint("testWebhook", {
  summary: "Send an endpoint a test event",
  audience: "admin",
  audits: "webhook_sent",
  stepUp: true,
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found", "webhook_paused"],
});

export const redeliverWebhook = endpoint("redeliverWebhook", {
  summary: "Send one event again, or all that could not be delivered, with all their tries",
  audience: "admin",
  audits: "webhook_sent",
  stepUp: true,
  params: byId,
  body: z.strictObject({
    /** Without it, or with null, all deliveries that were given up. */
    deliveryId: z.optional(z.nullable(uuid)),
  }),
  reply: z.object({ queued: z.number() }),
  refusals: ["id_invalid", "not_found", "body_invalid", "webhook_paused"],
});

export const listWebhookDeliveries = endpoint("listWebhookDeliveries", {
  summary: "List an endpoint's deliveries of the last 30 days, the newest first",
  audience: "admin",
  params: byId,
  query: z.extend(page, { state: z.optional(z.enum(DELIVERY_STATES, { error: "page_invalid" })) }),
  reply: z.array(webhookDelivery),
  refusals: ["id_invalid", "not_found", "page_invalid"],
});
