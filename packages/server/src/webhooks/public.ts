// `notifications/queue-webhooks.ts` queues the events.
export { deliverWebhooks, findOldestWaiting } from "./deliver.ts";
export { pauseAfterRestore, sealWebhooksAnew } from "./endpoints.ts";
export { webhookRoutes } from "./routes.ts";
