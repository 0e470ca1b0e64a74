import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AccountContext } from "./context.ts";
import { clearProofs, countLogin, countProof } from "./login-throttle.ts";
import { verifyAgainstNobody, verifyPassword } from "./passwords.ts";
import { findUser } from "./users.ts";
import type { UserRow } from "./users.ts";

/**
 * Checks a password against an account, which may not exist. Counts as a failed login until the caller says otherwise
 * with `clearLogins` or `forgiveLogin`.
 */
export async function checkPassword(
  context: AccountContext,
  row: UserRow | undefined,
  input: { email: string; password: string },
  address: string,
): Promise<boolean | Refused> {
  const throttled = await countLogin(context, input.email, address);
  if (throttled !== undefined) return throttled;
  return row === undefined
    ? verifyAgainstNobody(input.password)
    : verifyPassword(row.password, input.password);
}

/** The signed-in person proves that they know their password. Returns the proven hash. */
export async function provePassword(
  context: AccountContext,
  userId: string,
  address: string,
  password: string,
  field = "currentPassword",
): Promise<{ provenHash: string } | Refused> {
  const row = await findUser(context.database, userId);
  if (row === undefined) return refuse("not_signed_in");
  const throttled = await countProof(context, userId, address);
  if (throttled !== undefined) return throttled;
  if (!(await verifyPassword(row.password, password))) return refuse("current_password_wrong", { field });
  await clearProofs(context.database, row, address);
  return { provenHash: row.password };
}
