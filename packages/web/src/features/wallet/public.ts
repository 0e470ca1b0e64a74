export { BalanceCard } from "./balance-card.tsx";
export { DepositStatusBadge } from "./deposit-status-badge.tsx";
export { DepositDetails, WithdrawalDetails } from "./dialogs.ts";
export { WithdrawalStatusBadge } from "./withdrawal-status-badge.tsx";
