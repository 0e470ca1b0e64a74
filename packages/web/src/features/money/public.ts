export { BalanceCard } from "./wallet/balance-card.tsx";
export { DepositStatusBadge } from "./wallet/status-badges.tsx";
export { DepositDetails, WithdrawalDetails } from "./wallet/dialogs.ts";
export { WithdrawalStatusBadge } from "./wallet/status-badges.tsx";

export { HistoryCard } from "./history/history-card.tsx";

export { isDay, isWrongWayRound, selectionOf } from "./statement/filters.ts";
