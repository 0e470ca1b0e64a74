import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { accountClosed } from "@veritick/domain/postings.ts";
import { isLastAdministrator, refuseEnded, roleOf } from "../accounts/public.ts";
import { applyFourEyes, isToldOfGrants, lapseProposalsOf, refuseWithoutReason } from "../approvals/public.ts";
import type { DecisionRequest, FourEyesResult } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { lockWholeAccount, removeWholeAccount, withWholeAccount } from "../own-account/public.ts";
import type { LockedRow } from "../own-account/public.ts";
import { post, releasePromises } from "../ledger/public.ts";
import { findReturnable, returnWithdrawals } from "../payments/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { cancelPositions } from "../positions/public.ts";
import { lockAdministrators } from "./administrators.ts";
import type { AdminContext } from "./context.ts";

type Deletion = Omit<DecisionRequest, "idempotency"> & { userId: string; note: string | undefined };
type CountAndSum = { count: number; amount: string };

type DeletedUser = {
  id: string;
  email: string;
  unclaimed: string;
  openPositions: CountAndSum;
  pendingWithdrawals: CountAndSum;
  /** The proposal, if another administrator must agree first. Then the user is not deleted yet. */
  awaiting: Awaiting;
};

/**
 * Deletes a user in one transaction: returns open positions and pending withdrawals, moves the remaining balance to
 * `house:unclaimed`, and removes the user's rows. Ledger entries stay, without personal data. Payments agreed with the
 * provider stay on record too, because money may still arrive. Any concurrent call on the account happens entirely before
 * or entirely after the deletion.
 */
export async function deleteUser(context: AdminContext, deletion: Deletion): Promise<DeletedUser | Refused> {
  const { database, bus } = context;
  const refusal = refuseWithoutReason(context, deletion.note);
  if (refusal !== undefined) return refusal;
  const outcome = await withWholeAccount(database, deletion.userId, async (connection) => {
    const user = await lockForDeletion(connection, deletion);
    if (user === "held" || isRefused(user)) return user;
    return closeAccount(context, connection, user, deletion);
  });
  if (!isRefused(outcome) && outcome.awaiting === null)
    bus.publish({ kind: "sessionsEnded", userId: outcome.id });
  return outcome;
}

async function lockForDeletion(
  connection: Queryable,
  { by, userId }: Deletion,
): Promise<LockedRow | Refused | "held"> {
  const refusal = await lockAdministrators(connection, by.actor);
  if (refusal !== undefined) return refusal;
  const user = await lockWholeAccount(connection, userId);
  // Sessions end only under the lock of their user's row, so this check holds until the end of the transaction.
  const ended = await refuseEnded(connection, by);
  return ended ?? user ?? refuse("not_found");
}

async function closeAccount(
  context: AdminContext,
  connection: Queryable,
  user: LockedRow,
  deletion: Deletion,
): Promise<DeletedUser | Refused> {
  const { clock, notifier } = context;
  const { by, note } = deletion;
  if (user.is_admin && (await isLastAdministrator(connection, user.id))) return refuse("last_admin");
  const pending = await findReturnable(connection, user.id);
  if (isRefused(pending)) return pending;
  const second = await askSecond(context, connection, user, deletion);
  if (isRefused(second)) return second;
  if (second.waits) {
    const none = { count: 0, amount: formatMinor(ZERO) };
    const nothing = { unclaimed: none.amount, openPositions: none, pendingWithdrawals: none };
    return { id: user.id, email: user.email, ...nothing, awaiting: second.awaiting };
  }
  const returned = await returnWithdrawals({ clock, notifier }, connection, pending, by.actor);
  const at = dateOf(clock);
  const decision = { actor: by.actor, at };
  const cancelled = await cancelPositions(connection, user.id, decision);
  const unclaimed = await setBalanceAside(connection, user.id, {
    ...decision,
    ...(note !== undefined && { note }),
  });
  await removeWholeAccount(connection, user);
  await releasePromises(connection, cancelled.promises);
  const deleted = {
    id: user.id,
    email: user.email,
    unclaimed: formatMinor(unclaimed),
    openPositions: { count: cancelled.count, amount: formatMinor(cancelled.stake) },
    pendingWithdrawals: { count: returned.count, amount: formatMinor(returned.amount) },
    awaiting: null,
  };
  const { proposedBy } = second;
  await recordAudit(
    connection,
    { action: "user_deleted", by, subject: user.id, ...changesOf(user, deleted), reason: note, proposedBy },
    at,
  );
  await lapseProposalsOf(connection, user.id, at);
  return deleted;
}

/**
 * Asks a second administrator to agree to the deletion of one, as to a revocation. An agreement always ends its proposal.
 * Refuses to delete alone who would be told of a grant: the only administrator could otherwise grant rights unseen.
 */
async function askSecond(
  context: AdminContext,
  connection: Queryable,
  user: LockedRow,
  deletion: Deletion,
): Promise<FourEyesResult | Refused> {
  if (!user.is_admin && deletion.agreement === undefined) {
    const { clock, settings } = context;
    const isRuleOn = settings.fourEyesAbove !== undefined;
    if (isRuleOn && (await isToldOfGrants(connection, user.id, dateOf(clock)))) return refuse("role_recent");
    return { waits: false, proposedBy: undefined };
  }
  const matter = {
    action: "user_deleted",
    target: user.id,
    subject: user.id,
    amount: ZERO,
    note: deletion.note,
  } as const;
  return applyFourEyes(context, connection, matter, { ...deletion, idempotency: undefined });
}

/** Describes for the audit log the user's lost amounts and the amount that the house keeps, without the user's e-mail. */
const changesOf = (user: LockedRow, deleted: DeletedUser): { before: AuditState; after: AuditState } => ({
  before: {
    isAdmin: user.is_admin,
    role: roleOf(user),
    balance: user.balance,
    openPositions: deleted.openPositions.count,
    openStakes: deleted.openPositions.amount,
    pendingWithdrawals: deleted.pendingWithdrawals.count,
    pendingAmount: deleted.pendingWithdrawals.amount,
  },
  after: { unclaimed: deleted.unclaimed },
});

/** Moves the remaining balance to `house:unclaimed`. An empty account needs no ledger entry. */
async function setBalanceAside(
  connection: Queryable,
  userId: string,
  by: { actor: string; at: Date; note?: string },
): Promise<Minor> {
  const { rows } = await connection.query<{ balance: string }>("select balance from users where id = $1", [
    userId,
  ]);
  const balanceMinor = parseMinor(rows[0]!.balance);
  if (balanceMinor === ZERO) return balanceMinor;
  await post(connection, {
    kind: "account_closed",
    reference: userId,
    entries: accountClosed({ userId, balanceMinor }),
    ...by,
  });
  return balanceMinor;
}
