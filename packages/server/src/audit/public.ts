// What other features and the composition root use of the audit log.
export { changedFields, CONSOLE, isCredit, recordAudit, sumCreditedAlone } from "./record-audit.ts";
export { auditRoutes } from "./routes.ts";
