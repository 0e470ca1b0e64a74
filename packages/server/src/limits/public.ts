// What the composition root uses of limits, and whoever must hold to them.
export { refuseDeposit } from "./refuse-deposit.ts";
export { pauseOf } from "./pause.ts";
export { refusePassed, refusePaused } from "./refusals.ts";
export { limitRoutes } from "./routes.ts";
