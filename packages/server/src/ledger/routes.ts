import * as contract from "@veritick/contract/schemas/statement.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { listStatement, streamStatement } from "./statement.ts";

/** How many entries are shown where nobody says. */
export const STATEMENT_PAGE = 50;

export function statementRoutes(bind: Bind, context: { database: Database; clock: Clock; log: Log }): void {
  bind(contract.statement, ({ identity, query }) => {
    const { before, limit = STATEMENT_PAGE, ...filter } = query;
    return listStatement(context.database, { userId: identity.userId, ...filter }, { before, limit });
  });

  bind(contract.statementCsv, ({ identity, query }) =>
    streamStatement(context, { userId: identity.userId, ...query }, dateOf(context.clock)),
  );
}
