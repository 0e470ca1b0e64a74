// What other features may use of accounts.
export { ensureAdmin, hasAdmin } from "./ensure-admin.ts";
export { createSessions } from "./sessions.ts";
export type { Sessions } from "./sessions.ts";
export { accountRoutes } from "./routes.ts";
