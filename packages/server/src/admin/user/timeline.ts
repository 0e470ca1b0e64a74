import type { TimelineEvent } from "@veritick/contract/schemas/admin-search.ts";
import type { Page } from "@veritick/contract/values.ts";
import type { Database } from "../../platform/db/database.ts";

const SHOWN = 100;

type EventRow = Omit<TimelineEvent, "at"> & { at: Date };

/**
 * What happened to a user, newest first. All ids begin with their time, so one id says where each of the sources goes on. Each is
 * read along its own index no further than a page.
 */
export async function listTimeline(
  database: Database,
  userId: string,
  { before, limit }: Page,
): Promise<TimelineEvent[]> {
  const { rows } = await database.query<EventRow>({
    name: "list_timeline",
    text: TIMELINE,
    values: [userId, before ?? LAST_ID, limit ?? SHOWN],
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

type Columns = Partial<Record<"detail" | "side" | "amount" | "result" | "text" | "by", string>> & {
  duration?: string;
};

const source = (kind: TimelineEvent["kind"], table: string, owner: string, columns: Columns) => {
  const text = (name: Exclude<keyof Columns, "duration">) => `(${columns[name] ?? "null"})::text as ${name}`;
  return `(
    select t.id, '${kind}' as kind, t.created_at as at, ${text("detail")}, ${text("side")},
      (${columns.duration ?? "null"})::integer as duration, ${text("amount")}, ${text("result")}, ${text("text")}, ${text("by")}
    from ${table} t where t.${owner} = $1 and t.id < $2 order by t.id desc limit $3)`;
};

const emailOf = (id: string) => `select u.email from users u where u.id = ${id}`;

const TIMELINE = `select * from (${[
  source("position", "trading_positions", "user_id", {
    detail: "t.status",
    side: "t.type",
    duration: "t.duration",
    amount: "t.amount",
    result: "t.profit",
  }),
  source("deposit", "deposit_transactions", "user_id", {
    detail: "t.status",
    amount: "t.amount",
    result: "t.credited",
    text: "t.rejection_reason",
  }),
  source("withdrawal", "withdrawal_transactions", "user_id", {
    detail: "t.status",
    amount: "t.amount",
    result: "t.net_amount",
    text: "t.rejection_reason",
  }),
  source("security", "security_events", "user_id", { detail: "t.kind", by: "t.address" }),
  source("note", "user_notes", "user_id", { text: "t.text", by: emailOf("t.author") }),
  source("audit", "audit_log", "subject", {
    detail: "t.action",
    result:
      "case t.action when 'balance_adjusted' then (t.after->>'balance')::numeric - (t.before->>'balance')::numeric end",
    text: "t.reason",
    by: emailOf("t.actor"),
  }),
].join(" union all ")}) e order by id desc limit $3`;
