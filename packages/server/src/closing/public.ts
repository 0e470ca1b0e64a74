// What the composition root and the administration use of closing accounts.
export { closingRoutes } from "./close-own-account.ts";
export { lockWholeAccount, removeWholeAccount, withWholeAccount } from "./whole-account.ts";
export type { LockedRow } from "./whole-account.ts";
