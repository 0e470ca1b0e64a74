import type { EndedFilter } from "@veritick/contract/schemas/positions.ts";
import { csvMoment } from "@veritick/domain/csv.ts";
import type { Spreadsheet } from "@veritick/domain/csv.ts";
import { listArchivedOf } from "../ledger/public.ts";
import { csvFile } from "../platform/csv.ts";
import type { CsvPage } from "../platform/csv.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Streamed } from "../platform/http/call.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { ENDED_AT, endedPage } from "./list-positions.ts";

const PAGE = 1_000;

/** The columns of the file with their SQL. */
const COLUMNS = {
  opened_at: "created_at",
  ended_at: ENDED_AT,
  side: "type",
  duration_minutes: "duration::text",
  stake: "amount",
  entry_price: "entry_price",
  barrier_price: "barrier_price",
  exit_price: "coalesce(result_price, closing_price)",
  status: "status",
  result: "profit",
  fee: "case status when 'sold' then sale_value - amount - profit else 0 end::numeric(18,8)",
  position_id: "id",
};
const NAMES = Object.keys(COLUMNS);
const SELECTED = Object.entries(COLUMNS).map(([name, sql]) => `${sql} as ${name}`);

type Row = Record<string, string | Date | null> & { position_id: string };

/**
 * Streams the positions of a user that fit a filter as a file, newest first. The result is after the fee of a sale.
 *
 * Each archived month within the period has a line of its own at the end, so that nobody takes the file for the whole.
 */
export async function streamPositions(
  { database, log }: { database: Queryable; log: Log },
  userId: string,
  { spreadsheet, ...filter }: EndedFilter & { spreadsheet?: Spreadsheet | undefined },
  at: Date,
): Promise<Streamed> {
  const cellsOf = (row: Partial<Row>) =>
    NAMES.map((name) => {
      const value = row[name] ?? null;
      return value instanceof Date ? csvMoment(value.toISOString(), spreadsheet) : value;
    });
  const readArchived = async (): Promise<CsvPage> => {
    const months = await listArchivedOf(database, userId, filter);
    const rows = months.map((month) => ({ opened_at: new Date(`${month}-01`), status: "archived" }));
    return { rows: rows.map(cellsOf) };
  };
  const readPage = async (before?: string): Promise<CsvPage> => {
    const { rest, values } = endedPage(userId, filter, { before, limit: PAGE });
    const { rows } = await database.query<Row>(`select ${SELECTED.join(", ")} ${rest}`, values);
    return {
      rows: rows.map(cellsOf),
      next: rows.length < PAGE ? readArchived : () => readPage(rows.at(-1)!.position_id),
    };
  };
  return csvFile({
    name: `positions-${at.toISOString().slice(0, 10)}`,
    columns: NAMES,
    spreadsheet,
    first: await readPage(),
    log,
  });
}
