import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { ZERO } from "@veritick/domain/money.ts";
import { lapseProposalsOf, weighDecision } from "../approvals/public.ts";
import type { CarryOut, Deciding } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { isLastAdministrator, takeTurn } from "./administrators.ts";
import type { AdminContext } from "./routes.ts";
import { toAdminUser } from "./user-row.ts";
import { lockAccount } from "./user/lock-account.ts";

type Change = Omit<Deciding, "idempotency"> & { userId: string; isAdmin: boolean };
/** Where `awaiting` is set another administrator must agree first, and nothing has changed. */
type ChangedUser = AdminUser & { awaiting: Awaiting };

/**
 * Grants or revokes administration, for the very next call of the user's. What is so already stays so. Where decisions
 * may take two administrators and there are two, granting does, or one could make the other.
 */
export async function setAdmin(context: AdminContext, change: Change): Promise<ChangedUser | Refused> {
  const { database, bus } = context;
  const user = await transaction(database, (connection) => changeAdmin(context, connection, change));
  if (!isRefused(user) && user.awaiting === null) bus.publish({ kind: "identityChanged", userId: user.id });
  return user;
}

/** What two administrators have agreed to. */
export const carryOutRights =
  (context: AdminContext): CarryOut["rights_changed"] =>
  ({ target: userId }, deciding) =>
    setAdmin(context, { ...deciding, userId, isAdmin: true });

async function changeAdmin(
  context: AdminContext,
  connection: Queryable,
  change: Change,
): Promise<ChangedUser | Refused> {
  const { by, userId, isAdmin } = change;
  const refusal = await takeTurn(connection, by.actor);
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
  const isAsked = change.agreement !== undefined || !(await isLastAdministrator(connection, by.actor));
  if (isAdmin && isAsked) {
    const matter = { action: "rights_changed", target: user.id, subject: user.id, amount: ZERO } as const;
    const verdict = await weighDecision(context, connection, matter, { ...change, idempotency: undefined });
    if (isRefused(verdict)) return verdict;
    if (verdict.waits) return { ...toAdminUser(user), awaiting: verdict.awaiting };
    proposedBy = verdict.proposedBy;
  }
  await connection.query("update users set is_admin = $2 where id = $1", [user.id, isAdmin]);
  const at = dateOf(context.clock);
  const changes = { before: { isAdmin: user.is_admin }, after: { isAdmin } };
  const record = { action: "rights_changed", by, subject: user.id, ...changes, proposedBy } as const;
  await recordAudit(connection, record, at);
  await lapseProposalsOf(connection, user.id, at);
  return { ...toAdminUser(user), isAdmin, awaiting: null };
}
