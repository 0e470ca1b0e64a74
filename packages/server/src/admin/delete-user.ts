import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { accountClosed } from "@veritick/domain/postings.ts";
import { emptyAccount, refuseEnded, removeUser } from "../accounts/public.ts";
import { lapseProposalsOf } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { post, releasePromises } from "../ledger/public.ts";
import { keepPayments, lockNewPayments, lockPayments, returnPendingWithdrawals } from "../payments/public.ts";
import { dateOf } from "../platform/clock.ts";
import { allowLongStatements, transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Caller } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { cancelPositions, lockNewPositions, lockOpenPositions } from "../positions/public.ts";
import { isLastAdministrator, takeTurn } from "./administrators.ts";
import type { AdminContext } from "./routes.ts";

type Deletion = { by: Caller; userId: string };
type CountAndSum = { count: number; amount: string };

export type DeletedUser = {
  id: string;
  email: string;
  unclaimed: string;
  openPositions: CountAndSum;
  pendingWithdrawals: CountAndSum;
};

type UserRow = { id: string; email: string; balance: string; is_admin: boolean };

/** Something was made in the instant before the user's row was locked, and somebody else is at it already. */
const MOST_TRIES = 20;

/**
 * Deletes a user in one transaction: open positions and pending withdrawals are returned, what is left of the balance is
 * set aside, their rows are removed. The ledger keeps its entries, which name nobody, and what was agreed with the
 * payment provider stays known, since money may still move. Whoever is at the account at the same time comes before or
 * after that, whole.
 */
export async function deleteUser(context: AdminContext, deletion: Deletion): Promise<DeletedUser | Refused> {
  const { database, bus } = context;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const outcome = await transaction(database, async (ordinary) => {
      // There may be very much of it.
      const connection = await allowLongStatements(ordinary);
      const user = await lockAccount(connection, deletion);
      if (user === "held" || isRefused(user)) return user;
      return closeAccount(context, connection, user, deletion.by);
    });
    if (outcome === "held") continue;
    if (!isRefused(outcome)) bus.publish({ kind: "sessionsEnded", userId: outcome.id });
    return outcome;
  }
  throw new Error(`the account of user ${deletion.userId} was in use ${MOST_TRIES} times in a row`);
}

/**
 * Locks all that a deletion takes away, in the order that everybody keeps: positions, deposits and withdrawals, then the
 * user, from which moment nothing is added. What was added just before is locked late, and so never waited for: where
 * somebody has it who may wait for the user's row, all locks are let go and asked for again.
 */
async function lockAccount(
  connection: Queryable,
  { by, userId }: Deletion,
): Promise<UserRow | Refused | "held"> {
  const refusal = await takeTurn(connection, by.actor);
  if (refusal !== undefined) return refusal;
  await lockOpenPositions(connection, userId);
  await lockPayments(connection, userId);
  const { rows } = await connection.query<UserRow>(
    "select id, email, balance, is_admin from users where id = $1 for update",
    [userId],
  );
  // Whoever ends a session has locked its user first.
  const ended = await refuseEnded(connection, by);
  if (ended !== undefined) return ended;
  const user = rows[0];
  if (user === undefined) return refuse("not_found");
  const isComplete =
    (await lockNewPositions(connection, user.id)) && (await lockNewPayments(connection, user.id));
  return isComplete ? user : "held";
}

async function closeAccount(
  { clock }: AdminContext,
  connection: Queryable,
  user: UserRow,
  by: Caller,
): Promise<DeletedUser | Refused> {
  if (user.is_admin && (await isLastAdministrator(connection, user.id))) return refuse("last_admin");
  const returned = await returnPendingWithdrawals({ clock }, connection, user.id, by.actor);
  if (isRefused(returned)) return returned;
  const at = dateOf(clock);
  const decision = { actor: by.actor, at };
  const cancelled = await cancelPositions(connection, user.id, decision);
  const unclaimed = await setBalanceAside(connection, user.id, decision);
  await keepPayments(connection, user.id);
  await emptyAccount(connection, user);
  await releasePromises(connection, cancelled.promises);
  await removeUser(connection, user.id);
  const deleted = {
    id: user.id,
    email: user.email,
    unclaimed: formatMinor(unclaimed),
    openPositions: { count: cancelled.count, amount: formatMinor(cancelled.stake) },
    pendingWithdrawals: { count: returned.count, amount: formatMinor(returned.amount) },
  };
  await recordAudit(
    connection,
    { action: "user_deleted", by, subject: user.id, ...changesOf(user, deleted) },
    at,
  );
  await lapseProposalsOf(connection, user.id, at);
  return deleted;
}

/** What was given up, and what of it the house keeps. Their e-mail is nobody's any more. */
const changesOf = (user: UserRow, deleted: DeletedUser): { before: AuditState; after: AuditState } => ({
  before: {
    isAdmin: user.is_admin,
    balance: user.balance,
    openPositions: deleted.openPositions.count,
    openStakes: deleted.openPositions.amount,
    pendingWithdrawals: deleted.pendingWithdrawals.count,
    pendingAmount: deleted.pendingWithdrawals.amount,
  },
  after: { unclaimed: deleted.unclaimed },
});

/** An account with nothing left needs no entry. */
async function setBalanceAside(
  connection: Queryable,
  userId: string,
  by: { actor: string; at: Date },
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
