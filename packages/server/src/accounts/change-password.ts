import { transaction } from "../platform/database.ts";
import type { Identity } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
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
  const proof = await provePassword(context, identity.userId, address, input.currentPassword);
  if (isRefused(proof)) return proof;
  const password = await hashPassword(input.newPassword);
  const isChanged = await transaction(context.database, async (connection) => {
    // Of two changes that were proven with the same password, only the first one counts.
    const { rowCount } = await connection.query(
      "update users set password = $2 where id = $1 and password = $3",
      [identity.userId, password, proof.provenHash],
    );
    if (rowCount === 0) return false;
    await context.sessions.endOthers(connection, identity.userId, identity.sessionHash);
    return true;
  });
  if (!isChanged) return refuse("current_password_wrong", { field: "currentPassword" });
  context.sessions.announceEnd(identity.userId, identity.sessionHash);
  return undefined;
}
