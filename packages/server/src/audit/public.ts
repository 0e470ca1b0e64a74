export {
  auditRoutes,
  changedFields,
  CONSOLE,
  isCredit,
  recordAudit,
  RULE,
  sumApprovedByRule,
  sumCreditedAlone,
} from "./audit-log.ts";
export type { AuditRecord } from "./audit-log.ts";
