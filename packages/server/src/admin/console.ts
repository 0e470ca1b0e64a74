import { randomBytes } from "node:crypto";
import type { Role } from "@veritick/contract/roles.ts";
import {
  confirmByOperator,
  endKeys,
  isLastAdministrator,
  lockRights,
  recordSecurityEvent,
  replaceAccess,
  roleOf,
} from "../accounts/public.ts";
import { lapseProposalsOf } from "../approvals/public.ts";
import { CONSOLE, recordAudit } from "../audit/public.ts";
import type { MailedChange } from "../notifications/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { openOutbox } from "../platform/outbox.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { writeRights } from "./administrators.ts";

// The operator's commands about administrators, other roles and lost second steps at the server's console. Nobody is signed
// in there, so the audit log names the console.

/** The error of a refused command, with a message for the operator. */
export class AdministratorRefusedError extends Error {
  override readonly name = "AdministratorRefusedError";
}

type Order = {
  email: string;
  note: string | undefined;
  /** The hours for which withdrawals of the account pause from now on. */
  holdHours: number;
};
type ConsoleContext = {
  database: Database;
  clock: Clock;
  log: Log;
  /** False if no mail server is configured. Then no mails are queued. */
  sendsMails: boolean;
};
type Account = { id: string; is_admin: boolean; staff_role: Role | null };

/** Makes a password with 100 bits, in letters and digits that are hard to confuse. */
const newPassword = (): string =>
  Array.from(randomBytes(20), (byte) => "abcdefghijkmnpqrstuvwxyz23456789"[byte % 32]).join("");

/**
 * Gives a user a new password and ends their sessions. The second step stays unless it was lost too: then two-step sign-in is
 * switched off, and the passkeys are removed. Users without rights need it only for that; a link by e-mail does the rest.
 *
 * @throws AdministratorRefusedError
 */
export async function resetAccess(
  context: ConsoleContext,
  order: Order & { removesSecondStep: boolean },
): Promise<{ password: string; ended: number; passkeys: number }> {
  const { clock } = context;
  const password = newPassword();
  const done = await change(context, async (connection, mail) => {
    const lock = order.removesSecondStep ? lockAccount : lockStaff;
    const account = await lock(connection, order.email);
    const { sessions, removed } = await replaceAccess(connection, account.id, {
      ...order,
      password,
      at: dateOf(clock),
    });
    await recordSecurityEvent(connection, clock, account.id, "password_reset", {});
    // A thief of the account may have made a proposal that takes effect by itself.
    await lapseProposalsOf(connection, account.id, dateOf(clock));
    await mail(account.id, removed);
    const { twoStep, passkeys } = removed;
    await recordAudit(
      connection,
      {
        action: "access_reset",
        by: CONSOLE,
        subject: account.id,
        before: { sessions, ...(twoStep && { twoStep }), ...(passkeys > 0 && { passkeys }) },
        after: { sessions: 0, ...(twoStep && { twoStep: false }), ...(passkeys > 0 && { passkeys: 0 }) },
        reason: order.note,
      },
      dateOf(clock),
    );
    return { ended: sessions, passkeys };
  });
  return { password, ...done };
}

/**
 * Gives a user a role. A stranger may have registered the address, which the operator confirms by this. The account therefore
 * always gets a new password and loses its sessions, its two-step sign-in and its passkeys.
 *
 * @throws AdministratorRefusedError
 */
export async function makeAdministrator(
  context: ConsoleContext,
  { role = "administrator", ...order }: Order & { role?: Role },
): Promise<{ password: string; isNew: boolean }> {
  const { clock } = context;
  const password = newPassword();
  const at = dateOf(clock);
  const isNew = await change(context, async (connection, mail) => {
    await lockRights(connection);
    const { rowCount } = await connection.query(
      "insert into users (id, email, password, created_at) values ($1, $2, '', $3) on conflict (email) do nothing",
      [newId(clock.nowMs()), order.email, at],
    );
    const account = await lockAccount(connection, order.email);
    if (roleOf(account) === role) {
      throw new AdministratorRefusedError(`${order.email} is already ${nameOf(role)}.`);
    }
    await refuseLastAdministrator(connection, account, order.email);
    const access = { ...order, password, removesSecondStep: true, at };
    const { removed } = await replaceAccess(connection, account.id, access);
    await confirmByOperator(connection, order.email, at);
    if (rowCount === 0) {
      await recordSecurityEvent(connection, clock, account.id, "password_reset", {});
      await mail(account.id, removed);
    }
    await writeRights({ clock }, connection, account, { role, by: CONSOLE, reason: order.note });
    return rowCount === 1;
  });
  return { password, isNew };
}

