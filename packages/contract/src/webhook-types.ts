/** The events that the operator's own systems can receive. An administrator sends `webhook.test` by hand, to any of them. */
export const WEBHOOK_TYPES = [
  "user.registered",
  "deposit.credited",
  "withdrawal.asked",
  "withdrawal.decided",
  "withdrawal.ended",
  "position.settled",
  "attention.raised",
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** The states of a delivery: waiting for its next try, delivered, or given up after the last try. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
