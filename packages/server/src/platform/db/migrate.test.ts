import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { findRuleBreaks } from "../../../testing/migration-rules.ts";
import { createEmptyDatabase } from "../../../testing/test-database.ts";
import type { DatabaseConnection } from "../../../testing/test-database.ts";
import { useApp } from "../../../testing/use-app.ts";
import { createLog } from "../telemetry/log.ts";
import { LOCKS } from "./database.ts";
import { KNOWN_MIGRATIONS, migrate, migrateInTransaction } from "./migrate.ts";

const scope = useApp();

/** Earlier migrations date from before upgrades without a pause. */
const RULED = KNOWN_MIGRATIONS.filter((name) => name >= "0008");

it.each(RULED)("%s may run while processes of the version before it serve", (name) => {
  const file = readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), "utf8");
  expect(findRuleBreaks(file)).toEqual([]);
});

it("numbers each migration once, without a gap", () => {
  const numbers = KNOWN_MIGRATIONS.map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

it.each([
  ["drop table users", /^drops/],
  ["alter table users drop column email", /^drops/],
  ["alter table users drop email", /^drops/],
  ["alter table users rename column email to address", /^renames/],
  ["alter table users\n  alter column email type varchar(9)", /^changes the type/],
  ["alter table users alter email set data type varchar(9)", /^changes the type/],
  ["alter table users alter column email set not null", /^refuses rows/],
  ["alter table users add column age integer not null", /^adds a column/],
  ["create index users_by_age on users (age)", /^keeps writers of users waiting/],
  ["create unique index users_by_age on users (age)", /^keeps writers of users waiting/],
  ["alter table users add constraint adult check (age > 17)", /^keeps writers of users waiting/],
  [
    "create trigger t after update on users for each row execute function f()",
    /^keeps writers of users waiting/,
  ],
  ["create index concurrently users_by_age on users (age)", /^is refused within a transaction/],
  [
    "create table ages (id uuid references users (id), session bytea references sessions)",
    /^locks several tables/,
  ],
  [
    "alter table users add column session bytea references sessions",
    /^locks several tables: users, sessions/,
  ],
  [
    "alter table users add column age integer; create table ages (id uuid)",
    /^keeps everybody from users until/,
  ],
  [
    "create table ages (id uuid references users (id)); alter table users add column age integer",
    /^keeps everybody from users until/,
  ],
  [
    "-- Writers wait: users, sessions: briefly.\ncreate index a on users (age); create index b on sessions (age)",
    /^locks several tables/,
  ],
  ["-- No transaction: beside them.\ninsert into ages values (1)", /^cannot be repeated/],
])("the rules refuse: %s", (statement, why) => {
  expect(findRuleBreaks(`-- Up Migration\n${statement};\n-- Down Migration\n`)).toEqual([
    expect.stringMatching(why),
  ]);
});

it.each([
  "alter table users add column age integer, add column kind text not null default 'x'",
  "alter table users add column rate numeric(18,8) not null default 0",
  "alter table users add column if not exists age integer",
  "create table ages (id uuid references users (id) not null); create table notes (id uuid references users (id))",
  "-- No transaction: beside them.\ncreate index concurrently a on users (age); create index concurrently b on sessions (age)",
  "create table ages (id uuid not null); create index ages_by_id on ages (id)",
  "alter table users add constraint adult check (age > 17) not valid",
  "-- Writers wait: users, sessions: there are few of them.\ncreate index users_by_age on users (age)",
  "create function f() returns trigger language plpgsql as $$ begin drop table x; end $$",
])("the rules allow: %s", (statement) => {
  expect(findRuleBreaks(`-- Up Migration\n${statement};\n-- Down Migration\ndrop table users;`)).toEqual([]);
});

it("an older version starts on a newer schema and says so", async () => {
  const connection = await scope.clone();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("insert into schema_migrations (name, run_on) values ('9999_later', now())");
  const log = createLog("silent");
  const warn = vi.spyOn(log, "warn");
  await migrate(connection, log);
  expect(warn.mock.calls).toEqual([[{ migrations: ["9999_later"] }, expect.any(String)]]);
  await client.end();
});

it("a start with nothing to migrate does not wait for a backup", async () => {
  const client = new pg.Client(scope.connection);
  await client.connect();
  await client.query(`select pg_advisory_lock_shared(${LOCKS.migration})`);
  await migrate(scope.connection, createLog("silent"));
  await client.end();
});

it("a start with something to migrate waits for a backup, and says so once", async () => {
  const connection = await olderDatabase();
  const backup = await connectTo(connection);
  await backup.query(`select pg_advisory_lock_shared(${LOCKS.migration})`);
  const log = createLog("silent");
  const told = vi.spyOn(log, "info").mock.calls;
  const asked = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => asked.mockRestore());
  const tries = () => asked.mock.calls.filter(([text]) => String(text).includes("pg_try_advisory_lock"));
  const migrated = migrate(connection, log);
  await expect.poll(() => tries().length, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(told).toEqual([[expect.stringContaining("backup or check of the books that is under way")]]);
  await backup.query("select pg_advisory_unlock_all()");
  await migrated;
});

/** Makes a database as the previous version left it. */
async function olderDatabase(): Promise<DatabaseConnection> {
  const connection = await createEmptyDatabase(inject("postgres"));
  onTestFinished(connection.drop);
  const client = await connectTo(connection);
  await migrateInTransaction(client, createLog("silent"), 7);
  await client.query(
    "insert into users (id, email, password, created_at) values (gen_random_uuid(), 'a@b.c', '', now())",
  );
  return connection;
}

async function connectTo(connection: DatabaseConnection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, statement_timeout: 4_000 });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Migrates, and lists how often the migration gave way. */
function migrateBeside(connection: DatabaseConnection) {
  const log = createLog("silent");
  const gaveWay = vi.spyOn(log, "warn").mock.calls;
  const migrated = migrate(connection, log, { lockMs: 500, pauseMs: 50, tries: 60 });
  // Awaited later, or never if the test fails before.
  migrated.catch(() => {});
  return { migrated, gaveWay };
}

/** Waits until a statement waits for a lock. */
async function untilBlocked(client: pg.Client): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'relation'`;
  while ((await client.query(waiting)).rowCount === 0);
}

it("a migration that waits for a long transaction does not block others for long", async () => {
  const connection = await olderDatabase();
  const [long, other] = [await connectTo(connection), await connectTo(connection)];
  await long.query("begin");
  await long.query("select count(*) from users");
  const { migrated, gaveWay } = migrateBeside(connection);
  await untilBlocked(other);
  expect((await other.query("select from users")).rowCount).toBe(1);
  expect((await other.query("update users set balance = balance")).rowCount).toBe(1);
  await long.query("commit");
  await migrated;
  expect(gaveWay.length).toBeGreaterThan(0);
});

it.each([
  [
    "locked users whom it changes next",
    "select id from users for no key update",
    "update users set balance = 1",
  ],
  [
    "changed a deposit and comes to a user next",
    "update deposit_transactions set updated_at = now()",
    "select id from users for no key update; update users set balance = 1",
  ],
  [
    "locked users and comes to a withdrawal next",
    "select id from users for no key update",
    "update withdrawal_transactions set updated_at = now(); update users set balance = 1",
  ],
])("a migration and a transaction that has %s do not wait for each other", async (_what, first, next) => {
  const connection = await olderDatabase();
  const [client, other] = [await connectTo(connection), await connectTo(connection)];
  await client.query(`begin; ${first}`);
  const { migrated } = migrateBeside(connection);
  await untilBlocked(other);
  await client.query(`${next}; commit`);
  await migrated;
  expect((await other.query("select balance::integer from users")).rows).toEqual([{ balance: 1 }]);
});

it("processes that start together migrate once, and repeat a migration that was cut off", async () => {
  const connection = await olderDatabase();
  const client = await connectTo(connection);
  // An interrupted creation of an index leaves an invalid one under its name.
  await client.query("create index deposit_transactions_by_change on deposit_transactions (id)");
  await Promise.all([1, 2, 3].map(() => migrate(connection, createLog("silent"))));
  const { rows } = await client.query("select name from schema_migrations order by id");
  expect(rows.map(({ name }) => name as string)).toEqual(KNOWN_MIGRATIONS);
  const { rows: made } = await client.query(
    "select indexdef from pg_indexes where indexname = 'deposit_transactions_by_change'",
  );
  expect(made).toEqual([{ indexdef: expect.stringContaining("(updated_at)") }]);
});
