import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { AdminSession } from "@veritick/contract/schemas/admin-user-page.ts";
import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { Session } from "@veritick/contract/schemas/security.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Call, Identity } from "../../platform/http/call.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount } from "../change-account.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { DEVICE_SECONDS } from "../passwords/known-places.ts";
import { SESSION_SECONDS } from "./sessions.ts";

/** The most sessions shown. Only a script has more. */
const MAX_SHOWN = 200;

type SessionRow = {
  id: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
};

/** Lists the user's sessions: the calling one first, then the others by their last use. */
export async function listSessions(
  { database, clock }: AccountContext,
  { userId, sessionId }: Identity,
): Promise<Session[]> {
  const rows = await readSessions(database, userId, sessionId, dateOf(clock));
  return rows.map((row) => ({ ...toSession(row), current: row.id === sessionId }));
}

export async function listSessionsOf(
  database: Queryable,
  userId: string,
  now: Date,
): Promise<AdminSession[]> {
  return (await readSessions(database, userId, null, now)).map(toSession);
}

async function readSessions(
  database: Queryable,
  userId: string,
  current: string | null,
  now: Date,
): Promise<SessionRow[]> {
  const { rows } = await database.query<SessionRow>(
    `select id, address, user_agent, created_at,
            case when id = $2 then greatest(last_seen_at, $3) else last_seen_at end as last_seen_at
     from sessions where user_id = $1 and expires_at > $3 and replaced_by is null
     order by id = $2 desc, last_seen_at desc, id limit ${MAX_SHOWN}`,
    [userId, current, now],
  );
  return rows;
}

const toSession = (row: SessionRow): AdminSession => ({
  id: row.id,
  address: row.address,
  userAgent: row.user_agent,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
});

/** Ends one of the user's own sessions, live connections included. */
export async function endSession(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  endedId: string,
): Promise<Refused | undefined> {
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record, onCommit }) => {
    const announce = await context.sessions.endById(connection, userId, endedId);
    if (announce === undefined) return refuse("not_found");
    onCommit(announce);
    await record("session_ended", { ...visitor, sessionId });
    return undefined;
  });
}

export async function signOutEverywhere(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
): Promise<Refused | undefined> {
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record, onCommit }) => {
    await context.sessions.endAll(connection, userId);
    onCommit(() => context.sessions.announceEnd(userId));
    await record("signed_out_everywhere", { ...visitor, sessionId });
    return undefined;
  });
}

type SignInCall = Pick<Call<Endpoint>, "setSession" | "setDevice"> & { identity: Identity | undefined };

/** Gives the browser the session of the user who has just signed in, and returns that user. */
export async function takeSession(
  { sessions }: AccountContext,
  call: SignInCall,
  { user, token, device }: { user: CurrentUser; token: string; device: string },
): Promise<CurrentUser> {
  // The browser forgets its earlier token, so only a thief would still use it.
  if (call.identity !== undefined) await sessions.end(call.identity);
  call.setSession(token, SESSION_SECONDS);
  call.setDevice(device, DEVICE_SECONDS);
  return user;
}
