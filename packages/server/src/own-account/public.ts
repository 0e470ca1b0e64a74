export { closingRoutes } from "./close-own-account.ts";
export { ownDataRoutes } from "./export-own-data.ts";
export { lockWholeAccount, removeWholeAccount, withWholeAccount } from "./whole-account.ts";
export type { LockedRow } from "./whole-account.ts";
