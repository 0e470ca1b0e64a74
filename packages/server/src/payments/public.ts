// What the composition root uses of payments.
export type { PaymentProvider } from "./provider.ts";
export { paymentRoutes } from "./routes.ts";
export { sandboxProvider } from "./sandbox-provider.ts";
export { trackDeposits } from "./track-deposits.ts";
