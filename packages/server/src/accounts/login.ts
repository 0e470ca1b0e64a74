import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeAccount } from "./change-account.ts";
import type { AccountContext } from "./context.ts";
import { clearLogins, countRightPassword, forgiveLogin } from "./login-throttle.ts";
import { checkPassword } from "./prove-password.ts";
import type { SignedIn } from "./register.ts";
import { proveSecondStep } from "./two-step/prove-second-step.ts";
import { findUserByEmail, toCurrentUser } from "./users.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Signs in with a password and, where the account has one, a second step. Whether there is a second step shows only to
 * somebody who knows the password.
 */
export async function login(
  context: AccountContext,
  input: { email: string; password: string; twoStepCode?: string | undefined },
  visitor: Visitor,
): Promise<SignedIn | Refused> {
  const { database, sessions } = context;
  const row = await findUserByEmail(database, input.email);
  const right = await checkPassword(context, row, input, visitor.address);
  if (isRefused(right)) return right;
  if (!right || row === undefined) return refuse("credentials_wrong");
  // This one stays counted as failed: whoever goes on does not even make the server hash.
  const tooMany = await countRightPassword(context, row.email);
  if (tooMany !== undefined) return tooMany;

  const unproven = await proveSecondStep(context, row.id, visitor, input.twoStepCode);
  if (unproven !== undefined) {
    // To be asked for the code is half of a login, neither a failed one nor yet a reason to forget those that failed.
    if (unproven.refused === "two_step_required") await forgiveLogin(database, row.email, visitor.address);
    return unproven;
  }

  const opened = await changeAccount(context, row.id, async ({ connection, record, onCommit }) => {
    const session = await sessions.open(connection, row, visitor);
    if (session === undefined) return undefined;
    onCommit(await sessions.endSurplus(connection, row.id, session.id));
    await record("signed_in", { ...visitor, sessionId: session.id });
    return session;
  });
  // The account was deleted, or its password changed, since it was read.
  if (opened === undefined || isRefused(opened)) return refuse("credentials_wrong");
  await clearLogins(database, row.email, visitor.address);
  return { user: toCurrentUser(row), token: opened.token };
}
