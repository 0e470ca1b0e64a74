// What the other features and the composition root use of the audit log.
export { sumAdjustedAlone } from "./adjusted-alone.ts";
export { changedFields } from "./changed-fields.ts";
export { recordAudit } from "./record-audit.ts";
export type { AuditRecord } from "./record-audit.ts";
export { auditRoutes } from "./routes.ts";
