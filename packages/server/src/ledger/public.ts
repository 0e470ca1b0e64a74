export { isArchived, listArchivedOf, monthNamed } from "./archived-months.ts";
export type { Month } from "./archived-months.ts";
export { checkLedgerHourly } from "./check-ledger-hourly.ts";
export { checkLedger, KEPT_SUMS, LEDGER_CHECKS, onOwnConnection } from "./check-ledger.ts";
export type { LedgerFault } from "./check-ledger.ts";
export { CapitalRefusedError, changeCapital, postGenesisCapital } from "./house-capital.ts";
export {
  addHouseFunds,
  claimFunds,
  gatherFunds,
  openStripe,
  readHouse,
  releasePromises,
  RETAKEN_MS,
  usedStripes,
} from "./house-stripes.ts";
export { listEntriesOf, listNotedStatement, streamStatement } from "./statement.ts";
export { post } from "./post.ts";
export { STATEMENT_PAGE, statementRoutes } from "./routes.ts";
export type { Selection as StatementSelection } from "./statement.ts";
export { idAfter, idBefore } from "./transactions-near.sql.ts";
export { winsSql } from "./who-wins.sql.ts";
