import type { AuditAction } from "@veritick/contract/audit-names.ts";
import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Caller } from "../platform/http/call.ts";
import { newId } from "../platform/ids.ts";

/** What an administrator did. Ids and amounts only, no e-mails: entries outlive the accounts they are about. */
export type AuditRecord = {
  action: AuditAction;
  by: Caller;
  /** The user it concerned. */
  subject?: string | null;
  /** The deposit, withdrawal, item, proposal, position or session. */
  target?: string | null;
  /** What the action changed, as it was and as it is, with the amount that it was about. */
  before?: AuditState;
  after?: AuditState;
  reason?: string | undefined;
  /** Who decided first, where two persons were needed. */
  proposedBy?: string | null | undefined;
};

/** Written in the transaction that does what it tells of: one is not without the other. */
export async function recordAudit(connection: Queryable, record: AuditRecord, at: Date): Promise<void> {
  const { action, by, subject, target, before, after, reason, proposedBy } = record;
  await connection.query({
    name: "record_audit",
    text: `insert into audit_log (
             id, action, actor, session_id, address, subject, target, before, after, reason, proposed_by, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      newId(at.getTime()),
      action,
      by.actor,
      by.sessionId,
      by.address,
      subject ?? null,
      target ?? null,
      before === undefined ? null : JSON.stringify(before),
      after === undefined ? null : JSON.stringify(after),
      reason ?? null,
      proposedBy ?? null,
      at,
    ],
  });
}
