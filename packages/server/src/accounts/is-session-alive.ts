import type { Queryable } from "../platform/database.ts";

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
