import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { createHash, timingSafeEqual } from "node:crypto";
import { CONSOLE, recordAudit } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { INSTALLATION_NAME, setKeptValue } from "../platform/db/kept-values.ts";
import { newId } from "../platform/ids.ts";
import type { Caller } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { newToken } from "../platform/tokens.ts";
import type { AccountContext, Visitor } from "./context.ts";
import { assertNotReserved, EmailReservedError, markConfirmed } from "./email/links.ts";
import { rememberPlaces } from "./passwords/known-places.ts";
import { hashPassword, refuseGuessable, verifyPassword } from "./passwords/passwords.ts";
import { replaceAccess } from "./replace-access.ts";
import { findUserByEmail, toCurrentUser } from "./users.ts";

const SETUP_TOKEN = "setup-token";

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Makes the setup token of this start if the installation has no administrator. The holder of the token may become the first
 * one. Tokens of earlier starts stop working.
 */
export async function offerSetup(database: Database): Promise<string | undefined> {
  if (await hasAdmin(database)) {
    await database.query("delete from kept_values where name = $1", [SETUP_TOKEN]);
    return undefined;
  }
  const token = newToken();
  await setKeptValue(database, SETUP_TOKEN, digestOf(token));
  return token;
}

/**
 * Returns true if this token makes the first administrator. In a transaction it locks the token, so nobody else can use it.
 */
export async function isSetupToken(database: Queryable, token: string): Promise<boolean> {
  const { rows } = await database.query<{ value: string }>(
    "select value from kept_values where name = $1 for update",
    [SETUP_TOKEN],
  );
  const kept = rows[0]?.value;
  if (kept === undefined || !timingSafeEqual(Buffer.from(kept), Buffer.from(digestOf(token)))) return false;
  return !(await hasAdmin(database));
}

export type SetupContext = AccountContext & { keepChat: KeepChat };

type FirstAdministrator = {
  token: string;
  name: string;
  chatUrl?: string | undefined;
  email: string;
  password: string;
};

/** Keeps the address of the chat as a setting of this administrator. Returns what is left to do after the commit. */
export type KeepChat = (
  connection: Queryable,
  chatUrl: string,
  by: Caller,
) => Promise<(() => Promise<void>) | Refused>;

/** Names the installation, makes its first administrator, signs them in and uses up the token. */
export async function makeFirstAdministrator(
  { database, clock, sessions, notifier, keepChat }: SetupContext,
  { token, name, chatUrl = "", email, password }: FirstAdministrator,
  visitor: Visitor,
): Promise<{ user: CurrentUser; token: string } | Refused> {
  // This check comes first, so that a caller without the token learns nothing and costs nothing.
  if (!(await isSetupToken(database, token))) return refuse("setup_link_invalid");
  const guessable = refuseGuessable(password, email, "password");
  if (isRefused(guessable)) return guessable;
  const at = dateOf(clock);
  let announceChat: (() => Promise<void>) | undefined;
  const made = await transaction(database, async (connection) => {
    if (!(await isSetupToken(connection, token))) return refuse("setup_link_invalid");
    await makeAdmin(connection, { email, password }, at);
    const row = (await findUserByEmail(connection, email))!;
    if (name !== "") await setKeptValue(connection, INSTALLATION_NAME, name);
    await connection.query("delete from kept_values where name = $1", [SETUP_TOKEN]);
    const session = (await sessions.open(connection, row, visitor))!;
    await rememberPlaces(connection, row.id, visitor, at);
    const by = { actor: row.id, sessionId: session.id, address: visitor.address };
    await recordAudit(
      connection,
      {
        action: "installation_set_up",
        by,
        subject: row.id,
        after: { role: "administrator", ...(name !== "" && { name }) },
      },
      at,
    );
    if (chatUrl !== "") {
      const kept = await keepChat(connection, chatUrl, by);
      if (isRefused(kept)) throw new Error("the address of the chat could not be stored");
      announceChat = kept;
    }
    return { user: toCurrentUser(row, notifier), token: session.token };
  }).catch(toReserved);
  if (made === "reserved") return refuse("email_taken", { field: "email" });
  await announceChat?.();
  return made;
}

type Admin = { email: string; password: string };

/**
 * Creates or promotes an administrator that the operator names, and so confirms the address. A stranger may have registered
 * it. Unless the account has the given password, its promotion sets that password, ends its sessions and removes its
 * second step. An account that is already an administrator stays as it is. Nobody is made while a former owner may return to
 * the address.
 */
export function ensureAdmin(
  database: Database,
  clock: Clock,
  admin: Admin,
): Promise<"created" | "promoted" | "unchanged" | "reserved"> {
  return transaction(database, async (connection) => {
    const at = dateOf(clock);
    const { rows } = await connection.query<{ role: string }>(
      "select staff_role as role from users where email = $1 for update",
      [admin.email],
    );
    const outcome = await makeAdmin(connection, admin, at);
    if (outcome !== "unchanged") await recordMade(connection, admin, rows[0]?.role ?? null, at);
    return outcome;
  }).catch(toReserved);
}

function toReserved(error: unknown): "reserved" {
  if (error instanceof EmailReservedError) return "reserved";
  throw error;
}

/** Records that the operator made an administrator, who may have had another role. */
async function recordMade(
  connection: Queryable,
  { email }: Admin,
  role: string | null,
  at: Date,
): Promise<void> {
  const { rows } = await connection.query<{ id: string }>("select id from users where email = $1", [email]);
  const rights = { before: { role }, after: { role: "administrator" } };
  await recordAudit(
    connection,
    { action: "rights_changed", by: CONSOLE, subject: rows[0]!.id, ...rights },
    at,
  );
}

async function makeAdmin(
  connection: Queryable,
  admin: Admin,
  at: Date,
): Promise<"created" | "promoted" | "unchanged"> {
  const id = newId(at.getTime());
  const { rowCount } = await connection.query(
    `insert into users (id, email, password, is_admin, created_at) values ($1, $2, $3, true, $4)
     on conflict (email) do nothing`,
    [id, admin.email, await hashPassword(admin.password), at],
  );
  if (rowCount === 1) await assertNotReserved(connection, { id, email: admin.email }, at);
  const outcome = rowCount === 1 ? "created" : await promote(connection, admin, at);
  await confirmByOperator(connection, admin.email, at);
  return outcome;
}

/** Confirms an address that the operator names. */
export async function confirmByOperator(connection: Queryable, email: string, at: Date): Promise<void> {
  const { rows } = await connection.query<{ id: string }>("select id from users where email = $1", [email]);
  await markConfirmed(connection, rows[0]!.id, at);
}

async function promote(connection: Queryable, admin: Admin, at: Date): Promise<"promoted" | "unchanged"> {
  const { rows } = await connection.query<{ id: string; password: string; is_admin: boolean }>(
    "select id, password, is_admin from users where email = $1 for update",
    [admin.email],
  );
  const { id, password, is_admin: isAdmin } = rows[0]!;
  if (isAdmin) return "unchanged";
  const hasPassword = await verifyPassword(password, admin.password).catch(() => false);
  if (!hasPassword) {
    await replaceAccess(connection, id, { ...admin, removesSecondStep: true, holdHours: 0, at });
  }
  await connection.query("update users set is_admin = true, staff_role = null where id = $1", [id]);
  return "promoted";
}

export async function hasAdmin(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    "select exists (select from users where is_admin) as found",
  );
  return rows[0]!.found;
}
