// The audit log's exports for other features and the composition root.
export { auditRoutes, changedFields, CONSOLE, isCredit, recordAudit, sumCreditedAlone } from "./audit-log.ts";
