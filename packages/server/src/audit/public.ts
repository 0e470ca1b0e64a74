// What other features and the composition root use of the audit log.
export { isCredit, sumCreditedAlone } from "./credited-alone.ts";
export { changedFields, CONSOLE, recordAudit } from "./record-audit.ts";
export { auditRoutes } from "./routes.ts";
