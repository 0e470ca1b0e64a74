import type { Language } from "@veritick/contract/errors.ts";
import type { SecurityEvent, SecurityEventKind } from "@veritick/contract/schemas/security.ts";
import type { Bus } from "../cluster/bus.ts";
import type { FindMissed } from "../cluster/catch-up.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { firstIdAt, newId } from "../platform/ids.ts";

/** The session, address and browser that caused an event, as far as they are known. */
export type SecurityActor = {
  sessionId?: string;
  address?: string;
  userAgent?: string | undefined;
  language?: Language | undefined;
};

const KEPT_PER_KIND = 1_000;

export type SecurityEventRow = {
  id: string;
  kind: SecurityEventKind;
  session_id: string | null;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  seen_at: Date | null;
};

/**
 * Records an event in the transaction of the change itself. The user's row must be locked, because the events of an account
 * are numbered in the order of their commits. Announce the returned event after the commit.
 */
export async function recordSecurityEvent(
  database: Queryable,
  clock: Clock,
  userId: string,
  kind: SecurityEventKind,
  actor: SecurityActor,
): Promise<SecurityEvent> {
  const { rows } = await database.query<SecurityEventRow>(
    `insert into security_events (id, user_id, kind, session_id, address, user_agent, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning *`,
    [
      newId(clock.nowMs()),
      userId,
      kind,
      actor.sessionId ?? null,
      actor.address ?? null,
      actor.userAgent?.replaceAll("\0", "") ?? null,
      dateOf(clock),
    ],
  );
  await prune(database, userId, kind);
  return toSecurityEvent(rows[0]!);
}

/** Keeps the newest of each kind, so that many events of one kind, such as logins, never push out another kind. */
async function prune(database: Queryable, userId: string, kind: SecurityEventKind): Promise<void> {
  await database.query(
    `delete from security_events where user_id = $1 and kind = $2 and id <= (
       select id from security_events where user_id = $1 and kind = $2 order by id desc offset ${KEPT_PER_KIND} limit 1)`,
    [userId, kind],
  );
}

export function announceSecurityEvent(bus: Bus, userId: string, event: SecurityEvent): void {
  bus.publish({ kind: "push", userId, push: { type: "securityEvent", event } });
}

/** Creates a query for the security events of users since a time. The ids of events begin with their time. */
export const createFindMissedEvents =
  (database: Database): FindMissed =>
  async (userIds, sinceMs) => {
    const { rows } = await database.query<SecurityEventRow & { user_id: string }>({
      name: "find_missed_events",
      text: `select id, user_id, kind, session_id, address, user_agent, created_at, seen_at from security_events
             where user_id = any ($1) and id >= $2 order by id`,
      values: [userIds, firstIdAt(sinceMs)],
    });
    return rows.map((row) => ({
      userId: row.user_id,
      push: { type: "securityEvent", event: toSecurityEvent(row) },
    }));
  };

export function toSecurityEvent(row: SecurityEventRow): SecurityEvent {
  return {
    id: row.id,
    kind: row.kind,
    sessionId: row.session_id,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    seen: row.seen_at !== null,
  };
}
