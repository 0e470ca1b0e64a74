import pg from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { fundedClient } from "../../../testing/test-client.ts";
import { cloneDatabase, createEmptyDatabase } from "../../../testing/test-database.ts";
import { useApp } from "../../../testing/use-app.ts";
import { createLog } from "../telemetry/log.ts";
import { openDatabase } from "./database.ts";
import { migrate, SchemaOutdatedError } from "./migrate.ts";
import { admitServer, prepareSchema } from "./server-role.ts";

const scope = useApp({}, { asServer: true });
const log = createLog("silent");
const run = (text: string) => scope.app.database.query(text);

describe("the role that the server works as", () => {
  it("owns nothing: it can neither switch off a trigger nor empty, drop or change a table", async () => {
    const { rows } = await run(
      "select current_user as name, usesuper from pg_user where usename = current_user",
    );
    expect(rows).toEqual([{ name: expect.stringMatching(/_server$/), usesuper: false }]);
    await run(`
      do $$ declare own record; statement text; tried int := 0; begin
        for own in select tablename from pg_tables where schemaname = 'public' loop
          foreach statement in array array[
            'alter table %1$I disable trigger all', 'truncate %1$I cascade', 'drop table %1$I cascade',
            'alter table %1$I add column more int',
            'create trigger t before update on %1$I for each row execute function refuse_ledger_change()'
          ] loop
            begin
              execute format(statement, own.tablename);
              raise exception 'this was allowed: % on %', statement, own.tablename;
            exception when insufficient_privilege then tried := tried + 1;
            end;
          end loop;
        end loop;
        assert tried > 125, 'so few tables: ' || tried;
      end $$`);
    for (const statement of [
      "set session_replication_role = replica",
      "create table more (id int)",
      "create or replace function refuse_ledger_change() returns trigger language plpgsql as 'begin return new; end'",
      "drop function refuse_ledger_change() cascade",
      "create role another",
      "alter role current_user superuser",
      "copy users to program 'cat'",
    ]) {
      await expect(run(statement), statement).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("adds to the books and can change nothing in them, before any trigger is asked", async () => {
    await fundedClient(scope.app, "50");
    for (const table of [
      "ledger_transactions",
      "ledger_entries",
      "audit_log",
      "liability_statements",
      "beacon_rounds",
      "price_endings",
    ]) {
      await expect(run(`delete from ${table}`)).rejects.toMatchObject({ code: "42501" });
    }
    await expect(run("update ledger_entries set amount = 1")).rejects.toMatchObject({ code: "42501" });
    await expect(run("delete from schema_migrations")).rejects.toMatchObject({ code: "42501" });
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("can do everything that the server does in an hour", async () => {
    const client = await fundedClient(scope.app, "50");
    await client.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
    for (const seconds of [61, 839, 2700]) {
      scope.app.clock.jump(seconds);
      await scope.settled();
    }
    const { body } = await client.get("/api/trading/positions");
    expect(body).toMatchObject([{ status: expect.stringMatching(/won|lost/) }]);
  });
});

describe("an external database", () => {
  const roles = async (empty = false) => {
    const owner = await (empty ? createEmptyDatabase : cloneDatabase)(inject("postgres"));
    onTestFinished(owner.drop);
    const { host, port, password, database } = owner;
    const as = (user: string) =>
      `postgresql://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    return { owner: as(owner.user), connection: as(`server_of_${database}`), name: `server_of_${database}` };
  };
  const dropRole = async (name: string, owner: string) => {
    const client = new pg.Client(owner);
    await client.connect();
    await client.query(`drop owned by ${name}`);
    await client.query(`drop role ${name}`);
    await client.end();
  };

  it("is migrated by its owner; the server's role is created and may use later tables", async () => {
    const { owner, connection, name } = await roles(true);
    // Several processes start together.
    await Promise.all(Array.from({ length: 3 }, () => prepareSchema({ connection, owner }, log)));
    const server = openDatabase(connection, log, 1);
    const own = openDatabase(owner, log, 1);
    await own.query("create table added_later (id bigint generated always as identity, note text)");
    await server.query("insert into added_later (note) values ('x')");
    await server.query("select count(*) from users");
    await expect(server.query("truncate added_later")).rejects.toMatchObject({ code: "42501" });
    await server.end();
    await own.end();
    await dropRole(name, owner);
  });

  it("that is out of date is refused by a server whose role may not migrate", async () => {
    const { owner, connection, name } = await roles();
    await admitServer(owner, { user: name, password: inject("postgres").password });
    await migrate(connection, log);
    const own = openDatabase(owner, log, 1);
    await own.query("delete from schema_migrations where id = (select max(id) from schema_migrations)");
    await own.end();
    await expect(migrate(connection, log)).rejects.toBeInstanceOf(SchemaOutdatedError);
    await dropRole(name, owner);
  });

  it("causes a warning in the log if the server works as its owner", async () => {
    const lines: string[] = [];
    const { owner } = await roles();
    await prepareSchema(
      { connection: owner, owner: undefined },
      createLog("warn", { write: (line) => void lines.push(line) }),
    );
    expect(lines).toEqual([expect.stringContaining("DATABASE_OWNER_URL")]);
  });
});
