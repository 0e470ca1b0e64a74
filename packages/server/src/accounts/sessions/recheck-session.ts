import type { Queryable } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";

/**
 * Whether the session is still there. An identity may come from memory, or its session end while its call is hashing:
 * what must not be done for an ended session asks this in its own transaction, after it has locked the user's row. The
 * session cannot end then until that transaction is over.
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
 * Whether somebody may still decide what they were let in for: while their call waited for locks, administration may have
 * been taken from them, or their session ended. Asked like the above, with their row as it is locked, or undefined where
 * there is none any more.
 */
export async function refuseDecider(
  connection: Queryable,
  by: Caller,
  locked: { is_admin: boolean } | undefined,
  role: "owner" | "administrator" = "administrator",
): Promise<Refused | undefined> {
  if (locked === undefined) return refuse("not_signed_in");
  if (role === "administrator" && !locked.is_admin) return refuse("forbidden");
  return refuseEnded(connection, by);
}

/** Of the two the session alone. */
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
