export { createEntryGate } from "./entry-gate.ts";
export { createOpenPosition } from "./open-position.ts";
export { createSellPosition } from "./sell-position.ts";
export { closePositions } from "./close-positions.ts";
export {
  assertNotServed,
  confirmServersStopped,
  endPrice,
  GONE_SECONDS,
  mayStillSettle,
  pricesOfBook,
  StillServedError,
  storedPrices,
} from "./end-price.ts";
export type { Wait } from "./end-price.ts";
export { readReceipt } from "./find-receipt.ts";
export { createFindMissedResults, listPositions, readPositionRecords } from "./list-positions.ts";
export { positionRoutes } from "./routes.ts";
export { createSettlementLoop } from "./settle-positions.ts";
export type { SettlementLoop } from "./settle-positions.ts";
export { findFirstDue } from "./unsettled-positions.ts";
export { cancelPositions, lockNewPositions, lockOpenPositions, removePositions } from "./cancel-positions.ts";
