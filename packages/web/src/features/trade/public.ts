export { ActivePositions } from "./active-positions.tsx";
export { accountDesk } from "./desk/account-desk.tsx";
export { LiveProvider } from "./live-provider.tsx";
export { PricePanel } from "./price-panel.tsx";
export { TradeButtons } from "./trade-buttons.tsx";
export { DeskGrid, DeskHome, DeskSwitch } from "./desk/desk-frame.tsx";
export { tellResults } from "./outcomes.ts";
