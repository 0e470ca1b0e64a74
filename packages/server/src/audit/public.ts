// What other features and the composition root use of the audit log.
export { auditRoutes, changedFields, CONSOLE, isCredit, recordAudit, sumCreditedAlone } from "./audit-log.ts";
