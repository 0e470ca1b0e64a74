import { MOST_OPEN_SHOWN } from "@veritick/contract/values.ts";
import type { AdminPage } from "@veritick/contract/values.ts";
import type { FindMissed, MissedPush } from "../cluster/catch-up.ts";
import type { Queryable } from "../platform/db/database.ts";

/** The number of rows on a page, unless the call names another one. */
const SHOWN = 100;

type Listed = {
  table: keyof typeof WHERE;
  /** The alias of its rows in the SQL of the columns and joins. */
  as: string;
  columns: string;
  joins?: string;
};

/** Which rows are open, and which are over, as the partial indexes have it. */
const WHERE = {
  deposit_transactions: {
    open: "status in ('pending', 'confirming')",
    over: "status in ('confirmed', 'failed')",
  },
  withdrawal_transactions: {
    open: "status in ('pending', 'processing')",
    over: "status in ('completed', 'failed')",
  },
  attention_items: { open: "resolved_at is null", over: "resolved_at is not null" },
} as const;

/**
 * Reads a page of deposits, withdrawals or items, those of one user or of all, the newest first. The first page holds the newest
 * open ones besides the newest others, and the next pages hold only others. With `open`, a page holds only open ones. The
 * statement is not prepared, so that the planner knows which of these it reads.
 */
export async function readPage<Row extends object>(
  database: Queryable,
  { table, as, columns, joins = "" }: Listed,
  { before, limit = SHOWN, open }: AdminPage,
  userId?: string,
): Promise<Row[]> {
  const of = (status: "open" | "over", where: string, most: string) =>
    `(select * from ${table} where ${WHERE[table][status]} and ${where}
      ${userId === undefined ? "" : "and user_id = $3"} order by id desc limit ${most})`;
  const fromHere = "($2::uuid is null or id < $2)";
  const page =
    open === undefined
      ? `${of("open", "$2::uuid is null", `${MOST_OPEN_SHOWN}`)} union all ${of("over", fromHere, "$1")}`
      : of("open", fromHere, "$1");
  const { rows } = await database.query<Row>({
    text: `select ${columns} from (${page}) ${as} ${joins} order by ${as}.id desc`,
    values: [limit, before ?? null, ...(userId === undefined ? [] : [userId])],
  });
  return rows;
}

/**
 * Creates a query for rows that changed since a time, as they are now. The statement is not prepared: a generic plan would
 * not know that few rows have changed lately.
 *
 * @param rows SQL for the columns and the table
 */
export const findMissedIn =
  <Row extends { user_id: string }>(
    database: Queryable,
    rows: string,
    toPush: (row: Row) => MissedPush["push"],
  ): FindMissed =>
  async (userIds, sinceMs) => {
    const missed = await database.query<Row>(
      `select ${rows} where updated_at >= $2 and user_id = any ($1) order by updated_at, id`,
      [userIds, new Date(sinceMs)],
    );
    return missed.rows.map((row) => ({ userId: row.user_id, push: toPush(row) }));
  };
