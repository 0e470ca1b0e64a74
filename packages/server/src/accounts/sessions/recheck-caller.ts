import { mayAs } from "@veritick/contract/roles.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { RULE } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { roleOf } from "../users.ts";

/** The lowest role that may make a decision; "owner" if it is about the caller's own things. */
type Needed = "owner" | Role;
type Rights = { is_admin: boolean; staff_role: Role | null };

/**
 * Returns true if the session still exists. An identity may come from the cache, or its session may end while the call runs.
 * A use case that must not serve an ended session calls this in its transaction, after locking the user's row. The session
 * then cannot end before that transaction does.
 */
export async function isSessionAlive(connection: Queryable, sessionHash: Buffer): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: "is_session_alive",
    text: "select from sessions where token_hash = $1 for key share",
    values: [sessionHash],
  });
  return rowCount === 1;
}

/**
 * Locks the caller and the owner of the decided object in the order of their ids: after deposits and withdrawals, before
 * stripes and attention items. Refuses if the caller may no longer decide. The caller's row is locked because the row of the
 * idempotency key refers to it. A shared lock would be enough for that, but transactions that then wait for the row could
 * deadlock in PostgreSQL. The rule has no account, so only the owner is locked for it.
 */
export async function lockDecider(
  connection: Queryable,
  by: Caller | typeof RULE,
  ownerId: string | null,
  needed: Needed,
): Promise<Refused | undefined> {
  const { rows } = await connection.query<{ id: string } & Rights>({
    name: "lock_decider",
    text: "select id, is_admin, staff_role from users where id in ($1, $2) order by id for no key update",
    values: [by.actor, ownerId],
  });
  if (by.sessionId === null) return undefined;
  const decider = rows.find(({ id }) => id === by.actor);
  return refuseDecider(connection, by, decider, needed);
}

/**
 * Refuses if the caller may no longer decide: while their call waited for locks, they may have been demoted, signed out or
 * deleted. `locked` is the caller's locked row, undefined if it is gone.
 */
export async function refuseDecider(
  connection: Queryable,
  by: Caller,
  locked: Rights | undefined,
  needed: Needed,
): Promise<Refused | undefined> {
  if (locked === undefined) return refuse("not_signed_in");
  const role = roleOf(locked);
  if (needed !== "owner" && role === null) return refuse("forbidden");
  if (needed !== "owner" && !mayAs(role, needed)) return refuse("role_insufficient");
  return refuseEnded(connection, by);
}

/** Refuses if the caller's session has ended. Their row must be locked. */
export async function refuseEnded(
  connection: Queryable,
  { actor, sessionId }: Caller,
): Promise<Refused | undefined> {
  const { rowCount } = await connection.query({
    name: "is_decider_signed_in",
    text: "select from sessions where user_id = $1 and id = $2 for key share",
    values: [actor, sessionId],
  });
  return rowCount === 1 ? undefined : refuse("not_signed_in");
}

export async function findEndedSessions(
  { database, clock }: { database: Database; clock: Clock },
  sessionKeys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await database.query<{ key: string }>({
    name: "find_ended_sessions",
    text: `select encode(key, 'hex') as key from unnest($1::bytea[]) as key
           where not exists (select from sessions where token_hash = key and expires_at > $2)
             and not exists (select from api_keys where token_hash = key and expires_at > $2)`,
    values: [sessionKeys.map((key) => Buffer.from(key, "hex")), dateOf(clock)],
  });
  return new Set(rows.map(({ key }) => key));
}
