import {
  announceRevoked,
  announceSecurityEvent,
  endKey,
  listKeysOf,
  recordSecurityEvent,
} from "../../accounts/public.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AdminContext } from "../context.ts";
import { lockAccount } from "../users.ts";

type Revoked = {
  userId: string;
  hash: Buffer;
  event: Awaited<ReturnType<typeof recordSecurityEvent>>;
};

/**
 * Revokes one API key of a user, live connections included. Its owner sees it among their security events. The log names the key
 * by its id, because people write into the name what they like.
 */
export async function revokeKeyOfUser(
  { database, clock, bus }: AdminContext,
  { by, id, note }: { by: Caller; id: string; note: string },
): Promise<{ ok: true } | Refused> {
  const revoked = await transaction(database, async (connection): Promise<Revoked | Refused> => {
    const { rows } = await connection.query<{ user_id: string }>(
      "select user_id from api_keys where id = $1",
      [id],
    );
    if (rows[0] === undefined) return refuse("not_found");
    const user = await lockAccount(connection, rows[0].user_id, by, "support");
    if (isRefused(user)) return user;
    const at = dateOf(clock);
    const before = (await listKeysOf(connection, user.id, at)).length;
    const hash = await endKey(connection, user.id, id);
    if (hash === undefined) return refuse("not_found");
    const event = await recordSecurityEvent(connection, clock, user.id, "api_key_revoked", {});
    await recordAudit(
      connection,
      {
        action: "api_key_revoked",
        by,
        subject: user.id,
        target: id.toLowerCase(),
        before: { apiKeys: before },
        after: { apiKeys: (await listKeysOf(connection, user.id, at)).length },
        reason: note,
      },
      at,
    );
    return { userId: user.id, hash, event };
  });
  if (isRefused(revoked)) return revoked;
  announceRevoked(bus, revoked.userId, revoked.hash);
  announceSecurityEvent(bus, revoked.userId, revoked.event);
  return { ok: true };
}
