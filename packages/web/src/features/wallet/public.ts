export { BalanceCard } from "./balance-card.tsx";
export { DepositStatusBadge } from "./deposit-status-badge.tsx";
