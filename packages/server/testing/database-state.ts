import type { Database } from "../src/platform/db/database.ts";

/** Tables that change by design: the server counts refused tries, too, and prices go on by themselves. */
const CHANGES_BY_ITSELF = [
  "attempt_counters",
  "beacon_rounds",
  "lockouts",
  "price_epochs",
  "price_geneses",
  "kept_values",
];

/**
 * Returns a function that fingerprints every table that a call may change. It finds the tables by itself. Locks after too
 * many tries, which the security events record, do not count as a change.
 *
 * Triggers count every statement that writes, even one that is rolled back. Without a new one and without one under way, the
 * last fingerprint still holds and no table is read. Otherwise only the tables that were written to are read.
 */
export async function databaseState(database: Database): Promise<() => Promise<Record<string, string>>> {
  const { rows } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' and not table_name = any($1) order by 1`,
    [CHANGES_BY_ITSELF],
  );
  const tables = rows.map(({ name }) => name);
  const watch = await watchWrites(database, tables);

  async function look(names: readonly string[]): Promise<Record<string, string>> {
    if (names.length === 0) return {};
    const { rows } = await database.query<{ state: Record<string, string> }>(
      `select json_object_agg(f.name, f.print) as state
       from (values ${names.map(fingerprintOf).join(", ")}) as f (name, print)`,
    );
    return rows[0]!.state;
  }

  let known: { writes: string; byTable: Record<string, string>; state: Record<string, string> } | undefined;
  return async () => {
    const now = await watch.count();
    if (now.isQuiet && known?.writes === now.writes) return known.state;
    // The order matters: a count taken before a quiet moment belongs to rows that the later read sees.
    const byTable = await watch.countByTable();
    const { writes, isQuiet } = await watch.count();
    const before = known;
    const changed = tables.filter((name) => before?.byTable[name] !== byTable[name]);
    const state = { ...before?.state, ...(await look(isQuiet ? changed : tables)) };
    known = isQuiet ? { writes, byTable, state } : undefined;
    return state;
  };
}

function fingerprintOf(name: string): string {
  const condition = name === "security_events" ? "where kind not like '%\\_locked'" : "";
  return `('${name}', (select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
                       from "${name}" t ${condition}))`;
}

type Writes = {
  writes: string;
  /** True if no transaction of this database has uncommitted writes. */
  isQuiet: boolean;
};

async function watchWrites(database: Database, tables: readonly string[]) {
  const watched = tables.map(
    (name) => `create sequence test_watch."to_${name}";
               create trigger count_writes after insert or update or delete or truncate on "${name}"
               for each statement execute function test_watch.count_write('test_watch.to_${name}')`,
  );
  await database.query(`
    create schema test_watch;
    create sequence test_watch.writes;
    create function test_watch.count_write() returns trigger language plpgsql as
      $$ begin perform nextval('test_watch.writes'), nextval(tg_argv[0]); return null; end $$;
    ${watched.join(";\n")}`);
  const count = {
    name: "count_writes",
    // The view of the same name would also look up the names of users and databases.
    text: `select (last_value + is_called::integer)::text as writes,
                  not exists (select from pg_stat_get_activity(null)
                              where backend_xid is not null
                                and datid = (select oid from pg_database where datname = current_database())) as "isQuiet"
           from test_watch.writes`,
  };
  // A sequence reports 1 both before and after its first number.
  const each = tables.map(
    (name) =>
      `select '${name}' as name, last_value + is_called::integer as count from test_watch."to_${name}"`,
  );
  const countByTable = {
    name: "count_writes_by_table",
    text: `select json_object_agg(name, count::text) as counts from (${each.join(" union all ")}) as s`,
  };
  return {
    count: async () => (await database.query<Writes>(count)).rows[0]!,
    countByTable: async () =>
      (await database.query<{ counts: Record<string, string> }>(countByTable)).rows[0]!.counts,
  };
}
