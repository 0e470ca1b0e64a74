// What the composition root uses of payments.
export { createPayments } from "./create-payments.ts";
export { createProvider } from "./create-provider.ts";
export type { PaymentProvider } from "./provider.ts";
