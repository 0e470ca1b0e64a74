import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { describeSchema } from "../../../testing/describe-schema.ts";
import { findRuleBreaks } from "../../../testing/migration-rules.ts";
import { createEmptyDatabase } from "../../../testing/test-database.ts";
import type { DatabaseConnection } from "../../../testing/test-database.ts";
import { useApp } from "../../../testing/use-app.ts";
import { createLog } from "../telemetry/log.ts";
import { LOCKS } from "./database.ts";
import { KNOWN_MIGRATIONS, migrate } from "./migrate.ts";

const scope = useApp({}, { asksToConfirm: true });

const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

/** The newest migration of version 1.0.0. Servers run while later ones do. */
const FIRST_RELEASE = KNOWN_MIGRATIONS.indexOf("0009_notifications") + 1;

it("each migration since 1.0.0 may run while processes of the version before it serve", () => {
  for (const name of KNOWN_MIGRATIONS.slice(FIRST_RELEASE))
    expect(findRuleBreaks(readFileSync(join(MIGRATIONS, `${name}.sql`), "utf8")), name).toEqual([]);
});

it("docs/schema.sql is the newest schema (`npm run test:unit -- migrate -u` writes it)", async () => {
  const client = await connectTo(scope.connection);
  const file = fileURLToPath(new URL("../../../../../docs/schema.sql", import.meta.url));
  const origin = "-- Made from the migrations in packages/server/src/migrations, which give the reasons.\n\n";
  await expect(origin + (await describeSchema(client))).toMatchFileSnapshot(file);
});

it("a database of 1.0.0 becomes the newest schema", async () => {
  const connection = await createEmptyDatabase(inject("postgres"));
  onTestFinished(connection.drop);
  const client = await connectTo(connection);
  await client.query(
    readFileSync(new URL("../../../testing/schema-1.0.0.sql", import.meta.url), "utf8") +
      "create table schema_migrations (id serial primary key, name text not null, run_on timestamp not null)",
  );
  await client.query("insert into schema_migrations (name, run_on) select unnest($1::text[]), now()", [
    KNOWN_MIGRATIONS.slice(0, FIRST_RELEASE),
  ]);
  await migrate(connection, createLog("silent"));
  expect(await describeSchema(client)).toBe(await describeSchema(await connectTo(scope.connection)));
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
  const migrated = migrate(connection, log, { folder: newerVersion() });
  await expect.poll(() => tries().length, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(told).toEqual([[expect.stringContaining("backup or ledger check")]]);
  await backup.query("select pg_advisory_unlock_all()");
  await migrated;
});

/** Makes a database as the previous version left it. */
async function olderDatabase(): Promise<DatabaseConnection> {
  const connection = await scope.clone();
  const client = await connectTo(connection);
  await client.query(
    "insert into users (id, email, password, created_at) values (gen_random_uuid(), 'a@b.c', '', now())",
  );
  return connection;
}

/** Returns a folder with all migrations and those of a version that changes three tables and adds an index. */
function newerVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const later = {
    "9001_users": "alter table users add column later integer;",
    "9002_deposits": "alter table deposit_transactions add column later integer;",
    "9003_withdrawals": "alter table withdrawal_transactions add column later integer;",
    "9004_index": `-- No transaction: writers go on.
      drop index concurrently if exists users_later;
      create index concurrently users_later on users (created_at);`,
  };
  for (const [name, sql] of Object.entries(later))
    writeFileSync(join(folder, `${name}.sql`), `-- Up Migration\n${sql}\n`);
  return folder;
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
  const patience = { lockMs: 500, pauseMs: 50, tries: 60 };
  const migrated = migrate(connection, log, { patience, folder: newerVersion() });
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
  await client.query("create index users_later on users (id)");
  const folder = newerVersion();
  await Promise.all([1, 2, 3].map(() => migrate(connection, createLog("silent"), { folder })));
  const { rows } = await client.query("select name from schema_migrations order by id");
  expect(rows.map(({ name }) => name as string)).toEqual(
    KNOWN_MIGRATIONS.concat("9001_users", "9002_deposits", "9003_withdrawals", "9004_index"),
  );
  const { rows: made } = await client.query(
    "select indexdef from pg_indexes where indexname = 'users_later'",
  );
  expect(made).toEqual([{ indexdef: expect.stringContaining("(created_at)") }]);
});

it("names the remedy if it may not create the search extension", async () => {
  const connection = await createEmptyDatabase(inject("postgres"));
  onTestFinished(connection.drop);
  const owner = await connectTo(connection);
  await owner.query("create role keeper; grant all on schema public to keeper; set role keeper");
  try {
    const first = readFileSync(join(MIGRATIONS, `${KNOWN_MIGRATIONS[0]}.sql`), "utf8");
    await expect(owner.query(first)).rejects.toMatchObject({
      message: expect.stringMatching(/pg_trgm .* could not be made: permission denied/),
      hint: "Have an administrator of the database run: create extension pg_trgm;",
    });
  } finally {
    await owner.query("rollback; reset role; drop owned by keeper cascade; drop role keeper");
  }
});
