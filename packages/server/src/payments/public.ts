// What the composition root uses of payments, and the administration of users.
export { checkProvider, knownProvider, ProviderChangedError } from "./check-provider.ts";
export { lockNewPayments, lockPayments, returnPendingWithdrawals } from "./close-payments.ts";
export { keepPayments } from "./closed/keep-payments.ts";
export { listDepositsOf } from "./deposits/list-deposits-of.ts";
export { listWithdrawalsOf } from "./withdrawals/list-withdrawals-of.ts";
export { creditPayment } from "./attention/credit-payment.ts";
export type { PaymentContext } from "./context.ts";
export { approveDeposit } from "./deposits/decide-deposit.ts";
export { approveWithdrawal, markFailed, markPaid } from "./withdrawals/decide-as-admin.ts";
export { createPayments } from "./create-payments.ts";
export { createProvider } from "./create-provider.ts";
export { createFindMissedDeposits, createFindMissedWithdrawals } from "./find-missed-payments.ts";
export type { PaymentProvider, ProviderOutcome } from "./provider.ts";
export { readBacklog } from "./read-backlog.ts";
export { doubtDuePayouts } from "./withdrawals/doubt-due-payouts.ts";
