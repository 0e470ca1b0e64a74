import type { AuditAction } from "@veritick/contract/audit-names.ts";
import * as contract from "@veritick/contract/schemas/admin.ts";
import type { AuditEntry, AuditQuery, AuditState } from "@veritick/contract/schemas/admin.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { firstIdAt } from "../platform/ids.ts";

export function auditRoutes(bind: Bind, database: Database): void {
  bind(contract.listAudit, ({ query }) => listAudit(database, query));
}

type AuditRow = {
  id: string;
  action: AuditAction;
  created_at: Date;
  actor: string;
  actor_email: string | null;
  address: string | null;
  subject: string | null;
  subject_email: string | null;
  target: string | null;
  before: AuditState | null;
  after: AuditState | null;
  reason: string | null;
  proposed_by: string | null;
  proposed_by_email: string | null;
};

const ENTRIES_SHOWN = 100;
/** Clocks of processes differ, and ids follow them. */
const SLACK_MS = 600_000;

/**
 * Lists what administrators did, newest first. An index gives each page in order, or the entries about one user. E-mails
 * are looked up for the page only.
 */
async function listAudit(database: Database, query: AuditQuery): Promise<AuditEntry[]> {
  const values: unknown[] = [query.limit ?? ENTRIES_SHOWN];
  const conditions: string[] = [];
  for (const [column, value] of [
    ["id <", query.before],
    ["action =", query.action],
    ["actor =", query.actor],
    ["subject =", query.subject],
    // Ids begin with their time, so an index leads there; each entry's own time decides.
    ["id >=", query.from && firstIdAt(Date.parse(query.from) - SLACK_MS)],
    ["id <", query.to && firstIdAt(Date.parse(query.to) + SLACK_MS)],
    ["created_at >=", query.from && new Date(query.from)],
    ["created_at <", query.to && new Date(query.to)],
  ] as const) {
    if (value !== undefined) conditions.push(`${column} $${values.push(value)}`);
  }
  const where = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
  const { rows } = await database.query<AuditRow>(
    `select l.*, a.email as actor_email, s.email as subject_email, p.email as proposed_by_email
     from (select * from audit_log ${where} order by id desc limit $1) l
     left join users a on a.id = l.actor
     left join users s on s.id = l.subject
     left join users p on p.id = l.proposed_by
     order by l.id desc`,
    values,
  );
  return rows.map(toAuditEntry);
}

const toAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  action: row.action,
  createdAt: row.created_at.toISOString(),
  actor: row.actor,
  actorEmail: row.actor_email,
  address: row.address,
  subject: row.subject,
  subjectEmail: row.subject_email,
  target: row.target,
  before: row.before,
  after: row.after,
  reason: row.reason,
  proposedBy: row.proposed_by,
  proposedByEmail: row.proposed_by_email,
});
