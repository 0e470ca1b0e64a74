import type { Database } from "../src/platform/db/database.ts";

/** Tries are counted on purpose, also refused ones; prices go on by themselves. */
const CHANGES_BY_ITSELF = [
  "attempt_counters",
  "beacon_rounds",
  "lockouts",
  "price_epochs",
  "price_geneses",
  "kept_values",
];

/**
 * A fingerprint of every table that a call may change, whichever tables there are. What locks after too many tries says
 * so among the security events, which is no change either.
 *
 * Triggers count every statement that writes, also one that is rolled back: as long as none has, and none is under way,
 * the last fingerprint still holds and no table is read.
 */
export async function databaseState(database: Database): Promise<() => Promise<Record<string, string>>> {
  const { rows } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' and not table_name = any($1) order by 1`,
    [CHANGES_BY_ITSELF],
  );
  const tables = rows.map(({ name }) => name);
  const fingerprints = tables.map((name) => {
    const condition = name === "security_events" ? "where kind not like '%\\_locked'" : "";
    return `('${name}', (select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
                         from "${name}" t ${condition}))`;
  });
  const look = {
    name: "database_state",
    text: `select json_object_agg(f.name, f.print) as state from (values ${fingerprints.join(", ")}) as f (name, print)`,
  };
  const countWrites = await countWritesTo(database, tables);

  let known: { writes: string; state: Record<string, string> } | undefined;
  return async () => {
    const { writes, isQuiet } = await countWrites();
    if (isQuiet && known?.writes === writes) return known.state;
    const { state } = (await database.query<{ state: Record<string, string> }>(look)).rows[0]!;
    known = isQuiet ? { writes, state } : undefined;
    return state;
  };
}

type Writes = {
  writes: string;
  /** No transaction of this database has written anything that it has not committed yet. */
  isQuiet: boolean;
};

async function countWritesTo(database: Database, tables: readonly string[]): Promise<() => Promise<Writes>> {
  const triggers = tables.map(
    (name) => `create trigger count_writes after insert or update or delete or truncate on "${name}"
               for each statement execute function test_watch.count_write()`,
  );
  await database.query(`
    create schema test_watch;
    create sequence test_watch.writes;
    create function test_watch.count_write() returns trigger language plpgsql as
      $$ begin perform nextval('test_watch.writes'); return null; end $$;
    ${triggers.join(";\n")}`);
  const count = {
    name: "count_writes",
    text: `select last_value::text as writes,
                  not exists (select from pg_stat_activity
                              where datname = current_database() and backend_xid is not null) as "isQuiet"
           from test_watch.writes`,
  };
  return async () => (await database.query<Writes>(count)).rows[0]!;
}
