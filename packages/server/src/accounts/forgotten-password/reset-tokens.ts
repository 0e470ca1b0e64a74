import { createHash, randomBytes } from "node:crypto";
import type { Queryable } from "../../platform/db/database.ts";
import { sweepTable } from "../../platform/db/sweep-table.ts";

export const RESET_MINUTES = 60;

const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A new token in place of any earlier one of the user's. Only its hash is kept. The user's row must be locked. */
export async function replaceResetToken(connection: Queryable, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await deleteResetTokens(connection, userId);
  await connection.query(
    `insert into password_resets (token_hash, user_id, created_at, expires_at)
     values ($1, $2, $3, $3::timestamptz + make_interval(mins => ${RESET_MINUTES}))`,
    [hashToken(token), userId, now],
  );
  return token;
}

/** Whose password this token may replace. */
export async function findResetUser(
  database: Queryable,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await database.query<{ user_id: string }>(
    "select user_id from password_resets where token_hash = $1 and expires_at > $2",
    [hashToken(token), now],
  );
  return rows[0]?.user_id;
}

/** False where it was used, replaced or has expired meanwhile. */
export async function consumeResetToken(connection: Queryable, token: string, now: Date): Promise<boolean> {
  const { rowCount } = await connection.query(
    "delete from password_resets where token_hash = $1 and expires_at > $2",
    [hashToken(token), now],
  );
  return rowCount === 1;
}

export async function deleteResetTokens(connection: Queryable, userId: string): Promise<void> {
  await connection.query("delete from password_resets where user_id = $1", [userId]);
}

export const sweepResetTokens = (database: Queryable, now: Date): Promise<void> =>
  sweepTable(database, { table: "password_resets", key: "token_hash", column: "expires_at" }, now);
