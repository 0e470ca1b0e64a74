import type { Queryable } from "../src/platform/db/database.ts";

/**
 * Returns the statements that make the schema of a database, so that it can be read in one place and two schemas can be
 * compared. They leave out the table in which node-pg-migrate lists migrations.
 */
export async function describeSchema(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ statement: string; schema: string }>(STATEMENTS);
  const statements = rows.map(({ statement, schema }) => `${statement.replaceAll(`${schema}.`, "")};\n`);
  return statements.map((text) => (text.trim().includes("\n") ? `\n${text}` : text)).join("");
}

const OWN = `o.oid not in (select objid from pg_depend where deptype in ('a', 'e', 'i') and objid is not null)
  and n.nspname = current_schema()`;

/** Functions that need a table come after the tables. Foreign keys and triggers come last. */
const STATEMENTS = `
  with tables as (
    select o.oid, relname, reloptions from pg_class o join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and relname <> 'schema_migrations' and ${OWN}
  ),
  columns as (
    select attrelid, string_agg('  ' || attname || ' ' || format_type(atttypid, atttypmod)
        || case when attstorage <> typstorage then ' storage external' else '' end
        || case when attnotnull then ' not null' else '' end
        || case when attidentity = 'a' then ' generated always as identity' else '' end
        || coalesce(' default ' || pg_get_expr(adbin, adrelid), ''), e',\n' order by attnum) as lines
    from pg_attribute join pg_type t on t.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped group by attrelid
  ),
  keys as (
    select conrelid, string_agg(e',\n  constraint ' || conname || ' ' || pg_get_constraintdef(oid, true), ''
        order by contype <> 'p', conname) as lines
    from pg_constraint where contype in ('p', 'u', 'c') group by conrelid
  ),
  functions as (
    select o.oid, proname, prorettype = 'trigger'::regtype as is_of_trigger, provolatile <> 'i' as reads_tables
    from pg_proc o join pg_namespace n on n.oid = pronamespace where ${OWN}
  ),
  statements (place, name, statement) as (
    select 1, extname, 'create extension ' || extname from pg_extension where extname <> 'plpgsql'
    union all
    select 2, relname, 'create sequence ' || relname from pg_class o join pg_namespace n on n.oid = relnamespace
    where relkind = 'S' and ${OWN}
    union all
    select case when reads_tables then 5 else 3 end, proname, trim(e'\n' from pg_get_functiondef(oid)) from functions
    union all
    select 4, relname, 'create table ' || relname || e' (\n' || columns.lines || coalesce(keys.lines, '') || e'\n)'
      || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '')
    from tables join columns on attrelid = oid left join keys on conrelid = oid
    union all
    select 4, relname || ' ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index join tables on oid = indrelid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    union all
    select 4, relname || ' ' || attname, 'alter table ' || relname || ' alter column ' || attname || ' set statistics ' || attstattarget
    from pg_attribute join tables on oid = attrelid where attstattarget > 0
    union all
    select 6, relname, 'create view ' || relname || e' as\n' || trim(trailing ';' from pg_get_viewdef(o.oid, true))
    from pg_class o join pg_namespace n on n.oid = relnamespace where relkind = 'v' and ${OWN}
    union all
    select 7, relname || ' ' || conname, 'alter table ' || relname || ' add constraint ' || conname || ' ' || pg_get_constraintdef(c.oid)
    from pg_constraint c join tables on tables.oid = conrelid where contype = 'f'
    union all
    select 9, relname || ' ' || tgname, pg_get_triggerdef(t.oid, true) from pg_trigger t join tables on tables.oid = tgrelid
    where not tgisinternal
  )
  select statement, current_schema() as schema from statements order by place, name collate "C"`;
