import { mayAs } from "@veritick/contract/roles.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { ZERO } from "@veritick/domain/money.ts";
import { isLastAdministrator, roleOf } from "../accounts/public.ts";
import { applyFourEyes } from "../approvals/public.ts";
import type { DecisionRequest, FourEyesResult } from "../approvals/public.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { lockAdministrators, writeRights } from "./administrators.ts";
import type { AdminContext } from "./context.ts";
import { lockAccount, toAdminUser } from "./users.ts";
import type { LockedAccount } from "./users.ts";

type Change = Omit<DecisionRequest, "idempotency"> & {
  userId: string;
  /** Null for no rights. */
  role: Role | null;
};
/** If `awaiting` is set, nothing has changed yet: another administrator must agree, or a day must pass. */
type ChangedUser = AdminUser & { awaiting: Awaiting };

/** How long everybody with rights can see what the only administrator grants, before it begins. */
const DAY_MS = 86_400_000;

/**
 * Gives somebody a role or takes it from them; it takes effect on their next call. While FOUR_EYES_ABOVE is set and there
 * are two administrators, it takes both. Otherwise one of them could demote the other, or make a second one who agrees to
 * everything. What the only administrator grants begins a day later.
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
  if (user.is_admin && (await isLastAdministrator(connection, user.id))) return refuse("last_admin");
  const result = await askSecond(context, connection, user, change);
  if (isRefused(result)) return result;
  if (result.waits) return { ...toAdminUser(user), awaiting: result.awaiting };
  const changed = await writeRights(context, connection, user, { role, by, proposedBy: result.proposedBy });
  return { ...toAdminUser(changed), awaiting: null };
}

/** Taking the rights of somebody who is no administrator takes one person: nobody gains anything by it. */
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
