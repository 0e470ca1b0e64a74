import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import {
  announceRevoked,
  announceSecurityEvent,
  endKey,
  listKeysOf,
  recordSecurityEvent,
} from "../../accounts/public.ts";
import { refuseOwnAccount } from "../../approvals/public.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AdminContext } from "../context.ts";
import { getUser, lockAccount } from "../users.ts";

type LockChange = {
  by: Caller;
  userId: string;
  /** The wanted lock; undefined to leave it as it is. */
  trading: boolean | undefined;
  withdrawals: boolean | undefined;
  note: string;
};

/**
 * Stops a user from opening positions or from withdrawing, or allows it again. Orders and withdrawals read the locks from
 * the user's locked row, so none passes once this is committed. Open positions and pending withdrawals continue.
 * Administrators who may not decide about their own account cannot change its locks either.
 */
export async function setLocks(
  context: AdminContext,
  { by, userId, trading, withdrawals, note }: LockChange,
): Promise<AdminUserDetails | Refused> {
  const { database, clock } = context;
  const refusal = await transaction(database, async (connection) => {
    const user = await lockAccount(connection, userId, by, "support");
    if (isRefused(user)) return user;
    const own = refuseOwnAccount(context, { by }, user.id);
    if (own !== undefined) return own;
    const at = dateOf(clock);
    const next = (wanted: boolean | undefined, since: Date | null): Date | null =>
      wanted === undefined ? since : wanted ? (since ?? at) : null;
    const tradingSince = next(trading, user.trading_locked_at);
    const withdrawalsSince = next(withdrawals, user.withdrawals_locked_at);
    if (tradingSince === user.trading_locked_at && withdrawalsSince === user.withdrawals_locked_at) return;
    await connection.query(
      "update users set trading_locked_at = $2, withdrawals_locked_at = $3 where id = $1",
      [user.id, tradingSince, withdrawalsSince],
    );
    await recordAudit(
      connection,
      {
        action: "locks_changed",
        by,
        subject: user.id,
        before: stateOf(user.trading_locked_at, user.withdrawals_locked_at),
        after: stateOf(tradingSince, withdrawalsSince),
        reason: note,
      },
      at,
    );
    return;
  });
  return refusal ?? getUser(database, userId, dateOf(clock));
}

const stateOf = (trading: Date | null, withdrawals: Date | null) => ({
  tradingLockedAt: trading?.toISOString() ?? null,
  withdrawalsLockedAt: withdrawals?.toISOString() ?? null,
});

/** Ends every session, API key and live connection of a user. Returns the user's id in its canonical form. */
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

type Revoked = {
  userId: string;
  hash: Buffer;
  event: Awaited<ReturnType<typeof recordSecurityEvent>>;
};

/**
 * Revokes one API key of a user and ends its live connections. The owner sees it among their security events. The audit log
 * names the key by its id, because its name is free text of the user.
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
