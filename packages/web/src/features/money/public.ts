export { HistoryCard, TradeList } from "./history/history-card.tsx";

export {
  browserZone,
  PeriodChoice,
  ResultsMain,
  ResultsView,
  USUAL_PERIOD,
} from "./results/results-view.tsx";
export type { Period } from "./results/results-view.tsx";
export { isDay, isWrongWayRound, selectionOf } from "./statement/filters.ts";

export { DepositDialog, tellOfDeposit } from "./wallet/dialogs.ts";
export { BalanceCard, BalanceFigure } from "./wallet/balance-card.tsx";
export { DepositStatusBadge, WithdrawalStatusBadge } from "./wallet/status-badges.tsx";
