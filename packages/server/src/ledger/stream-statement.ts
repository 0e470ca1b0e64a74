import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Streamed } from "../platform/http/call.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { listStatement } from "./list-statement.ts";
import type { Selection } from "./list-statement.ts";

const PAGE = 1_000;
const HEADER = "time,kind,reference,amount,balance_after,transaction_id\r\n";

/**
 * A user's whole statement as a file, newest first, read page by page as fast as it is taken: neither memory nor a
 * transaction is held for it.
 *
 * It shows what there was when the first page was read. What happens later has greater ids, for an entry gets its id
 * while its user's balance is locked.
 */
export async function streamStatement(
  context: { database: Queryable; log: Log },
  selection: Selection,
  at: Date,
): Promise<Streamed> {
  // Whatever goes wrong so far is answered as on any other call.
  const first = await listStatement(context.database, selection, { limit: PAGE });
  return {
    fileName: `veritick-statement-${at.toISOString().slice(0, 10)}.csv`,
    lines: readOn(context, selection, first),
  };
}

async function* readOn(
  { database, log }: { database: Queryable; log: Log },
  selection: Selection,
  first: StatementEntry[],
): AsyncGenerator<string> {
  yield HEADER;
  try {
    for (let page = first; page.length > 0;) {
      yield page.map(toLine).join("");
      if (page.length < PAGE) return;
      const before = Number(page.at(-1)!.transactionId);
      page = await listStatement(database, selection, { before, limit: PAGE });
    }
  } catch (error) {
    // The answer has begun: all that can still be done is to break the connection off, so that the file looks broken.
    log.error({ error: String(error) }, "a statement could not be sent whole");
    throw error;
  }
}

/** Nothing in it can hold a comma, a quote or a line break: none of it is text that somebody wrote. */
function toLine({ createdAt, kind, reference, amount, balanceAfter, transactionId }: StatementEntry): string {
  return `${[createdAt, kind, reference ?? "", amount, balanceAfter, transactionId].join(",")}\r\n`;
}