/**
 * Revokes a user's role and ends their sessions and API keys. The account stays.
 *
 * @throws AdministratorRefusedError
 */
export async function revokeAdministrator(
  { database, clock }: Pick<ConsoleContext, "database" | "clock">,
  order: Pick<Order, "email" | "note">,
): Promise<void> {
  await transaction(database, async (connection) => {
    await lockRights(connection);
    const account = await lockStaff(connection, order.email);
    await refuseLastAdministrator(connection, account, order.email);
    await connection.query("delete from sessions where user_id = $1", [account.id]);
    await endKeys(connection, account.id);
    await writeRights({ clock }, connection, account, { role: null, by: CONSOLE, reason: order.note });
  });
}

/** Queues mails about a new password, and about the second step and passkeys that were removed with it. */
type MailOwner = (userId: string, removed: { twoStep: boolean; passkeys: number }) => Promise<void>;

/** Runs a change of an account in one transaction with the mails to its owner. A server sends them if it can. */
async function change<T>(
  { database, clock, log, sendsMails }: ConsoleContext,
  work: (connection: Queryable, mail: MailOwner) => Promise<T>,
): Promise<T> {
  const outbox = sendsMails ? openOutbox({ database, clock, log }) : undefined;
  return transaction(database, (connection) =>
    work(connection, async (userId, { twoStep, passkeys }) => {
      const changes: MailedChange[] = ["password_reset"];
      if (twoStep) changes.push("two_step_disabled");
      if (passkeys > 0) changes.push("passkey_removed");
      const mails = changes.map((kind) => ({ kind, userId }));
      await outbox?.add(connection, "mails", mails);
    }),
  );
}

type ListedAdministrator = {
  email: string;
  role: Role;
  two_step: boolean;
  passkeys: number;
  last_seen_at: Date | null;
};

/** Lists all users with rights, administrators first. */
export async function listAdministrators(database: Database): Promise<ListedAdministrator[]> {
  const { rows } = await database.query<ListedAdministrator>(
    `select u.email, case when u.is_admin then 'administrator' else u.staff_role end as role,
       exists (select from two_step t where t.user_id = u.id and t.enabled_at is not null) as two_step,
       (select count(*) from passkeys p where p.user_id = u.id) as passkeys,
       (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
     from users u where u.is_admin or u.staff_role is not null order by u.is_admin desc, u.email`,
  );
  return rows;
}

/** Returns a role as a noun with its article. */
export const nameOf = (role: Role): string => NAMES[role];
const NAMES: Record<Role, string> = {
  viewer: "a viewer",
  support: "support",
  cashier: "a cashier",
  administrator: "an administrator",
};

async function refuseLastAdministrator(
  connection: Queryable,
  account: Account,
  email: string,
): Promise<void> {
  if (!account.is_admin || !(await isLastAdministrator(connection, account.id))) return;
  throw new AdministratorRefusedError(
    `${email} is the only administrator. Make another one first: npm run admin -- make EMAIL`,
  );
}

async function lockAccount(connection: Queryable, email: string): Promise<Account> {
  const { rows } = await connection.query<Account>(
    "select id, is_admin, staff_role from users where email = $1 for no key update",
    [email],
  );
  if (rows[0] === undefined)
    throw new AdministratorRefusedError(`No account has the e-mail address ${email}.`);
  return rows[0];
}

async function lockStaff(connection: Queryable, email: string): Promise<Account> {
  const account = await lockAccount(connection, email);
  if (roleOf(account) === null) {
    throw new AdministratorRefusedError(
      `${email} has no role. To give it one: npm run admin -- make ${email}`,
    );
  }
  return account;
}
