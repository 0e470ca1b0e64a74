export { recordOwnExport } from "./change-account.ts";
export { visitorOf } from "./context.ts";
export type { AccountContext } from "./context.ts";
export { closingBy } from "./two-step/prove-passkey.ts";
export { sealSecretsAnew } from "./two-step/prove-second-step.ts";
export { proveBothSteps, stepUpMethod } from "./two-step/step-up.ts";
export { announceRevoked, endKey, endKeys } from "./api-keys/api-keys.ts";
export { listKeysOf } from "./api-keys/manage-keys.ts";
export { emptyAccount, removeUser, replaceAccess } from "./replace-access.ts";
export {
  ensureAdmin,
  hasAdmin,
  isSetupToken,
  makeFirstAdministrator,
  offerSetup,
} from "./first-administrator.ts";
export { findEndedSessions, lockDecider, refuseDecider, refuseEnded } from "./sessions/recheck-caller.ts";
export { announceSecurityEvent, createFindMissedEvents, recordSecurityEvent } from "./security-events.ts";
export { listSessionsOf } from "./sessions/manage-sessions.ts";
export { createSessions } from "./sessions/sessions.ts";
export type { IdleLimits, Sessions } from "./sessions/sessions.ts";
export { accountRoutes, setupRoutes, sweepTasks } from "./routes.ts";
export { isLastAdministrator, lockRights, readBalances, rightsOf, roleOf } from "./users.ts";
export { withdrawalProofs } from "./withdrawal-code.ts";
