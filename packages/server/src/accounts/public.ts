// What other features may use of accounts.
export { checkPepper, CodePepperLostError, isPepperKnown } from "./check-pepper.ts";
export { recordOwnExport } from "./change-account.ts";
export type { AccountContext } from "./context.ts";
export { endKeys } from "./api-keys/api-keys.ts";
export { emptyAccount, removeUser } from "./remove-account.ts";
export { isSetupToken, makeFirstAdministrator, offerSetup } from "./first-administrator.ts";
export { ensureAdmin, hasAdmin } from "./replace-access.ts";
export { createFindMissedEvents, findEndedSessions, readBalances } from "./find-missed-events.ts";
export { lockDecider, refuseDecider, refuseEnded } from "./sessions/recheck-caller.ts";
export { replaceAccess } from "./replace-access.ts";
export { recordSecurityEvent } from "./security-events.ts";
export { listSessionsOf } from "./sessions/manage-sessions.ts";
export { createSessions } from "./sessions/sessions.ts";
export type { IdleLimits, Sessions } from "./sessions/sessions.ts";
export { accountRoutes, setupRoutes } from "./routes.ts";
export { rightsOf, roleOf } from "./users.ts";
export { sweepTasks } from "./sweep-tasks.ts";
export { withdrawalProofs } from "./withdrawal-proofs.ts";
