import type { EndedFilter } from "@veritick/contract/schemas/positions.ts";
import type { Side } from "@veritick/domain/product.ts";
import { listArchivedOf } from "../ledger/public.ts";
import { csvLine } from "../platform/csv.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Streamed } from "../platform/http/call.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { ENDED_AT, endedPage } from "./list-positions.ts";

const PAGE = 1_000;

const HEADER = [
  "opened_at",
  "ended_at",
  "side",
  "duration_minutes",
  "stake",
  "entry_price",
  "barrier_price",
  "exit_price",
  "status",
  "result",
  "fee",
  "position_id",
];

type Row = {
  id: string;
  created_at: Date;
  ended_at: Date;
  type: Side;
  duration: number;
  amount: string;
  entry_price: string;
  barrier_price: string;
  exit_price: string | null;
  status: string;
  profit: string;
  fee: string;
};

const COLUMNS = `id, created_at, ${ENDED_AT} as ended_at, type, duration, amount, entry_price, barrier_price,
  coalesce(result_price, closing_price) as exit_price, status, profit,
  case status when 'sold' then sale_value - amount - profit else 0 end::numeric(18,8) as fee`;

/**
 * Streams the positions of a user that fit a filter as a file, newest first. It reads page by page, so it keeps neither the
 * whole file in memory nor a transaction open. The result is after the fee of a sale.
 *
 * Each archived month within the period has a line of its own at the end, so that nobody takes the file for the whole.
 */
export async function streamPositions(
  context: { database: Queryable; log: Log },
  userId: string,
  filter: EndedFilter,
  at: Date,
): Promise<Streamed> {
  // A failure of this page gets an error response like on any other call.
  const first = await readPage(context.database, userId, filter);
  return {
    fileName: `veritick-positions-${at.toISOString().slice(0, 10)}.csv`,
    lines: readPages(context, userId, filter, first),
  };
}

async function readPage(
  database: Queryable,
  userId: string,
  filter: EndedFilter,
  before?: string,
): Promise<Row[]> {
  const { rest, values } = endedPage(userId, filter, { before, limit: PAGE });
  return (await database.query<Row>(`select ${COLUMNS} ${rest}`, values)).rows;
}

async function* readPages(
  { database, log }: { database: Queryable; log: Log },
  userId: string,
  filter: EndedFilter,
  first: Row[],
): AsyncGenerator<string> {
  yield csvLine(HEADER);
  try {
    for (let page = first; ;) {
      yield page.map(toLine).join("");
      if (page.length < PAGE) break;
      page = await readPage(database, userId, filter, page.at(-1)!.id);
    }
    const months = await listArchivedOf(database, userId, filter);
    yield months.map((month) => csvLine(HEADER.map((name) => archivedCells(month)[name] ?? null))).join("");
  } catch (error) {
    // The response has begun, so only a broken connection can tell the client that the file is incomplete.
    log.error({ error: String(error) }, "a file of positions could not be sent whole");
    throw error;
  }
}

const toLine = (row: Row): string =>
  csvLine([
    row.created_at.toISOString(),
    row.ended_at.toISOString(),
    row.type,
    String(row.duration),
    row.amount,
    row.entry_price,
    row.barrier_price,
    row.exit_price,
    row.status,
    row.profit,
    row.fee,
    row.id,
  ]);

const archivedCells = (month: string): Record<string, string> => ({
  opened_at: `${month}-01T00:00:00.000Z`,
  status: "archived",
});
