import type { Language } from "@veritick/contract/errors.ts";
import type { Role } from "@veritick/contract/roles.ts";
import { emptyAccount, removeUser } from "../accounts/public.ts";
import { archivePayments, lockNewPayments, lockPayments } from "../payments/public.ts";
import { clearAttempts } from "../platform/db/attempts.ts";
import { allowLongStatements, transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { lockNewPositions, lockOpenPositions, removePositions } from "../positions/public.ts";

/** The locked row of a user whose account is to be removed. */
export type LockedRow = {
  id: string;
  email: string;
  email_confirmed_at: Date | null;
  balance: string;
  is_admin: boolean;
  staff_role: Role | null;
  language: Language | null;
  trading_locked_at: Date | null;
  withdrawals_locked_at: Date | null;
  withdrawals_held_until: Date | null;
};

/** The counter of the closings that an owner schedules. */
export const scheduleCounter = (userId: string): string => `closing/${userId}`;

/** The most tries. A retry is needed only if another call has just created and locked a row of the user. */
const MAX_TRIES = 20;

/** Runs `work` in a transaction that may take long, and again with new locks as long as it returns "held". */
export async function withWholeAccount<T>(
  database: Database,
  userId: string,
  work: (connection: Queryable) => Promise<T | "held">,
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // An account may have very many rows.
    const outcome = await transaction(database, async (ordinary) =>
      work(await allowLongStatements(ordinary)),
    );
    if (outcome !== "held") return outcome;
  }
  throw new Error(`the account of user ${userId} was in use ${MAX_TRIES} times in a row`);
}

/**
 * Locks all rows that the removal of an account removes, in the order of all transactions: positions, deposits and
 * withdrawals, then the user. Once the user is locked, no row is added. Rows added just before come out of order, so it
 * never waits for their locks: another transaction that holds one may be waiting for the user's row. Then it returns "held",
 * and the caller releases all locks and tries again. Returns undefined if there is no such user.
 */
export async function lockWholeAccount(
  connection: Queryable,
  userId: string,
): Promise<LockedRow | "held" | undefined> {
  await lockOpenPositions(connection, userId);
  await lockPayments(connection, userId);
  const { rows } = await connection.query<LockedRow>(
    `select id, email, email_confirmed_at, balance, is_admin, staff_role, language, trading_locked_at, withdrawals_locked_at, withdrawals_held_until
     from users where id = $1 for update`,
    [userId],
  );
  const user = rows[0];
  if (user === undefined) return undefined;
  const isComplete =
    (await lockNewPositions(connection, user.id)) && (await lockNewPayments(connection, user.id));
  return isComplete ? user : "held";
}

/**
 * Removes a locked account whose balance is zero, with all rows of the user. Ledger entries stay, without personal data.
 * Payments agreed with the provider stay on record too, because money may still arrive. The caller must announce the end of
 * the sessions on the bus after the commit.
 */
export async function removeWholeAccount(
  connection: Queryable,
  user: Pick<LockedRow, "id" | "email">,
): Promise<void> {
  await removePositions(connection, user.id);
  await archivePayments(connection, user.id);
  await clearAttempts(connection, scheduleCounter(user.id));
  await emptyAccount(connection, user);
  await removeUser(connection, user.id);
}
