import { randomBytes } from "node:crypto";
import { recordSecurityEvent, replaceAccess } from "../accounts/public.ts";
import { lapseProposalsOf } from "../approvals/public.ts";
import { CONSOLE, recordAudit } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { isLastAdministrator, lockRights } from "./administrators.ts";

// What the operator of the server does about administrators at its console. Nobody is signed in there, so the audit log
// names the console.

/** What was asked for cannot be done. The message is for the operator. */
export class AdministratorRefusedError extends Error {
  override readonly name = "AdministratorRefusedError";
}

type Order = {
  email: string;
  note: string | undefined;
  /** How long withdrawals of the account pause from now on. */
  holdHours: number;
};
type ConsoleContext = { database: Database; clock: Clock };
type Account = { id: string; is_admin: boolean };

/** 100 bits, in letters and digits that are hard to confuse. */
const newPassword = (): string =>
  Array.from(randomBytes(20), (byte) => "abcdefghijkmnpqrstuvwxyz23456789"[byte % 32]).join("");

/**
 * Gives an administrator another password and ends their sessions. Two-step sign-in stays on unless it was lost too.
 *
 * @throws AdministratorRefusedError
 */
export async function resetAdministrator(
  { database, clock }: ConsoleContext,
  order: Order & { removesSecondStep: boolean },
): Promise<{ password: string; ended: number }> {
  const password = newPassword();
  const ended = await transaction(database, async (connection) => {
    const account = await lockAdministrator(connection, order.email);
    const { sessions, hadSecondStep } = await replaceAccess(connection, account.id, {
      ...order,
      password,
      at: dateOf(clock),
    });
    await recordSecurityEvent(connection, clock, account.id, "password_reset", {});
    const twoStep = order.removesSecondStep && hadSecondStep;
    await record(connection, clock, order, {
      action: "access_reset",
      subject: account.id,
      before: { sessions, ...(twoStep ? { twoStep } : {}) },
      after: { sessions: 0, ...(twoStep ? { twoStep: false } : {}) },
    });
    return sessions;
  });
  return { password, ended };
}

/**
 * Makes an administrator. E-mails are not verified, so a stranger may have registered this one: whatever the account was,
 * it gets another password and loses its sessions and its two-step sign-in.
 *
 * @throws AdministratorRefusedError
 */
export async function makeAdministrator(
  { database, clock }: ConsoleContext,
  order: Order,
): Promise<{ password: string; isNew: boolean }> {
  const password = newPassword();
  const at = dateOf(clock);
  const isNew = await transaction(database, async (connection) => {
    await lockRights(connection);
    const { rowCount } = await connection.query(
      "insert into users (id, email, password, created_at) values ($1, $2, '', $3) on conflict (email) do nothing",
      [newId(clock.nowMs()), order.email, at],
    );
    const account = await lockAccount(connection, order.email);
    if (account.is_admin) throw new AdministratorRefusedError(`${order.email} is an administrator already.`);
    await replaceAccess(connection, account.id, { ...order, password, removesSecondStep: true, at });
    if (rowCount === 0) await recordSecurityEvent(connection, clock, account.id, "password_reset", {});
    await changeRights(connection, clock, order, account.id, true);
    return rowCount === 1;
  });
  return { password, isNew };
}

/**
 * Takes an administrator's rights and ends their sessions. The account stays.
 *
 * @throws AdministratorRefusedError
 */
export async function revokeAdministrator(
  { database, clock }: ConsoleContext,
  order: Pick<Order, "email" | "note">,
): Promise<void> {
  await transaction(database, async (connection) => {
    await lockRights(connection);
    const account = await lockAdministrator(connection, order.email);
    if (await isLastAdministrator(connection, account.id)) {
      throw new AdministratorRefusedError(
        `${order.email} is the only administrator. Make another one first: npm run admin -- make EMAIL`,
      );
    }
    await connection.query("delete from sessions where user_id = $1", [account.id]);
    await changeRights(connection, clock, order, account.id, false);
  });
}

type ListedAdministrator = { email: string; two_step: boolean; last_seen_at: Date | null };

export async function listAdministrators(database: Database): Promise<ListedAdministrator[]> {
  const { rows } = await database.query<ListedAdministrator>(
    `select u.email, t.enabled_at is not null as two_step,
            (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
     from users u left join two_step t on t.user_id = u.id where u.is_admin order by u.email`,
  );
  return rows;
}

async function changeRights(
  connection: Queryable,
  clock: Clock,
  order: Pick<Order, "note">,
  id: string,
  isAdmin: boolean,
): Promise<void> {
  await connection.query("update users set is_admin = $2, staff_role = null where id = $1", [id, isAdmin]);
  await record(connection, clock, order, {
    action: "rights_changed",
    subject: id,
    before: { isAdmin: !isAdmin },
    after: { isAdmin },
  });
  await lapseProposalsOf(connection, id, dateOf(clock));
}

const record = (
  connection: Queryable,
  clock: Clock,
  { note }: Pick<Order, "note">,
  entry: Omit<Parameters<typeof recordAudit>[1], "by" | "reason">,
): Promise<void> => recordAudit(connection, { ...entry, by: CONSOLE, reason: note }, dateOf(clock));

async function lockAccount(connection: Queryable, email: string): Promise<Account> {
  const { rows } = await connection.query<Account>(
    "select id, is_admin from users where email = $1 for no key update",
    [email],
  );
  if (rows[0] === undefined)
    throw new AdministratorRefusedError(`There is no account with the e-mail ${email}.`);
  return rows[0];
}

async function lockAdministrator(connection: Queryable, email: string): Promise<Account> {
  const account = await lockAccount(connection, email);
  if (!account.is_admin) {
    throw new AdministratorRefusedError(
      `${email} is no administrator. To make it one: npm run admin -- make ${email}`,
    );
  }
  return account;
}
