import { adminUserTimeline } from "@veritick/contract/schemas/admin-search.ts";
import type { TimelineEvent } from "@veritick/contract/schemas/admin-search.ts";
import * as contract from "@veritick/contract/schemas/admin-user-page.ts";
import type { UserNote } from "@veritick/contract/schemas/admin-user-page.ts";
import type { Page } from "@veritick/contract/values.ts";
import { askToConfirm, countLinkMail, listKeysOf, listSessionsOf } from "../../accounts/public.ts";
import { decisionRequestOf } from "../../approvals/public.ts";
import { recordAudit } from "../../audit/public.ts";
import { listNotedStatement, STATEMENT_PAGE, streamStatement } from "../../ledger/public.ts";
import type { StatementSelection } from "../../ledger/public.ts";
import { listAllDeposits, listAllWithdrawals } from "../../payments/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { answerOnce, recordAnswer } from "../../platform/http/idempotency.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { callerOf } from "../../platform/http/call.ts";
import type { Caller, IdempotencyClaim, Replayed, Streamed } from "../../platform/http/call.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { listPositions, readReceipt } from "../../positions/public.ts";
import type { AdminContext } from "../context.ts";
import { lockAccount } from "../users.ts";
import { resetWithdrawalCode } from "./reset-withdrawal-code.ts";
import { revokeKeyOfUser, setLocks, signOutUser } from "./restrict-user.ts";

/** Binds the calls of the page of one user. Its lists are the same as the user's own. */
export function adminUserRoutes(bind: Bind, context: AdminContext): void {
  const { database, clock } = context;

  bind(contract.adminUserPositions, ({ params, query }) =>
    ofUser(database, params.id, (id) => listPositions(database, id, query)),
  );
  bind(contract.adminPosition, ({ params }) => readReceipt(database, null, params.id));
  bind(contract.adminUserDeposits, ({ params, query }) =>
    ofUser(database, params.id, (id) => listAllDeposits(database, query, id)),
  );
  bind(contract.adminUserWithdrawals, ({ params, query }) =>
    ofUser(database, params.id, (id) => listAllWithdrawals(database, query, id)),
  );
  bind(contract.adminUserStatement, ({ params, query }) =>
    ofUser(database, params.id, (id) => {
      const { before, limit = STATEMENT_PAGE, ...filter } = query;
      return listNotedStatement(database, { userId: id, ...filter }, { before, limit });
    }),
  );
  bind(contract.adminUserStatementCsv, (call) =>
    ofUser(database, call.params.id, (id) =>
      exportStatement(context, { by: callerOf(call), selection: { userId: id, ...call.query } }),
    ),
  );
  bind(adminUserTimeline, ({ params, query }) =>
    ofUser(database, params.id, (id) => listTimeline(database, id, query)),
  );
  bind(contract.adminUserSessions, ({ params }) =>
    ofUser(database, params.id, (id) => listSessionsOf(database, id, dateOf(clock))),
  );
  bind(contract.adminUserApiKeys, ({ params }) =>
    ofUser(database, params.id, (id) => listKeysOf(database, id, dateOf(clock))),
  );
  bind(contract.adminRevokeApiKey, (call) =>
    revokeKeyOfUser(context, { by: callerOf(call), id: call.params.id, note: call.body.note }),
  );
  bind(contract.adminSignOutUser, async (call) => {
    const { params, body, identity } = call;
    const signedOut = await signOutUser(context, { by: callerOf(call), userId: params.id, note: body.note });
    if (isRefused(signedOut)) return signedOut;
    if (signedOut.id === identity.userId) call.clearSession();
    return { ok: true as const };
  });
  bind(contract.listUserNotes, ({ params, query }) =>
    ofUser(database, params.id, (id) => listNotes(database, id, query)),
  );
  bind(contract.addUserNote, (call) => {
    const { params, body, idempotency } = call;
    const { text, forPerson = false } = body;
    return addNote(context, { by: callerOf(call), userId: params.id, text, forPerson, idempotency });
  });
  bind(contract.setUserLocks, (call) => {
    const { params, body } = call;
    const { trading, withdrawals, note } = body;
    return setLocks(context, { by: callerOf(call), userId: params.id, trading, withdrawals, note });
  });
  bind(contract.adminSendConfirmation, (call) =>
    sendConfirmationTo(context, { by: callerOf(call), userId: call.params.id }),
  );
  bind(contract.resetWithdrawalCode, (call) =>
    resetWithdrawalCode(context, {
      ...decisionRequestOf(call),
      userId: call.params.id,
      note: call.body.note,
    }),
  );
}

