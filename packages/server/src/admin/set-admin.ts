import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { ZERO } from "@veritick/domain/money.ts";
import { lapseProposalsOf, applyFourEyes } from "../approvals/public.ts";
import type { DecisionRequest } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { isLastAdministrator, lockAdministrators } from "./administrators.ts";
import type { AdminContext } from "./context.ts";
import { lockAccount, toAdminUser } from "./users.ts";

type Change = Omit<DecisionRequest, "idempotency"> & { userId: string; isAdmin: boolean };
/** If `awaiting` is set, nothing has changed yet: another administrator must agree first. */
type ChangedUser = AdminUser & { awaiting: Awaiting };

/**
 * Grants or revokes administration; it takes effect on the user's next call. While FOUR_EYES_ABOVE is set and there are two
 * administrators, granting needs both. Otherwise one administrator could create the second one alone.
 */
export async function setAdmin(context: AdminContext, change: Change): Promise<ChangedUser | Refused> {
  const { database, bus } = context;
  const user = await transaction(database, (connection) => changeAdmin(context, connection, change));
  if (!isRefused(user) && user.awaiting === null) bus.publish({ kind: "identityChanged", userId: user.id });
  return user;
}

async function changeAdmin(
  context: AdminContext,
  connection: Queryable,
  change: Change,
): Promise<ChangedUser | Refused> {
  const { by, userId, isAdmin } = change;
  const refusal = await lockAdministrators(connection, by.actor);
  if (refusal !== undefined) return refusal;
  const user = await lockAccount(connection, userId, by);
  if (isRefused(user)) return user;
  if (user.is_admin === isAdmin) {
    return change.agreement === undefined
      ? { ...toAdminUser(user), awaiting: null }
      : refuse("proposal_decided");
  }
  if (!isAdmin && (await isLastAdministrator(connection, user.id))) return refuse("last_admin");
  let proposedBy: string | undefined;
  const needsSecond = change.agreement !== undefined || !(await isLastAdministrator(connection, by.actor));
  if (isAdmin && needsSecond) {
    const matter = { action: "rights_changed", target: user.id, subject: user.id, amount: ZERO } as const;
    const result = await applyFourEyes(context, connection, matter, { ...change, idempotency: undefined });
    if (isRefused(result)) return result;
    if (result.waits) return { ...toAdminUser(user), awaiting: result.awaiting };
    proposedBy = result.proposedBy;
  }
  await connection.query("update users set is_admin = $2 where id = $1", [user.id, isAdmin]);
  const at = dateOf(context.clock);
  const changes = { before: { isAdmin: user.is_admin }, after: { isAdmin } };
  const record = { action: "rights_changed", by, subject: user.id, ...changes, proposedBy } as const;
  await recordAudit(connection, record, at);
  await lapseProposalsOf(connection, user.id, at);
  return { ...toAdminUser(user), isAdmin, awaiting: null };
}
