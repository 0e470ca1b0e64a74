// What the composition root uses of payments.
export { checkProvider, ProviderChangedError } from "./check-provider.ts";
export { createPayments } from "./create-payments.ts";
export { createProvider } from "./create-provider.ts";
export type { PaymentProvider } from "./provider.ts";
