export { ActivePositions } from "./active-positions.tsx";
export { LiveProvider } from "./live-provider.tsx";
export { PricePanel } from "./price-panel.tsx";
export { TradeButtons } from "./trade-buttons.tsx";
