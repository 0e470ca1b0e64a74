// What the other features and the composition root use of the audit log.
export { changedFields } from "./changed-fields.ts";
export { isCredit, sumCreditedAlone } from "./credited-alone.ts";
export { recordAudit } from "./record-audit.ts";
export type { AuditRecord } from "./record-audit.ts";
export { auditRoutes } from "./routes.ts";
