import type { WebhookEvent } from "../schemas/webhooks.ts";

const userId = "01a0b2c4-0000-7000-8000-000000000001";
const timestamp = "2026-09-21T14:13:20.512Z";
const withdrawal = { withdrawalId: "01a0b2c4-6000-7000-8000-000000000003", userId, amount: "100.00000000" };

/** An example body of each type of webhook, for programmers. A test checks them against the schemas. */
export const WEBHOOK_EXAMPLES: { readonly [E in WebhookEvent as E["type"]]: E } = {
  "user.registered": { type: "user.registered", timestamp, data: { userId } },
  "deposit.credited": {
    type: "deposit.credited",
    timestamp,
    data: { depositId: "01a0b2c4-6000-7000-8000-000000000002", userId, amount: "100.00000000" },
  },
  "withdrawal.asked": {
    type: "withdrawal.asked",
    timestamp,
    data: { ...withdrawal, fee: "8.00000000", netAmount: "92.00000000" },
  },
  "withdrawal.decided": {
    type: "withdrawal.decided",
    timestamp,
    data: { ...withdrawal, decision: "approved" },
  },
  "withdrawal.ended": {
    type: "withdrawal.ended",
    timestamp,
    data: { ...withdrawal, status: "completed", failureReason: null },
  },
  "position.settled": {
    type: "position.settled",
    timestamp,
    data: {
      positionId: "01a0b2c4-5d6e-7f80-9a1b-2c3d4e5f6071",
      userId,
      amount: "10.00000000",
      status: "won",
      profit: "25.00000000",
    },
  },
  "attention.raised": {
    type: "attention.raised",
    timestamp,
    data: {
      itemId: "01a0b2c4-6000-7000-8000-000000000004",
      kind: "payment",
      reason: "repeated_payment",
      userId,
    },
  },
  "webhook.test": {
    type: "webhook.test",
    timestamp,
    data: { endpointId: "01a0b2c4-6000-7000-8000-000000000005" },
  },
};
