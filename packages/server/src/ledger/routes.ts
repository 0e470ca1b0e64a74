import * as resultCalls from "@veritick/contract/schemas/results.ts";
import * as yearCalls from "@veritick/contract/schemas/year-summary.ts";
import * as contract from "@veritick/contract/schemas/statement.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { createFileMaker } from "../platform/http/file-maker.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { createResults, resultsFile } from "./results.ts";
import { listStatement, streamStatement } from "./statement.ts";
import { createYearSummaries, yearFile } from "./year-summary.ts";

export const STATEMENT_PAGE = 50;

type Context = { database: Database; clock: Clock; log: Log };

export function statementRoutes(bind: Bind, context: Context): void {
  bind(contract.statement, ({ identity, query }) => {
    const { before, limit = STATEMENT_PAGE, ...filter } = query;
    return listStatement(context.database, { userId: identity.userId, ...filter }, { before, limit });
  });

  const makeFile = createFileMaker(context);
  bind(contract.statementCsv, ({ identity: { userId }, query }) =>
    makeFile(userId, (database) =>
      streamStatement({ database, log: context.log }, { userId, ...query }, dateOf(context.clock)),
    ),
  );

  const results = createResults(context);
  bind(resultCalls.results, ({ identity, query }) => results(identity.userId, query));
  bind(resultCalls.resultsCsv, async ({ identity, query: { spreadsheet, ...query } }) => {
    const found = await results(identity.userId, query);
    if (isRefused(found)) return found;
    // The file has no place for a note that some positions are archived.
    return found.archived.length > 0 ? refuse("position_archived") : resultsFile(found, spreadsheet);
  });

  const years = createYearSummaries(context);
  bind(yearCalls.yearSummary, ({ identity, query }) => years(identity.userId, query));
  bind(yearCalls.yearSummaryCsv, async ({ identity, query: { spreadsheet, ...query } }) => {
    const found = await years(identity.userId, query);
    return isRefused(found) ? found : yearFile(found, spreadsheet, context.log);
  });
}
