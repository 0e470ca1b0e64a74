import { mayAs } from "@veritick/contract/roles.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { ZERO } from "@veritick/domain/money.ts";
import { isLastAdministrator, lockRights, roleOf } from "../accounts/public.ts";
import {
  applyFourEyes,
  closeProposal,
  findDue,
  lapseProposalsOf,
  lockOpenProposal,
} from "../approvals/public.ts";
import type { DecisionRequest, FourEyesResult, ProposalRow } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { dateOf, periodically } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AdminContext } from "./context.ts";
import { lockAccount, lockUser, toAdminUser } from "./users.ts";
import type { LockedAccount } from "./users.ts";

type Change = Omit<DecisionRequest, "idempotency"> & {
  userId: string;
  /** The new role; null for no rights. */
  role: Role | null;
};
/**
 * The user after the call. If `awaiting` is set, the role is unchanged: another administrator must agree, or a day must
 * pass.
 */
type ChangedUser = AdminUser & { awaiting: Awaiting };

/** The time for which everybody with rights can see a grant by the only administrator before it takes effect. */
const DAY_MS = 86_400_000;

/**
 * Grants or revokes a role, with effect on the user's next call. While FOUR_EYES_ABOVE is set and there are two
 * administrators, both must agree. Otherwise one of them could demote the other, or make a second one who agrees to
 * everything. A grant by the only administrator takes effect a day later.
 */
export async function setAdmin(context: AdminContext, change: Change): Promise<ChangedUser | Refused> {
  const { database, bus } = context;
  const user = await transaction(database, (connection) => changeRole(context, connection, change));
  if (isRefused(user)) return user;
  if (user.awaiting === null) bus.publish({ kind: "identityChanged", userId: user.id });
  return user;
}

async function changeRole(
  context: AdminContext,
  connection: Queryable,
  change: Change,
): Promise<ChangedUser | Refused> {
  const { by, userId, role } = change;
  const refusal = await lockAdministrators(connection, by.actor);
  if (refusal !== undefined) return refusal;
  const user = await lockAccount(connection, userId, by, "administrator");
  if (isRefused(user)) return user;
  if (roleOf(user) === role) {
    return change.agreement === undefined
      ? { ...toAdminUser(user), awaiting: null }
      : refuse("proposal_decided");
  }
  // The e-mails to staff would not be sent to that address.
  const isUnreachable = context.notifier.sendsMails && user.email_confirmed_at === null;
  if (role !== null && isUnreachable && !mayAs(roleOf(user), role)) return refuse("role_unconfirmed");
  if (user.is_admin && (await isLastAdministrator(connection, user.id))) return refuse("last_admin");
  const result = await askSecond(context, connection, user, change);
  if (isRefused(result)) return result;
  if (result.waits) return { ...toAdminUser(user), awaiting: result.awaiting };
  const changed = await writeRights(context, connection, user, { role, by, proposedBy: result.proposedBy });
  return { ...toAdminUser(changed), awaiting: null };
}

/**
 * Applies the four-eyes rule. One administrator alone can reduce the rights of other roles, because nobody gains by that.
 */
async function askSecond(
  context: AdminContext,
  connection: Queryable,
  user: LockedAccount,
  { by, role, agreement }: Change,
): Promise<FourEyesResult | Refused> {
  const isLess = !user.is_admin && mayAs(roleOf(user), role ?? "viewer");
  if (isLess && agreement === undefined) return { waits: false, proposedBy: undefined };
  const isAlone = agreement === undefined && (await isLastAdministrator(connection, by.actor));
  const matter = {
    action: role === "administrator" ? "rights_changed" : "role_changed",
    target: user.id,
    subject: user.id,
    amount: ZERO,
    role,
    effectiveAt: isAlone ? new Date(context.clock.nowMs() + DAY_MS) : undefined,
  } as const;
  return applyFourEyes(context, connection, matter, { by, agreement, idempotency: undefined });
}

/**
 * Serialises all transactions that may remove an administrator. Call it first in the transaction. Refuses if the caller is
 * no administrator any more, so that of two who demote each other at the same moment, the second is refused. No other
 * transaction can remove an administrator until this one ends.
 */
export async function lockAdministrators(connection: Queryable, actor: string): Promise<Refused | undefined> {
  await lockRights(connection);
  const { rows } = await connection.query<{ is_admin: boolean; staff_role: Role | null }>(
    "select is_admin, staff_role from users where id = $1",
    [actor],
  );
  if (rows[0] === undefined) return refuse("not_signed_in");
  const role = roleOf(rows[0]);
  if (role === null) return refuse("forbidden");
  return role === "administrator" ? undefined : refuse("role_insufficient");
}

type RightsContext = Pick<AdminContext, "database" | "clock" | "bus" | "log">;
type Rights = { role: Role | null } & Pick<Parameters<typeof recordAudit>[1], "by" | "proposedBy" | "reason">;

/** Writes a user's role, and ends the proposals that the change makes void. The user's row must be locked. */
export async function writeRights<User extends Pick<LockedAccount, "id" | "is_admin" | "staff_role">>(
  { clock }: Pick<RightsContext, "clock">,
  connection: Queryable,
  user: User,
  { role, by, proposedBy, reason }: Rights,
): Promise<User> {
  const isAdmin = role === "administrator";
  const staffRole = isAdmin ? null : role;
  await connection.query("update users set is_admin = $2, staff_role = $3 where id = $1", [
    user.id,
    isAdmin,
    staffRole,
  ]);
  const at = dateOf(clock);
  const before = { isAdmin: roleOf(user) !== null, role: roleOf(user) };
  const after = { isAdmin: role !== null, role };
  await recordAudit(
    connection,
    { action: "rights_changed", by, subject: user.id, before, after, proposedBy, reason },
    at,
  );
  await lapseProposalsOf(connection, user.id, at);
  return { ...user, is_admin: isAdmin, staff_role: staffRole };
}

const LOOK_TICKS = 15;

/**
 * Carries out the rights that the only administrator granted a day ago, unless they were declined or the administrator left.
 */
export const grantDueRights = (context: RightsContext): PeriodicTask =>
  periodically(LOOK_TICKS, "rights that begin", context.log, async () => {
    for (const proposal of await findDue(context.database, dateOf(context.clock))) {
      const isDone = await transaction(context.database, (connection) =>
        grant(context, connection, proposal),
      );
      if (isDone) context.bus.publish({ kind: "identityChanged", userId: proposal.target });
      context.bus.publish({ kind: "adminChanged", of: ["decisions"] });
    }
  });

async function grant(
  context: RightsContext,
  connection: Queryable,
  { id, action, target, role, proposed_by: actor }: ProposalRow,
): Promise<boolean> {
  await lockRights(connection);
  const user = await lockUser(connection, target);
  const at = dateOf(context.clock);
  const open = await lockOpenProposal(connection, { action, target }, id, at);
  if (user === undefined || open === undefined) return false;
  // ADMIN_EMAIL may have made them an administrator meanwhile. Nobody takes these rights away alone.
  const outcome = user.is_admin ? "lapsed" : "agreed";
  await closeProposal(connection, { id, outcome, by: null }, at);
  if (user.is_admin) return false;
  await writeRights(context, connection, user, {
    role,
    by: { actor, sessionId: null, address: null },
  });
  return true;
}
