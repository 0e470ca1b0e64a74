// What other features may use of the ledger.
export { checkLedger, LEDGER_CHECKS } from "./check-ledger.ts";
export type { LedgerFault } from "./check-ledger.ts";
export { findActor } from "./find-actor.ts";
export { postGenesisCapital } from "./genesis.ts";
export { addHouseFunds, ensureStripe, gatherFunds, releasePromises } from "./house-stripes.ts";
export { listEntriesOf } from "./list-entries.ts";
export { post } from "./post.ts";
export { statementRoutes } from "./statement-routes.ts";
