import { csvHead, csvLine } from "@veritick/domain/csv.ts";
import type { CsvCells, Spreadsheet } from "@veritick/domain/csv.ts";
import type { Streamed } from "./http/call.ts";
import type { Log } from "./telemetry/log.ts";

/** Returns SQL that writes a moment as `csvMoment` does. */
export const momentSql = (expression: string, spreadsheet: Spreadsheet | undefined): string =>
  `to_char(${expression} at time zone 'utc', '${
    spreadsheet === undefined ? `YYYY-MM-DD"T"HH24:MI:SS.MS"Z"` : "YYYY-MM-DD HH24:MI:SS"
  }')`;

/** Some rows of a file, and how to read those that follow. */
export type CsvPage = {
  readonly rows: readonly CsvCells[];
  readonly next?: (() => Promise<CsvPage>) | undefined;
};

type CsvFile = {
  /** The name without its ending. */
  name: string;
  columns: readonly string[];
  spreadsheet: Spreadsheet | undefined;
  /** The caller has read it, so that its failure gets an error response like on any other call. */
  first: CsvPage;
  log: Log;
};

/**
 * Streams a file page by page, as fast as the client reads it and until the client stops. So it keeps neither the whole file
 * in memory nor a transaction open.
 */
export const csvFile = (file: CsvFile): Streamed => ({
  fileName: `veritick-${file.name}.csv`,
  lines: linesOf(file),
});

async function* linesOf({ name, columns, spreadsheet, first, log }: CsvFile): AsyncGenerator<string> {
  yield csvHead(columns, spreadsheet);
  try {
    for (let page: CsvPage | undefined = first; page !== undefined; page = await page.next?.())
      if (page.rows.length > 0) yield page.rows.map((row) => csvLine(row, spreadsheet)).join("");
  } catch (error) {
    // The response has begun, so only a broken connection can tell the client that the file is incomplete.
    log.error({ file: name, error: String(error) }, "a file could not be sent whole");
    throw error;
  }
}
