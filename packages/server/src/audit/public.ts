export { auditRoutes, changedFields, CONSOLE, isCredit, recordAudit, sumCreditedAlone } from "./audit-log.ts";