/** Reads a list of a user. Refuses an unknown user instead of returning an empty list. */
async function ofUser<T>(
  database: Database,
  id: string,
  read: (id: string) => Promise<T>,
): Promise<T | Refused> {
  const { rows } = await database.query<{ id: string }>({
    name: "admin_find_user",
    text: "select id from users where id = $1",
    values: [id],
  });
  return rows[0] === undefined ? refuse("not_found") : read(rows[0].id);
}

/** Mails a user the link that confirms their address again. The audit log names no address. */
const sendConfirmationTo = (
  context: AdminContext,
  { by, userId }: { by: Caller; userId: string },
): Promise<{ ok: true } | Refused> =>
  transaction(context.database, async (connection): Promise<{ ok: true } | Refused> => {
    if (!context.notifier.sendsMails) return refuse("not_found");
    const user = await lockAccount(connection, userId, by, "support");
    if (isRefused(user)) return user;
    if (user.email_confirmed_at !== null) return refuse("email_confirmed");
    const tooMany = await countLinkMail(context, connection, user.id);
    if (tooMany !== undefined) return tooMany;
    await askToConfirm(context, connection, user, { address: by.address });
    await recordAudit(
      connection,
      { action: "confirmation_sent", by, subject: user.id },
      dateOf(context.clock),
    );
    return { ok: true };
  });

/** Streams a user's statement as a file. The audit log records the export before the first byte is sent. */
async function exportStatement(
  context: AdminContext,
  { by, selection }: { by: Caller; selection: StatementSelection },
): Promise<Streamed> {
  const at = dateOf(context.clock);
  const file = await streamStatement(context, selection, at);
  const { userId: subject, kinds, from, to } = selection;
  const after = { kind: "statement", kinds: kinds?.join(",") ?? null, from: from ?? null, to: to ?? null };
  await recordAudit(context.database, { action: "exported", by, subject, after }, at);
  return file;
}

const SHOWN = 100;

type EventRow = Omit<TimelineEvent, "at"> & { at: Date };

/**
 * Lists the events of a user, newest first. All ids begin with their time, so one id is the cursor of all sources. Each
 * source is read along its own index, at most a page.
 */
async function listTimeline(
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

type NoteRow = {
  id: string;
  text: string;
  for_person: boolean;
  author: string;
  author_email: string | null;
  created_at: Date;
};

const toNote = (row: NoteRow): UserNote => ({
  id: row.id,
  text: row.text,
  forPerson: row.for_person,
  author: row.author,
  authorEmail: row.author_email,
  createdAt: row.created_at.toISOString(),
});

/** Lists administrators' notes about a user, newest first. */
async function listNotes(database: Queryable, userId: string, page: Page): Promise<UserNote[]> {
  const { rows } = await database.query<NoteRow>({
    name: "list_user_notes",
    text: `select n.id, n.text, n.for_person, n.author, n.created_at, a.email as author_email
           from user_notes n left join users a on a.id = n.author
           where n.user_id = $1 and ($2::uuid is null or n.id < $2) order by n.id desc limit $3`,
    values: [userId, page.before ?? null, page.limit ?? SHOWN],
  });
  return rows.map(toNote);
}

type NewNote = {
  by: Caller;
  userId: string;
  text: string;
  forPerson: boolean;
  idempotency: IdempotencyClaim | undefined;
};

/** Adds a note. Notes are deleted with the account, so the audit log records that one was added but not its text. */
function addNote(
  context: AdminContext,
  { by, userId, text, forPerson, idempotency }: NewNote,
): Promise<UserNote | Refused | Replayed> {
  const { database, clock } = context;
  return answerOnce(context, by.actor, idempotency, () =>
    transaction(database, async (connection): Promise<UserNote | Refused> => {
      const user = await lockAccount(connection, userId, by, "support");
      if (isRefused(user)) return user;
      const at = dateOf(clock);
      const id = newId(at.getTime());
      const { rows } = await connection.query<NoteRow & { before: number }>(
        `insert into user_notes (id, user_id, author, text, for_person, created_at) values ($1, $2, $3, $4, $5, $6)
         returning id, text, for_person, author, created_at, (select email from users where id = author) as author_email,
           (select count(*) from user_notes where user_id = $2) as before`,
        [id, user.id, by.actor, text, forPerson, at],
      );
      const { before } = rows[0]!;
      const answer = toNote(rows[0]!);
      await recordAnswer(connection, by.actor, idempotency, answer, at, user.id);
      await recordAudit(
        connection,
        {
          action: "note_added",
          by,
          subject: user.id,
          target: id,
          before: { notes: before },
          after: { notes: before + 1 },
        },
        at,
      );
      return answer;
    }),
  );
}
