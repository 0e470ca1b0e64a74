import { CONSOLE_ACTOR, RULE_ACTOR } from "@veritick/contract/audit-names.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import * as contract from "@veritick/contract/schemas/admin.ts";
import type { AuditEntry, AuditQuery, AuditState } from "@veritick/contract/schemas/admin.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Caller } from "../platform/http/call.ts";
import { firstIdAt, newId } from "../platform/ids.ts";

/** The actor at the server's console, which needs no session. */
export const CONSOLE = { actor: CONSOLE_ACTOR, sessionId: null, address: null } as const;

/** The actor of withdrawals that the rule approves. It needs no session and has no rights: its conditions stand for them. */
export const RULE = { actor: RULE_ACTOR, sessionId: null, address: null } as const;

/** An administrator's action. It holds ids and amounts but no e-mails, because entries outlive accounts. */
export type AuditRecord = {
  action: AuditAction;
  /** The actor; without a session if they followed a mailed link, and without an address too if it took effect by itself. */
  by: Caller | typeof CONSOLE | { actor: string; sessionId: null; address: string | null };
  subject?: string | null;
  /** The deposit, withdrawal, attention item, proposal, position or session. */
  target?: string | null;
  /** The fields that the action changed, with its amount. */
  before?: AuditState;
  after?: AuditState;
  reason?: string | undefined;
  /** The first of two administrators, if the decision needed two. */
  proposedBy?: string | null | undefined;
};

/** Writes the entry in the transaction of the action itself, so that neither exists without the other. Returns its id. */
export async function recordAudit(connection: Queryable, record: AuditRecord, at: Date): Promise<string> {
  const id = newId(at.getTime());
  const { action, by, subject, target, before, after, reason, proposedBy } = record;
  await connection.query({
    name: "record_audit",
    text: `insert into audit_log (
             id, action, actor, session_id, address, subject, target, before, after, reason, proposed_by, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      id,
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
  return id;
}

/** Picks the fields that an action changed. `kept` names fields to include even if they are unchanged. */
export function changedFields(
  before: AuditState,
  after: AuditState,
  kept: readonly string[] = [],
): { before: AuditState; after: AuditState } {
  const names = Object.keys(after).filter((name) => kept.includes(name) || before[name] !== after[name]);
  const pick = (state: AuditState): AuditState =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

const DAY_MS = 86_400_000;

/** Actions by which an administrator changes a balance. Their audit entries hold the balance before and after. */
const CREDITS: readonly AuditAction[] = [
  "balance_adjusted",
  "deposit_approved",
  "payment_credited",
  "withdrawal_marked_failed",
];

export const isCredit = (action: string): boolean => (CREDITS as readonly string[]).includes(action);

/**
 * Sums the amounts by which one administrator alone has changed balances in the last 24 hours, up and down alike. A caller
 * that decides by the sum must hold the administrator's row locked, so that the sum cannot grow meanwhile.
 */
export async function sumCreditedAlone(connection: Queryable, actor: string, nowMs: number): Promise<Minor> {
  const { rows } = await connection.query<{ sum: string }>({
    name: "sum_credited_alone",
    text: `select coalesce(sum(abs((after ->> 'balance')::numeric - (before ->> 'balance')::numeric)), 0)::text as sum
           from audit_log
           where actor = $1 and action = any($2) and id >= $3 and proposed_by is null`,
    values: [actor, CREDITS, firstIdAt(nowMs - DAY_MS)],
  });
  return parseMinor(rows[0]!.sum);
}

/**
 * Sums the amounts of the withdrawals that the rule has approved in the last 24 hours. A caller that decides by the sum must
 * hold the settings locked, so that the sum cannot grow meanwhile.
 */
export async function sumApprovedByRule(connection: Queryable, nowMs: number): Promise<Minor> {
  const { rows } = await connection.query<{ sum: string }>({
    name: "sum_approved_by_rule",
    text: `select coalesce(sum((after ->> 'amount')::numeric), 0)::text as sum
           from audit_log where actor = $1 and action = 'withdrawal_approved' and id >= $2`,
    values: [RULE.actor, firstIdAt(nowMs - DAY_MS)],
  });
  return parseMinor(rows[0]!.sum);
}

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
/** The most by which an id's time may differ from the entry's own: the clocks of processes differ. */
const SLACK_MS = 600_000;

/**
 * Lists administrators' actions, newest first. An index gives each page in order, or the entries about one user. The query
 * looks up e-mails for the page only.
 */
async function listAudit(database: Database, query: AuditQuery): Promise<AuditEntry[]> {
  const values: unknown[] = [query.limit ?? ENTRIES_SHOWN];
  const conditions: string[] = [];
  for (const [column, value] of [
    ["id <", query.before],
    ["action =", query.action],
    ["actor =", query.actor],
    ["subject =", query.subject],
    // Ids begin with their time, so an index finds the rows. The conditions on `created_at` decide.
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
