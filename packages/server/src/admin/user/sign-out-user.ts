import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { isRefused } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AdminContext } from "../context.ts";
import { lockAccount } from "../users.ts";

/** Ends every session of a user, live connections included. Returns the user's id in its canonical form. */
export async function signOutUser(
  { database, clock, sessions }: AdminContext,
  { by, userId, note }: { by: Caller; userId: string; note: string },
): Promise<{ id: string } | Refused> {
  const signedOut = await transaction(database, async (connection): Promise<{ id: string } | Refused> => {
    const user = await lockAccount(connection, userId, by, "support");
    if (isRefused(user)) return user;
    const at = dateOf(clock);
    const { rows } = await connection.query<{ count: number }>(
      "select count(*) as count from sessions where user_id = $1 and expires_at > $2",
      [user.id, at],
    );
    const { count } = rows[0]!;
    if (count === 0) return { id: user.id };
    await sessions.endAll(connection, user.id);
    await recordAudit(
      connection,
      {
        action: "sessions_ended",
        by,
        subject: user.id,
        before: { sessions: count },
        after: { sessions: 0 },
        reason: note,
      },
      at,
    );
    return { id: user.id };
  });
  if (!isRefused(signedOut)) sessions.announceEnd(signedOut.id);
  return signedOut;
}
