import * as z from "zod/mini";
import { AUDIT_ACTIONS } from "./audit-actions.ts";
import { endpoint } from "./endpoint.ts";
import { instant, page, uuid } from "./values.ts";

export const auditAction = z.enum(AUDIT_ACTIONS, { error: "audit_filter_invalid" });

/** Some fields of what an action was about. No e-mail, secret or code is among them: entries are kept for good. */
export const auditState = z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()])));
export type AuditState = z.infer<typeof auditState>;

/**
 * One action of an administrator's. `subject` is the user it concerned, `target` the deposit, withdrawal, item, proposal
 * or session. E-mails are those of today; null where the account is gone. `proposedBy` is set where two persons were
 * needed: the first of them.
 */
export const auditEntry = z.object({
  id: uuid,
  action: auditAction,
  createdAt: instant,
  actor: uuid,
  actorEmail: z.nullable(z.string()),
  address: z.nullable(z.string()),
  subject: z.nullable(uuid),
  subjectEmail: z.nullable(z.string()),
  target: z.nullable(uuid),
  before: z.nullable(auditState),
  after: z.nullable(auditState),
  reason: z.nullable(z.string()),
  proposedBy: z.nullable(uuid),
  proposedByEmail: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filterId = z.optional(
  z
    .string({ error: "audit_filter_invalid" })
    .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "audit_filter_invalid")),
);

export const listAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  summary:
    "What administrators did, newest first; of one action, by one administrator or about one user where asked for",
  audience: "admin",
  query: z.extend(page, {
    action: z.optional(auditAction),
    actor: filterId,
    subject: filterId,
  }),
  reply: z.array(auditEntry),
  refusals: ["page_invalid", "audit_filter_invalid"],
});
export type AuditQuery = z.output<typeof listAudit.query>;
