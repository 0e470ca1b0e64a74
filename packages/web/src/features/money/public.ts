export { DepositDialog, tellOfDeposit } from "./wallet/dialogs.ts";
export { BalanceCard, BalanceFigure } from "./wallet/balance-card.tsx";
export { DepositStatusBadge, WithdrawalStatusBadge } from "./wallet/status-badges.tsx";
