import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { refuseOwnAccount } from "../../approvals/public.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { isRefused } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AdminContext } from "../context.ts";
import { getUser, lockAccount } from "../users.ts";

type LockChange = {
  by: Caller;
  userId: string;
  /** Undefined leaves the lock as it is. */
  trading: boolean | undefined;
  withdrawals: boolean | undefined;
  note: string;
};

/**
 * Stops a user from opening positions or from withdrawing, or allows it again. Orders and withdrawals read the locks from
 * the user's locked row, so none passes once this is committed. Open positions and pending withdrawals go on. Where
 * nobody decides about their own account, administrators cannot change its locks either.
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
