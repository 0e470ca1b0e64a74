// What the composition root uses of positions, and the administration of users.
export { createOpenPosition } from "./open-position.ts";
export { positionRoutes } from "./routes.ts";
export { createSettlementLoop } from "./settlement-loop.ts";
export { refundPositions } from "./refund-positions.ts";
export { cancelPositions, lockNewPositions, lockOpenPositions } from "./cancel-positions.ts";
