// What the composition root uses of payments, and the administration of users.
export { checkProvider, ProviderChangedError } from "./check-provider.ts";
export { lockNewPayments, lockPayments, returnPendingWithdrawals } from "./close-payments.ts";
export { keepPayments } from "./closed/keep-payments.ts";
export { createPayments } from "./create-payments.ts";
export { createProvider } from "./create-provider.ts";
export type { PaymentProvider } from "./provider.ts";
