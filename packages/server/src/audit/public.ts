export { auditRoutes, changedFields, CONSOLE, isCredit, recordAudit, sumCreditedAlone } from "./audit-log.ts";
export type { AuditRecord } from "./audit-log.ts";
