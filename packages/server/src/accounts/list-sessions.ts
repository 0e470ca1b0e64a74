import type { Session } from "@veritick/contract/security.ts";
import { dateOf } from "../platform/clock.ts";
import type { Identity } from "../platform/http/call.ts";
import type { AccountContext } from "./context.ts";

/** Nobody is in as many places; who signs in by a script may be. */
const MOST = 200;

type SessionRow = {
  id: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
};

/** Where the user is signed in, the last used first: the session that asks is being used right now. */
export async function listSessions(
  { database, clock }: AccountContext,
  { userId, sessionId }: Identity,
): Promise<Session[]> {
  const now = dateOf(clock);
  const { rows } = await database.query<SessionRow>(
    `select id, address, user_agent, created_at,
            case when id = $2 then greatest(last_seen_at, $3) else last_seen_at end as last_seen_at
     from sessions where user_id = $1 and expires_at > $3
     order by id = $2 desc, last_seen_at desc, id limit ${MOST}`,
    [userId, sessionId, now],
  );
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}
