// What other features may use of accounts.
export { checkPepper, CodePepperLostError, isPepperKnown } from "./check-pepper.ts";
export type { AccountContext } from "./context.ts";
export { emptyAccount, removeUser } from "./remove-account.ts";
export { ensureAdmin, hasAdmin } from "./ensure-admin.ts";
export { createFindMissedEvents, findEndedSessions, readBalances } from "./find-missed-events.ts";
export { isSessionAlive, refuseDecider, refuseEnded } from "./is-session-alive.ts";
export { listSessionsOf } from "./list-sessions.ts";
export { createSessions } from "./sessions.ts";
export type { Sessions } from "./sessions.ts";
export { accountRoutes } from "./routes.ts";
export { sweepTasks } from "./sweep-tasks.ts";
export { proveSecondStep } from "./two-step/prove-second-step.ts";
export { proveWithdrawalCode } from "./withdrawal-code.ts";
