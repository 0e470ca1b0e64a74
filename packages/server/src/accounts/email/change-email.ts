import type { changeEmail as changeEmailCall } from "@veritick/contract/schemas/email.ts";
import { recordAudit } from "../../audit/public.ts";
import { forgetDevicesOf } from "../../notifications/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { clearAttempts } from "../../platform/db/attempts.ts";
import { violatedConstraint } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Call } from "../../platform/http/call.ts";
import { redactStoredAnswers } from "../../platform/http/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { hashToken, newToken } from "../../platform/tokens.ts";
import { changeAccount, changeOwnAccount, holdWithdrawals } from "../change-account.ts";
import type { AccountChange } from "../change-account.ts";
import { visitorOf } from "../context.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { forgetPlaces } from "../passwords/known-places.ts";
import { loginCounters } from "../passwords/login-throttle.ts";
import { deleteResetTokens, replaceResetToken, resetMailCounter } from "../replace-password.ts";
import { findUser } from "../users.ts";
import { countLinkMail, refuseLink } from "./count-links.ts";
import { assertNotReserved, dropPendingChange, findLinkUser, mailLink, UNDONE_HOURS } from "./links.ts";

/**
 * Begins a change of the caller's address: mails a link to the new one, and to the present one, if it is confirmed, a link that
 * stops the change. An earlier pending change is void. The answer is the same if somebody else has the new address.
 */
export async function requestChange(
  context: AccountContext,
  call: Call<typeof changeEmailCall>,
): Promise<Refused | undefined> {
  const { identity, address } = call;
  const { userId, sessionId } = identity;
  const { email } = call.body;
  if (!context.notifier.sendsMails) return refuse("not_found");
  const tooMany = await countLinkMail(context, context.database, userId, address);
  if (tooMany !== undefined) return tooMany;
  return changeOwnAccount(context, identity, async ({ connection, record }) => {
    const row = (await findUser(connection, userId))!;
    if (row.email === email) return refuse("email_same", { field: "email" });
    const stopped = await refuseStopped(connection, userId, dateOf(context.clock));
    if (stopped !== undefined) return stopped;
    await dropPendingChange(connection, userId);
    await mailLink(context, connection, { kind: "change", userId, email }, call);
    // A mail to an address that is not confirmed may reach a stranger.
    if (row.email_confirmed_at !== null)
      await mailLink(context, connection, { kind: "undo", userId, email: row.email }, call);
    await record("email_change_requested", { ...visitorOf(call), sessionId });
    return undefined;
  });
}

/** Refuses for 72 hours after the owner of the address has stopped a change. */
async function refuseStopped(connection: Queryable, userId: string, now: Date): Promise<Refused | undefined> {
  const { rows } = await connection.query<{ until: Date | null }>(
    "select max(expires_at) as until from email_links where user_id = $1 and kind = 'undone' and expires_at > $2",
    [userId, now],
  );
  const until = rows[0]?.until ?? null;
  return until === null
    ? undefined
    : refuse("email_change_stopped", { values: { until: until.toISOString() } });
}

/**
 * Gives the account another address, which is confirmed: its link proved the mailbox. Ends every session, because a thief may
 * have asked for the change. API keys stay.
 *
 * @throws EmailReservedError, or the error of the constraint `users_email_taken`
 */
export async function changeEmailTo(
  context: AccountContext,
  { connection, record, onCommit }: AccountChange,
  { userId, email }: { userId: string; email: string },
  visitor: Visitor,
): Promise<void> {
  const now = dateOf(context.clock);
  await moveTo(connection, userId, email, now);
  await holdWithdrawals(context, connection, userId);
  await connection.query("delete from sessions where user_id = $1", [userId]);
  await forgetPlaces(connection, userId, visitor);
  await forgetDevicesOf(connection, userId);
  await connection.query("delete from email_links where user_id = $1 and kind in ('confirm', 'change')", [
    userId,
  ]);
  onCommit(() => context.sessions.announceEnd(userId));
  await record("email_changed", visitorOf(visitor));
  await recordAudit(
    connection,
    { action: "email_changed", by: ownerAt(userId, visitor), subject: userId },
    now,
  );
}

/** Nobody is signed in who follows a link. */
const ownerAt = (userId: string, { address }: Visitor) => ({ actor: userId, sessionId: null, address });

/** Writes the address, and clears what is kept about the earlier one. */
async function moveTo(connection: Queryable, userId: string, email: string, now: Date): Promise<void> {
  const { email: earlier } = (await findUser(connection, userId))!;
  await connection.query("update users set email = $2, email_confirmed_at = $3 where id = $1", [
    userId,
    email,
    now,
  ]);
  await assertNotReserved(connection, { id: userId, email }, now);
  // A link to a new password was sent to the earlier address.
  await deleteResetTokens(connection, userId);
  await clearAttempts(connection, ...loginCounters(earlier), resetMailCounter(earlier));
  await redactStoredAnswers(connection, userId, earlier);
}

/**
 * Stops a change of the address with the link that its earlier owner got, whether the change is pending or done. The link
 * proves the mailbox, so the answer has a token that sets a new password. Earlier owners come first: this voids the rights of
 * those who had the address later.
 */
export async function undoChange(
  context: AccountContext,
  token: string,
  visitor: Visitor,
): Promise<{ resetToken: string } | Refused> {
  const { database, clock, sessions } = context;
  const now = dateOf(clock);
  const userId = await findLinkUser(database, token, ["undo"], now);
  if (userId === undefined) return refuseLink(context, visitor);
  try {
    const undone = await changeAccount<{ resetToken: string } | Refused>(context, userId, async (account) => {
      const { connection, record, onCommit } = account;
      const { rows } = await connection.query<{ email: string; created_at: Date }>(
        `update email_links set kind = 'undone', expires_at = $2::timestamptz + make_interval(hours => ${UNDONE_HOURS})
         where token_hash = $1 and kind = 'undo' and expires_at > $2 returning email, created_at`,
        [hashToken(token), now],
      );
      const link = rows[0];
      if (link === undefined) return refuse("email_link_invalid");
      await connection.query(
        `delete from email_links where user_id = $1
           and (kind in ('confirm', 'change') or (kind = 'undo' and created_at >= $2 and email <> $3))`,
        [userId, link.created_at, link.email],
      );
      const { email } = (await findUser(connection, userId))!;
      if (email !== link.email) await moveTo(connection, userId, link.email, now);
      await holdWithdrawals(context, connection, userId);
      await sessions.endAll(connection, userId);
      await forgetPlaces(connection, userId, visitor);
      await forgetDevicesOf(connection, userId);
      onCommit(() => sessions.announceEnd(userId));
      const resetToken = newToken();
      await replaceResetToken(connection, userId, resetToken, now);
      await record("email_change_undone", visitorOf(visitor));
      await recordAudit(
        connection,
        { action: "email_change_undone", by: ownerAt(userId, visitor), subject: userId },
        now,
      );
      return { resetToken };
    });
    return isRefused(undone) ? refuse("email_link_invalid") : undone;
  } catch (error) {
    // Only the operator's console gives away an address to which its owner may return.
    if (violatedConstraint(error) === "users_email_taken") return refuse("email_taken");
    throw error;
  }
}
