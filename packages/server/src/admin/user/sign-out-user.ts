import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { isRefused } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AdminContext } from "../context.ts";
import { lockAccount } from "../users.ts";

/** Ends every session and API key of a user, live connections included. Returns the user's id in its canonical form. */
export async function signOutUser(
  { database, clock, sessions }: AdminContext,
  { by, userId, note }: { by: Caller; userId: string; note: string },
): Promise<{ id: string } | Refused> {
  const signedOut = await transaction(database, async (connection): Promise<{ id: string } | Refused> => {
    const user = await lockAccount(connection, userId, by, "support");
    if (isRefused(user)) return user;
    const at = dateOf(clock);
    const { rows } = await connection.query<{ open: number; keys: number }>(
      `select (select count(*) from sessions where user_id = $1 and expires_at > $2) as open,
              (select count(*) from api_keys where user_id = $1 and expires_at > $2) as keys`,
      [user.id, at],
    );
    const { open, keys } = rows[0]!;
    if (open + keys === 0) return { id: user.id };
    await sessions.endAll(connection, user.id);
    await recordAudit(
      connection,
      {
        action: "sessions_ended",
        by,
        subject: user.id,
        before: { sessions: open, ...(keys > 0 && { apiKeys: keys }) },
        after: { sessions: 0, ...(keys > 0 && { apiKeys: 0 }) },
        reason: note,
      },
      at,
    );
    return { id: user.id };
  });
  if (!isRefused(signedOut)) sessions.announceEnd(signedOut.id);
  return signedOut;
}
