import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { Identity } from "../../platform/http/call.ts";
import { changeOwnAccount, holdWithdrawals } from "../change-account.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { deleteResetTokens } from "./forgotten-password.ts";
import { refuseGuessable } from "./guessable.ts";
import { hashPassword, provePassword } from "./passwords.ts";

/** Replaces the password and ends every other session of the user at once, live connections included. Returns the new token of this one. */
export async function changePassword(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  input: { currentPassword: string; newPassword: string },
): Promise<{ token: string } | Refused> {
  const { userId, sessionHash, sessionId } = identity;
  const proof = await provePassword(context, userId, visitor.address, input.currentPassword);
  if (isRefused(proof)) return proof;
  const guessable = refuseGuessable(input.newPassword, proof.email, "newPassword");
  if (guessable !== undefined) return guessable;
  const password = await hashPassword(input.newPassword);
  return changeOwnAccount(context, identity, async ({ connection, record, onCommit }) => {
    // If two changes were proven with the same password, only the first one counts.
    const { rowCount } = await connection.query(
      "update users set password = $2 where id = $1 and password = $3",
      [userId, password, proof.provenHash],
    );
    if (rowCount === 0) return refuse("current_password_wrong", { field: "currentPassword" });
    await holdWithdrawals(context, connection, userId);
    await context.sessions.endAll(connection, userId, sessionHash);
    // A reset link that was requested earlier could undo this change.
    await deleteResetTokens(connection, userId);
    onCommit(() => context.sessions.announceEnd(userId, sessionHash));
    const { token, announce } = await context.sessions.renew(connection, identity);
    onCommit(announce);
    await record("password_changed", { ...visitor, sessionId });
    return { token };
  });
}
