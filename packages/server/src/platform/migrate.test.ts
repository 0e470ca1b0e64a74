import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { findRuleBreaks } from "../../testing/migration-rules.ts";
import { useApp } from "../../testing/use-app.ts";
import { createLog } from "./log.ts";
import { KNOWN_MIGRATIONS, migrate, MIGRATION_LOCK } from "./migrate.ts";

const scope = useApp();

/** Earlier ones were made before anybody could upgrade without a pause. */
const RULED = KNOWN_MIGRATIONS.filter((name) => name >= "0008");

it.each(RULED)("%s may run while processes of the version before it serve", (name) => {
  const file = readFileSync(new URL(`../migrations/${name}.sql`, import.meta.url), "utf8");
  expect(findRuleBreaks(file)).toEqual([]);
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
])("the rules refuse: %s", (statement, why) => {
  expect(findRuleBreaks(`-- Up Migration\n${statement};\n-- Down Migration\n`)).toEqual([
    expect.stringMatching(why),
  ]);
});

it.each([
  "alter table users add column age integer, add column kind text not null default 'x'",
  "alter table users add column rate numeric(18,8) not null default 0",
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
  await client.query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`);
  await migrate(scope.connection, createLog("silent"));
  await client.end();
});
