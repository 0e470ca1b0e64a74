// What other features may use of the ledger.
export { CapitalRefusedError, changeCapital } from "./change-capital.ts";
export { checkLedger, LEDGER_CHECKS, onOwnConnection } from "./check-ledger.ts";
export { checkLedgerHourly } from "./check-ledger-hourly.ts";
export type { LedgerFault } from "./check-ledger.ts";
export { findActor } from "./find-actor.ts";
export { postGenesisCapital } from "./genesis.ts";
export { addHouseFunds, ensureStripe, gatherFunds, releasePromises, usedStripes } from "./house-stripes.ts";
export { leaseStripe, onlyStripe } from "./lease-stripe.ts";
export type { StripeLease } from "./lease-stripe.ts";
export { listEntriesOf } from "./list-entries.ts";
export { post } from "./post.ts";
export { readHouse } from "./read-house.ts";
export { listStatement } from "./list-statement.ts";
export type { Selection as StatementSelection } from "./list-statement.ts";
export { STATEMENT_PAGE, statementRoutes } from "./statement-routes.ts";
export { streamStatement } from "./stream-statement.ts";
export { winsSql } from "./who-wins.sql.ts";
