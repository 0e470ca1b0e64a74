import { countAttempt, forgiveAttempt } from "../../platform/db/attempts.ts";
import { dateOf } from "../../platform/clock.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeAccount, holdWithdrawals } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import { clearAccountLogins } from "../login-throttle.ts";
import { hashPassword } from "../passwords.ts";
import type { Visitor } from "../visitor.ts";
import { consumeResetToken, deleteResetTokens, findResetUser } from "./reset-tokens.ts";

const WINDOW_SECONDS = 15 * 60;

/**
 * Sets a new password with the token of a link, once, and ends every session of the account. It signs nobody in and
 * leaves the second step as it is: the link proves no more than that the mailbox can be read.
 */
export async function resetPassword(
  context: AccountContext,
  input: { token: string; newPassword: string },
  visitor: Visitor,
): Promise<Refused | undefined> {
  const { database, clock, limits } = context;
  const now = dateOf(clock);
  const key = `reset/address/${visitor.address}`;
  const attempt = await countAttempt(database, key, limits.failedLoginsPerAddress, WINDOW_SECONDS, now);
  if (!attempt.allowed) return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
  const userId = await findResetUser(database, input.token, now);
  if (userId === undefined) return refuse("reset_link_invalid");
  // Only who holds a token makes the server hash, and no transaction waits for that.
  const password = await hashPassword(input.newPassword);

  const refused = await changeAccount(context, userId, async ({ connection, record, onCommit }) => {
    if (!(await consumeResetToken(connection, input.token, now))) return refuse("reset_link_invalid");
    const { rows } = await connection.query<{ email: string }>(
      "update users set password = $2 where id = $1 returning email",
      [userId, password],
    );
    await holdWithdrawals(context, connection, userId);
    await context.sessions.endAll(connection, userId);
    await deleteResetTokens(connection, userId);
    await clearAccountLogins(connection, rows[0]!.email);
    onCommit(() => context.sessions.announceEnd(userId));
    await record("password_reset", visitor);
    return undefined;
  });
  // An account that has gone meanwhile takes its links along.
  if (isRefused(refused)) return refuse("reset_link_invalid");
  await forgiveAttempt(database, key);
  return undefined;
}
