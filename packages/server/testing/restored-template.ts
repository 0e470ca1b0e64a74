import pg from "pg";
import { keptProcesses } from "./kept-connections.ts";

// To empty a database takes a third of what it takes to drop it and to copy the template again, and whoever is connected to it
// still knows its tables and plans.

type DatabaseConnection = pg.ClientConfig & { database: string };

/** What tells whether a database is as its template is, and what brings it back. */
export type Template = {
  /** Another one with every table, trigger, function, right and statistic. */
  readonly schema: string;
  /** Empties all tables, then stores the rows of the template again and sets its sequences back. */
  readonly restore: string;
};

/** Beyond this, the dead rows of a database cost more than another database. */
const MOST_BYTES = 8_000_000;

/** Reads the template from a clone that nobody has used. */
export async function readTemplate(clone: DatabaseConnection): Promise<Template> {
  return within(clone, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where ${OWN_TABLES} and pg_relation_size(c.oid) > 0`,
    );
    const steps: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ json: string | null }>(
        `select json_agg(t)::text as json from ${name} t`,
      );
      const json = rows[0]!.json;
      if (json === null) continue;
      const from = `json_populate_recordset(null::${name}, ${pg.escapeLiteral(json)})`;
      steps.push(`insert into ${name} overriding system value select * from ${from}`);
    }
    const { rows: sequences } = await client.query<{ name: string; last: string }>(
      `select format('%I.%I', schemaname, sequencename) as name, last_value as last
       from pg_sequences where last_value is not null`,
    );
    for (const { name, last } of sequences) steps.push(`select setval('${name}', ${last})`);
    const { rows } = await client.query<{ schema: string }>(`select (${SCHEMA}) as schema`);
    return { schema: rows[0]!.schema, restore: `begin; ${EMPTY}; ${steps.join("; ")}; commit` };
  });
}

/** Brings a database back to its template. False where that cannot be, as where its schema has changed, or somebody uses it. */
export function restoreTemplate(database: DatabaseConnection, template: Template): Promise<boolean> {
  const restored = within(database, async (client) => {
    const known = [processOf(client), ...(await keptProcesses(database.database))];
    const { rows } = await client.query<{ schema: string; bytes: number; used: boolean }>(
      `select (${SCHEMA}) as schema, (${BYTES}) as bytes,
         exists (select from pg_stat_activity where datname = current_database() and not pid = any ($1)) as used`,
      [known],
    );
    const { schema, bytes, used } = rows[0]!;
    if (schema !== template.schema || bytes > MOST_BYTES || used) return false;
    await client.query(template.restore);
    return true;
  });
  return restored.catch(() => false);
}

const processOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;

async function within<T>(
  connection: DatabaseConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** By their catalogue, what may change of a schema, and the column that tells ours from PostgreSQL's. */
const CATALOGUES = {
  pg_attrdef: "oid",
  pg_attribute: "attrelid",
  pg_class: "oid",
  pg_constraint: "oid",
  pg_default_acl: "oid",
  pg_index: "indexrelid",
  pg_namespace: "oid",
  pg_proc: "oid",
  pg_statistic: "starelid",
  pg_trigger: "oid",
  pg_type: "oid",
};

/** A change writes a row of a catalogue anew, in a transaction of its own. Only figures about sizes are written in place. */
const SCHEMA = `select concat_ws(' ', ${[
  ...Object.entries(CATALOGUES).map(
    ([name, oid]) =>
      `(select count(*) || '/' || coalesce(max(xmin::text::bigint), 0) from ${name} where ${oid} >= 16384)`,
  ),
  "(select max(xmin::text::bigint) from pg_namespace)",
  "(select sum(reltuples) || '/' || sum(relpages) from pg_class where oid >= 16384)",
  "(select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where datname = current_database())",
].join(", ")})`;

const OWN_TABLES = "c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)";
const BYTES = `select sum(pg_relation_size(c.oid))::int from pg_class c where ${OWN_TABLES}`;

/** Without triggers, as those of some tables let no row go. */
const EMPTY = `
set local session_replication_role = replica;
do $$
declare one record;
begin
  for one in select c.oid::regclass as name from pg_class c where ${OWN_TABLES} and pg_relation_size(c.oid) > 0 loop
    execute 'delete from ' || one.name;
  end loop;
  for one in select seqrelid::regclass as name, seqstart from pg_sequence loop
    perform setval(one.name, one.seqstart, false);
  end loop;
end $$`;
