// What other features may use of webhooks. What is told, and when, is in told/tell.ts.
export { deliverWebhooks, findOldestWaiting } from "./deliver.ts";
export { pauseAfterRestore } from "./endpoints.ts";
export { webhookRoutes } from "./routes.ts";
