import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Log } from "../telemetry/log.ts";
import { LOCKS, withClient } from "./database.ts";
import type { Connection, Queryable } from "./database.ts";
import { migrate, migrateOn } from "./migrate.ts";
import { assertOwnSession, isCollationChanged } from "./suitable.ts";

// The server's role reads and writes rows and owns nothing. An attacker who makes the server run a statement can therefore
// neither switch off a trigger nor empty or drop a table.

const COLLATION_CHANGED =
  'the database sorts texts by other rules than when its indexes were made: see "The collation of the database has changed" in docs/runbook.md';
const DUPLICATE_ROLE = "42710";
/** The tables to which the server only adds rows. A trigger of each table binds its owner as well. */
const APPEND_ONLY = [
  "ledger_transactions",
  "ledger_entries",
  "audit_log",
  "liability_statements",
  "log_entries",
  "log_tiles",
  "log_checkpoints",
  "log_witnesses",
  "beacon_rounds",
  "price_endings",
  "promise_batches",
];

/** The tables that only the owner writes to: in migrations, and in the command that archives months. */
const READ_ONLY = ["schema_migrations", "archived_months", "archived_sums"];

/**
 * The server's connection, and that of the tables' owner. `owner` is undefined if it is the same role or unknown to this
 * process.
 */
export type DatabaseRoles = { connection: Connection; owner: Connection | undefined };

/** Returns the roles of a database that only this process uses. The server's role gets a new password at each start. */
export function embeddedRoles(owner: Exclude<Connection, string>): DatabaseRoles {
  const password = randomBytes(24).toString("base64url");
  return { connection: { ...owner, user: `${owner.user}_server`, password }, owner };
}

/** Brings the schema up to date as its owner and lets the server's role work on it. */
export async function prepareSchema({ connection, owner }: DatabaseRoles, log: Log): Promise<void> {
  if (owner !== undefined) {
    await withClient(owner, (client) => assertOwnSession(client, owner, "DATABASE_OWNER_URL"));
    await migrate(owner, log);
    await admitServer(owner, credentialsOf(connection));
  }
  await withClient(connection, async (client) => {
    await assertOwnSession(client, connection, "DATABASE_URL");
    if (owner === undefined) await migrateOn(client, log);
    if (await mayChangeSchema(client)) {
      log.warn(
        "the server's database role owns its tables, so it could switch their triggers off: see DATABASE_OWNER_URL in docs/configuration.md",
      );
    }
    if (await isCollationChanged(client)) log.warn(COLLATION_CHANGED);
  });
}

/** Makes the role if it is missing, sets its password if the database is embedded, and grants missing rights. */
export async function admitServer(owner: Connection, server: Credentials): Promise<void> {
  await withClient(owner, async (client) => {
    const role = pg.escapeIdentifier(server.user);
    const { rows } = await client.query<{ own: string; known: boolean }>(
      "select current_user as own, exists (select from pg_roles where rolname = $1) as known",
      [server.user],
    );
    if (rows[0]!.own === server.user) return;
    const login = `login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(server.password)}`;
    const isMade = !rows[0]!.known && (await makeRole(client, `create role ${role} ${login}`));
    // The embedded server's password is new at each start. The administrator of an external database sets its role's
    // password.
    if (!isMade && typeof owner !== "string") await client.query(`alter role ${role} ${login}`);
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [LOCKS.grants]);
    if (await lacksGrants(client, server.user)) await grant(client, role);
    await client.query("commit");
  });
}

async function makeRole(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    // Another process has made it meanwhile.
    if (error instanceof pg.DatabaseError && error.code === DUPLICATE_ROLE) return false;
    throw error;
  }
}

/**
 * Checks all tables, because somebody else may have run a migration that added one. An append-only table starts with the
 * rights of every new table, and must lose some of them.
 */
async function lacksGrants(client: Queryable, role: string): Promise<boolean> {
  const { rows } = await client.query<{ lacks: boolean }>(
    `select exists (
       select from pg_class c where c.relnamespace = current_schema()::regnamespace
         and case when c.relname = any ($2) and has_table_privilege($1, c.oid, 'update') then true
                  when c.relkind = 'S' then not has_sequence_privilege($1, c.oid, 'usage')
                  when c.relkind in ('r', 'p') then not has_table_privilege($1, c.oid, 'select')
                  else false end
     ) as lacks`,
    [role, [...APPEND_ONLY, ...READ_ONLY]],
  );
  return rows[0]!.lacks;
}

async function grant(client: Queryable, role: string): Promise<void> {
  const rows = "select, insert, update, delete";
  await client.query(`
    grant usage on schema public to ${role};
    grant ${rows} on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    alter default privileges in schema public grant ${rows} on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role};
    revoke update, delete on ${APPEND_ONLY.join(", ")} from ${role};
    revoke insert, update, delete on ${READ_ONLY.join(", ")} from ${role}`);
}

/** Returns true for the owner of any table, its members and superusers. */
async function mayChangeSchema(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select exists (
       select from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
         and pg_has_role(c.relowner, 'member')
     ) as may`,
  );
  return rows[0]!.may;
}

type Credentials = { user: string; password: string };

export function credentialsOf(connection: Connection): Credentials {
  if (typeof connection !== "string") return connection;
  const { username, password } = new URL(connection);
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}
