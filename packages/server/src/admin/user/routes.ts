import { adminUserTimeline } from "@veritick/contract/schemas/admin-search.ts";
import * as contract from "@veritick/contract/schemas/admin-user-page.ts";
import { listKeysOf, listSessionsOf } from "../../accounts/public.ts";
import { recordAudit } from "../../audit/public.ts";
import { listNotedStatement, STATEMENT_PAGE, streamStatement } from "../../ledger/public.ts";
import type { StatementSelection } from "../../ledger/public.ts";
import { listDepositsOf, listWithdrawalsOf } from "../../payments/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { callerOf } from "../../platform/http/call.ts";
import type { Caller, Streamed } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { readReceipt, listPositions } from "../../positions/public.ts";
import type { AdminContext } from "../context.ts";
import { addNote, listNotes } from "./notes.ts";
import { revokeKeyOfUser } from "./revoke-key.ts";
import { setLocks } from "./set-locks.ts";
import { listTimeline } from "./timeline.ts";
import { signOutUser } from "./sign-out-user.ts";

/** The page of one user. Its lists are the ones that the user sees, read for the user's id. */
export function adminUserRoutes(bind: Bind, context: AdminContext): void {
  const { database, clock } = context;

  bind(contract.adminUserPositions, ({ params, query }) =>
    ofUser(database, params.id, (id) => listPositions(database, id, query)),
  );
  bind(contract.adminPosition, ({ params }) => readReceipt(database, null, params.id));
  bind(contract.adminUserDeposits, ({ params, query }) =>
    ofUser(database, params.id, (id) => listDepositsOf(database, id, query)),
  );
  bind(contract.adminUserWithdrawals, ({ params, query }) =>
    ofUser(database, params.id, (id) => listWithdrawalsOf(database, id, query)),
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
    return addNote(context, { by: callerOf(call), userId: params.id, text: body.text, idempotency });
  });
  bind(contract.setUserLocks, (call) => {
    const { params, body } = call;
    const { trading, withdrawals, note } = body;
    return setLocks(context, { by: callerOf(call), userId: params.id, trading, withdrawals, note });
  });
}

/** Reads a list of a user's. An unknown user is a refusal, not an empty list. */
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
