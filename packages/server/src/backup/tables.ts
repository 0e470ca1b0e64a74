import type { Queryable } from "../platform/db/database.ts";

/** What a backup leaves out on purpose, and why. Whatever else there is, is in it. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: "a restore must not bring back a session that was ended since: everybody signs in anew",
  ws_tokens: "they belong to sessions and live for a minute",
  password_resets: "a link that was used since must not work again",
  attempt_counters: "they count within minutes; what locks after too many guesses is kept (lockouts)",
  schema_migrations: "the manifest names them",
};

export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; lastValue: string };

/** What an extension brought is the extension's. */
const OURS = `c.relnamespace = current_schema()::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** The tables of a backup with their columns, in the order of their names. */
export async function listTables(connection: Queryable): Promise<Table[]> {
  const { rows } = await connection.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where ${OURS} and c.relkind = 'r' and c.relpersistence <> 't' and a.attgenerated = '' and c.relname <> all ($1)
     group by c.relname order by c.relname collate "C"`,
    [Object.keys(LEFT_OUT)],
  );
  return rows;
}

/** Sequences that have been used. They stand outside of transactions: what they say may be ahead of what is there. */
export async function listSequences(connection: Queryable): Promise<Sequence[]> {
  const { rows } = await connection.query<Sequence>(
    `select sequencename::text as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = current_schema() and last_value is not null and sequencename <> 'schema_migrations_id_seq'
     order by 1`,
  );
  return rows;
}

/** Anything that is there already, for a database that should be empty. */
export async function findAnyTable(connection: Queryable): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
     order by c.relkind <> 'r', c.relname limit 1`,
  );
  return rows[0]?.name;
}

/** Figures by which a person sees that a restored database is the one that was backed up. */
export type Figures = { users: string; balances: string; positions: string; newestLedgerTransaction: string };

export async function readFigures(connection: Queryable): Promise<Figures> {
  const { rows } = await connection.query<Figures>(
    `select (select count(*) from users)::text as users,
       (select coalesce(sum(balance), 0) from users)::text as balances,
       (select count(*) from trading_positions)::text as positions,
       (select coalesce(max(id), 0) from ledger_transactions)::text as "newestLedgerTransaction"`,
  );
  return rows[0]!;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnsOf = ({ name, columns }: Table): string =>
  `${quoted(name)} (${columns.map(quoted).join(", ")})`;
