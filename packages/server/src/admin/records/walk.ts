import type { RecordKind, RecordSelection, RecordSort } from "@veritick/contract/schemas/admin-records.ts";
import type { Database } from "../../platform/db/database.ts";
import { firstIdAt } from "../../platform/ids.ts";
import { alongOf, filtersOf, TABLES } from "./selection.ts";

/**
 * One call looks at so many rows at most, whatever it searches for. So any selection takes an index there is, and none has to
 * be kept for it.
 */
const MOST_LOOKED_AT = 20_000;
const RECORDS_SHOWN = 50;
/** Clocks of processes differ, and ids follow them. */
const SLACK_MS = 600_000;

export type Search = RecordSelection & {
  sort?: RecordSort | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

type Key = { id: string; amount: string };

/**
 * Finds the ids of a page of records in their order, and where the next page begins. A page may be short, or empty, while there
 * are more. The statements are not prepared: PostgreSQL plans each by what is asked for.
 */
export async function walkRecords(
  database: Database,
  kind: RecordKind,
  search: Search,
): Promise<{ ids: string[]; next: string | null }> {
  const { sort = "newest", after, limit = RECORDS_SHOWN, from, to } = search;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const along = alongOf(kind, search, add);
  const isByAmount = sort === "largest" || sort === "smallest";
  const isDown = sort === "newest" || sort === "largest";
  const [way, beyond] = isDown ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const order = isByAmount ? `amount ${way}, id ${way}` : `id ${way}`;

  if (!isByAmount) {
    if (from !== undefined) along.push(`id >= ${add(firstIdAt(Date.parse(from) - SLACK_MS))}::uuid`);
    if (to !== undefined) along.push(`id < ${add(firstIdAt(Date.parse(to) + SLACK_MS))}::uuid`);
  }
  if (after !== undefined) {
    const [id, amount = "0"] = after.split("~");
    along.push(
      isByAmount
        ? `(amount, id) ${beyond} (${add(amount)}::numeric, ${add(id)}::uuid)`
        : `id ${beyond} ${add(id)}::uuid`,
    );
  }
  const looked = `select * from ${TABLES[kind].table} ${where(along)} order by ${order} limit ${MOST_LOOKED_AT}`;
  const ofAlong = [...values];
  const { rows } = await database.query<Key>(
    `select id, amount from (${looked}) t ${where(filtersOf(search, add))} order by ${order} limit ${limit + 1}`,
    values,
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : await findEnd();
  return { ids: page.map(({ id }) => id), next: last === undefined ? null : keyOf(last) };

  /** The last row that was looked at, where there may be more behind it. */
  async function findEnd(): Promise<Key | undefined> {
    const end = await database.query<Key>(
      `select id, amount from (${looked}) t order by ${order} offset ${MOST_LOOKED_AT - 1} limit 1`,
      ofAlong,
    );
    return end.rows[0];
  }

  function keyOf({ id, amount }: Key): string {
    return isByAmount ? `${id}~${amount}` : id;
  }
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
