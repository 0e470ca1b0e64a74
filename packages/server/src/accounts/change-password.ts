import { transaction } from "../platform/database.ts";
import type { Identity } from "../platform/http/call.ts";
import type { Refused } from "../platform/refusal.ts";
import { provePassword } from "./login.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountContext } from "./register.ts";

/** Replaces the password and ends every other session of the user's at once, live connections included. */
export async function changePassword(
  context: AccountContext,
  identity: Identity,
  address: string,
  input: { currentPassword: string; newPassword: string },
): Promise<Refused | undefined> {
  const refusal = await provePassword(context, identity.userId, address, input.currentPassword);
  if (refusal !== undefined) return refusal;
  const password = await hashPassword(input.newPassword);
  await transaction(context.database, async (connection) => {
    await connection.query("update users set password = $2 where id = $1", [identity.userId, password]);
    await context.sessions.endOthers(connection, identity.userId, identity.sessionHash);
  });
  context.sessions.announceEnd(identity.userId, identity.sessionHash);
  return undefined;
}
