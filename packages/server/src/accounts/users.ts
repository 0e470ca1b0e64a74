import type { Language } from "@veritick/contract/errors.ts";
import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { MissedPush } from "../cluster/catch-up.ts";
import { LOCKS } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";

export type UserRow = {
  id: string;
  email: string;
  email_confirmed_at: Date | null;
  password: string;
  balance: string;
  is_admin: boolean;
  staff_role: Role | null;
  withdrawal_code: string | null;
  language: Language | null;
  terms_version: string | null;
  created_at: Date;
};

/** The columns by name. A prepared statement with "*" breaks in running processes when a migration adds a column. */
const COLUMNS =
  "id, email, email_confirmed_at, password, balance, is_admin, staff_role, withdrawal_code, language, terms_version, created_at";

export async function findUserByEmail(database: Queryable, email: string): Promise<UserRow | undefined> {
  const { rows } = await database.query<UserRow>(`select ${COLUMNS} from users where email = $1`, [email]);
  return rows[0];
}

export async function findUser(database: Queryable, id: string): Promise<UserRow | undefined> {
  const { rows } = await database.query<UserRow>({
    name: "find_user",
    text: `select ${COLUMNS} from users where id = $1`,
    values: [id],
  });
  return rows[0];
}

export async function insertUser(
  database: Queryable,
  user: {
    id: string;
    email: string;
    password: string;
    isAdmin: boolean;
    language: Language | undefined;
    invitationId: string | undefined;
    createdAt: Date;
  },
): Promise<UserRow> {
  const { rows } = await database.query<UserRow>(
    `insert into users (id, email, password, is_admin, language, invitation_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
    [user.id, user.email, user.password, user.isAdmin, user.language, user.invitationId, user.createdAt],
  );
  return rows[0]!;
}

/** Stores which version of the terms a user accepts. Accepting it again keeps the first time. */
export async function storeTerms(
  database: Queryable,
  id: string,
  version: string,
  at: Date,
): Promise<UserRow | undefined> {
  const { rows } = await database.query<UserRow>(
    `update users set terms_version = $2,
       terms_accepted_at = case when terms_version = $2 then terms_accepted_at else $3 end
     where id = $1 returning ${COLUMNS}`,
    [id, version, at],
  );
  return rows[0];
}

/** Stores the language of mails to a user. If the user's row is locked, it skips that and the next page stores it. */
export async function noteLanguage(
  database: Queryable,
  { id, language: known }: UserRow,
  language: Language | undefined,
): Promise<void> {
  if (language === undefined || language === known) return;
  await database.query({
    name: "note_language",
    text: `update users set language = $2
           where id = (select id from users where id = $1 for no key update skip locked)`,
    values: [id, language],
  });
}

/** Returns the role of a user, or null without rights. Administrators have no other role. */
export const roleOf = (row: { is_admin: boolean; staff_role: Role | null }): Role | null =>
  row.is_admin ? "administrator" : row.staff_role;

export function rightsOf(row: Parameters<typeof roleOf>[0]): { isAdmin: boolean; role?: Role } {
  const role = roleOf(row);
  return role === null ? { isAdmin: false } : { isAdmin: true, role };
}

/**
 * Picks the fields of the signed-in user's row that they may see. The result never holds a hash.
 *
 * @param notifier tells whether mails are sent: without them, nobody is asked to confirm an address
 */
export function toCurrentUser(row: UserRow, notifier: { readonly sendsMails: boolean }): CurrentUser {
  return {
    id: row.id,
    email: row.email,
    ...(row.email_confirmed_at === null && notifier.sendsMails && { emailConfirmed: false }),
    balance: row.balance,
    ...rightsOf(row),
    withdrawalCode: row.withdrawal_code === null ? null : true,
    createdAt: row.created_at.toISOString(),
    ...(row.terms_version !== null && { acceptedTerms: row.terms_version }),
  };
}

/**
 * Serialises all transactions that may remove an administrator. Call it first in the transaction. No other transaction can
 * remove an administrator until this one ends.
 */
export async function lockRights(connection: Queryable): Promise<void> {
  await connection.query("select pg_advisory_xact_lock($1)", [LOCKS.rights]);
}

/** Returns true if no other administrator exists. Call `lockRights` first. */
export async function isLastAdministrator(connection: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from users where is_admin and id <> $1 order by id limit 1",
    [id],
  );
  return rowCount === 0;
}

export async function readBalances(database: Database, userIds: readonly string[]): Promise<MissedPush[]> {
  const { rows } = await database.query<{ id: string; balance: string }>({
    name: "read_balances",
    text: "select id, balance from users where id = any ($1)",
    values: [userIds],
  });
  return rows.map(({ id, balance }) => ({ userId: id, push: { type: "balanceUpdate", balance } }));
}
