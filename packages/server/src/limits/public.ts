export { watchForHarm } from "./signs-of-harm.ts";
export { COUNT_ANEW_AT, renewWindows } from "./change-limits.ts";
export { limitsOfOrders, NO_LIMITS } from "./limits-of-orders.sql.ts";
export { pauseOf } from "./pause.ts";
export { refuseDeposit, refusePassed, refusePaused } from "./own-limits.ts";
export { limitRoutes } from "./routes.ts";
