export { checkProvider, createProvider, knownProvider, ProviderChangedError } from "./choose-provider.ts";
export { paymentKeySql, recordAttention, resolveItem } from "./attention/items.ts";
export {
  archivePayments,
  findReturnable,
  lockNewPayments,
  lockPayments,
  returnWithdrawals,
} from "./close-payments.ts";
export type { PaymentContext } from "./context.ts";
export { createPayments } from "./routes.ts";
export { nowPaymentsProvider } from "./nowpayments/nowpayments-provider.ts";
export { creditPayment } from "./decide-attention.ts";
export { approveDeposit } from "./deposits/decide-deposit.ts";
export { createFindMissedDeposits, listAllDeposits, readDepositRecords } from "./deposits/list-deposits.ts";
export type { PaymentProvider, ProviderOutcome } from "./provider.ts";
export { readBacklog } from "./read-backlog.ts";
export { createScreening } from "./screening/ask-screening.ts";
export { overrideScreening } from "./screening/decide-screening.ts";
export { approveWithdrawal, markFailed, markPaid } from "./withdrawals/decide-withdrawal.ts";
export {
  createFindMissedWithdrawals,
  listAllWithdrawals,
  readWithdrawalRecords,
} from "./withdrawals/list-withdrawals.ts";
export { countDoubtfulWithdrawals, flagDoubtfulWithdrawals } from "./withdrawals/payout-attention.ts";
