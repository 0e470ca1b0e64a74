import type { AdminUser } from "@veritick/contract/admin.ts";
import { lapseProposalsOf } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/database.ts";
import type { Queryable } from "../platform/database.ts";
import type { Caller } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { isLastAdministrator, takeTurn } from "./administrators.ts";
import type { AdminContext } from "./routes.ts";
import { ADMIN_USER_COLUMNS, toAdminUser } from "./user-row.ts";
import type { AdminUserRow } from "./user-row.ts";

type Change = { by: Caller; userId: string; isAdmin: boolean };

/** Grants or revokes administration, for the very next call of the user's. What is so already stays so. */
export async function setAdmin(context: AdminContext, change: Change): Promise<AdminUser | Refused> {
  const { database, bus } = context;
  const user = await transaction(database, (connection) => changeAdmin(context, connection, change));
  if (!isRefused(user)) bus.publish({ kind: "identityChanged", userId: user.id });
  return user;
}

async function changeAdmin(
  { clock }: AdminContext,
  connection: Queryable,
  { by, userId, isAdmin }: Change,
): Promise<AdminUser | Refused> {
  const refusal = await takeTurn(connection, by.actor);
  if (refusal !== undefined) return refusal;
  const { rows } = await connection.query<AdminUserRow>(
    `select ${ADMIN_USER_COLUMNS} from users where id = $1 for no key update`,
    [userId],
  );
  const user = rows[0];
  if (user === undefined) return refuse("not_found");
  if (user.is_admin === isAdmin) return toAdminUser(user);
  if (!isAdmin && (await isLastAdministrator(connection, user.id))) return refuse("last_admin");
  await connection.query("update users set is_admin = $2 where id = $1", [user.id, isAdmin]);
  const at = dateOf(clock);
  const changes = { before: { isAdmin: user.is_admin }, after: { isAdmin } };
  await recordAudit(connection, { action: "rights_changed", by, subject: user.id, ...changes }, at);
  if (!isAdmin) await lapseProposalsOf(connection, user.id, at);
  return { ...toAdminUser(user), isAdmin };
}
