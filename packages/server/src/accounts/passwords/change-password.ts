import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { Identity } from "../../platform/http/call.ts";
import { changeOwnAccount, holdWithdrawals } from "../change-account.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { deleteResetTokens } from "./forgotten-password.ts";
import { stepUpMethod } from "../two-step/step-up.ts";
import { hashPassword, provePassword, refuseGuessable } from "./passwords.ts";

/**
 * Replaces the password and ends every other session of the user at once. All live connections are closed, because whoever
 * read the token of this session may have one; the page opens another. Returns the new token of this session.
 */
export async function changePassword(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  input: { currentPassword: string; newPassword: string },
): Promise<{ token: string | undefined } | Refused> {
  const { userId, sessionId } = identity;
  const proof = await provePassword(context, userId, input.currentPassword);
  if (isRefused(proof)) return proof;
  const guessable = refuseGuessable(input.newPassword, proof.email, "newPassword");
  if (guessable !== undefined) return guessable;
  const password = await hashPassword(input.newPassword);
  return changeOwnAccount(context, identity, async ({ connection, record, onCommit }) => {
    // The session's other token may be a thief's by now, or this one: whoever signs in again knows.
    if (await context.sessions.isReplaced(connection, identity)) return refuse("not_signed_in");
    // If two changes were proven with the same password, only the first one counts.
    const { rowCount } = await connection.query(
      "update users set password = $2 where id = $1 and password = $3",
      [userId, password, proof.provenHash],
    );
    if (rowCount === 0) return refuse("current_password_wrong", { field: "currentPassword" });
    await holdWithdrawals(context, connection, userId);
    // The password alone proves nothing where there is a second step.
    const proves = (await stepUpMethod(connection, identity)) === "password";
    const renewed = await context.sessions.renew(connection, identity, { proves });
    onCommit(renewed.announce);
    await context.sessions.endAll(connection, userId, renewed.sessionId);
    // A reset link that was requested earlier could undo this change.
    await deleteResetTokens(connection, userId);
    onCommit(() => context.sessions.announceEnd(userId));
    await record("password_changed", { ...visitor, sessionId });
    return { token: renewed.token };
  });
}
