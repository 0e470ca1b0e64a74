// What positions, payments, admin and the composition root use of limits.
export { pauseOf } from "./pause.ts";
export { refuseDeposit, refusePassed, refusePaused } from "./own-limits.ts";
export { limitRoutes } from "./routes.ts";
