import * as resultCalls from "@veritick/contract/schemas/results.ts";
import * as yearCalls from "@veritick/contract/schemas/year-summary.ts";
import * as contract from "@veritick/contract/schemas/statement.ts";
import { createKeyedQueue } from "../platform/concurrency.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Streamed } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { createResults, resultsFile } from "./results.ts";
import { listStatement, streamStatement } from "./statement.ts";
import type { Selection } from "./statement.ts";
import { createYearSummaries, yearFile } from "./year-summary.ts";

export const STATEMENT_PAGE = 50;
/** The number of pages of files that this process reads at once. Each holds a connection. */
const FILE_PAGES_AT_ONCE = 2;
const RETRY_SECONDS = 5;

type Context = { database: Database; clock: Clock; log: Log };

export function statementRoutes(bind: Bind, context: Context): void {
  bind(contract.statement, ({ identity, query }) => {
    const { before, limit = STATEMENT_PAGE, ...filter } = query;
    return listStatement(context.database, { userId: identity.userId, ...filter }, { before, limit });
  });

  const makeFile = fileMaker(context);
  bind(contract.statementCsv, ({ identity, query }) => makeFile({ userId: identity.userId, ...query }));

  const results = createResults(context);
  bind(resultCalls.results, ({ identity, query }) => results(identity.userId, query));
  bind(resultCalls.resultsCsv, async ({ identity, query }) => {
    const found = await results(identity.userId, query);
    if (isRefused(found)) return found;
    // The file has no place for a note that some positions are archived.
    return found.archived.length > 0 ? refuse("position_archived") : resultsFile(found);
  });

  const years = createYearSummaries(context);
  bind(yearCalls.yearSummary, ({ identity, query }) => years(identity.userId, query));
  bind(yearCalls.yearSummaryCsv, async ({ identity, query }) => {
    const found = await years(identity.userId, query);
    return isRefused(found) ? found : yearFile(found);
  });
}

/**
 * Makes one file for each user at a time, and reads few pages of all files at once. A slow reader delays nobody else,
 * because a file holds no place in the queue between two pages.
 */
function fileMaker({ database, clock, log }: Context) {
  const busy = new Map<string, symbol>();
  const pages = createKeyedQueue({ atOnce: FILE_PAGES_AT_ONCE });
  const inTurn = {
    query: (text: string, values: unknown[]) => pages.runAlways("pages", () => database.query(text, values)),
  } as Queryable;

  return async (selection: Selection): Promise<Streamed | Refused> => {
    const { userId } = selection;
    if (busy.has(userId)) return refuse("statement_running", { retryAfterSeconds: RETRY_SECONDS });
    const mark = Symbol("file");
    busy.set(userId, mark);
    const end = () => {
      if (busy.get(userId) === mark) busy.delete(userId);
    };
    try {
      const { fileName, lines } = await streamStatement({ database: inTurn, log }, selection, dateOf(clock));
      return { fileName, lines: endingWith(end, lines), end };
    } catch (error) {
      end();
      throw error;
    }
  };
}

async function* endingWith(end: () => void, lines: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } finally {
    end();
  }
}
