// Separate from the rest, because it loads after everything that people come to the desk for.
export { HistoryCard, TradeList } from "./history/history-card.tsx";
export { MoreButton } from "./history/history-list.tsx";
