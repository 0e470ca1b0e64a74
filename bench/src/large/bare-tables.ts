import type { ClientBase } from "pg";

type Part = { owner: string; name: string; definition: string; kind: "p" | "u" | "f" | "index" };
export type Phase = (name: string, work: () => Promise<unknown>) => Promise<void>;

/**
 * Fills tables without their indexes and keys, and recreates these when the tables are full. PostgreSQL then sorts each
 * index once instead of growing it row by row, and checks each key for every row. Runs inside a transaction. The tables are
 * truncated in it and their old rows copied back, so with `wal_level = minimal` nothing goes through the write-ahead log.
 */
export async function fillBare(
  client: ClientBase,
  tables: readonly string[],
  fill: () => Promise<void>,
  phase: Phase,
): Promise<void> {
  await withoutParts(client, await listParts(client, tables), phase, async () => {
    for (const table of tables) {
      await client.query(`create temporary table kept_rows as select * from ${table}`);
      await client.query(`truncate ${table}`);
      await client.query(`insert into ${table} overriding system value select * from kept_rows`);
      await client.query("drop table kept_rows");
    }
    await fill();
  });
}

/** Fills a table that others refer to. The table keeps its keys and its rows. */
export async function fillUnindexed(
  client: ClientBase,
  table: string,
  fill: () => Promise<void>,
  phase: Phase,
): Promise<void> {
  const parts = await listParts(client, [table]);
  await withoutParts(
    client,
    parts.filter(({ kind }) => kind === "index"),
    phase,
    fill,
  );
}

async function withoutParts(
  client: ClientBase,
  parts: Part[],
  phase: Phase,
  work: () => Promise<void>,
): Promise<void> {
  for (const { owner, name, kind } of parts.toReversed()) {
    await client.query(
      kind === "index" ? `drop index ${name}` : `alter table ${owner} drop constraint ${name}`,
    );
  }
  await work();
  for (const { owner, name, kind, definition } of parts) {
    await phase(`${owner}: ${name}`, () =>
      client.query(
        kind === "index" ? definition : `alter table ${owner} add constraint ${name} ${definition}`,
      ),
    );
  }
}

/** Lists the keys and indexes of tables. Foreign keys come last, because they may need the others. */
async function listParts(client: ClientBase, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select c.conrelid::regclass::text as owner, quote_ident(c.conname) as name, c.contype::text as kind,
       pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.conrelid = any ($1::regclass[]) and c.contype in ('p', 'u', 'f')
     union all
     select i.indrelid::regclass::text, i.indexrelid::regclass::text, 'index', pg_get_indexdef(i.indexrelid)
     from pg_index i where i.indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`,
    [tables],
  );
  const turn = ({ kind }: Part) => (kind === "f" ? 1 : 0);
  return rows.toSorted((one, other) => turn(one) - turn(other));
}
