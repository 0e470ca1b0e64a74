import { createFindMissedEvents, findEndedSessions, readBalances } from "../accounts/public.ts";
import type { MissedSources } from "../cluster/catch-up.ts";
import { createFindMissedDeposits, createFindMissedWithdrawals } from "../payments/public.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { createFindMissedResults } from "../positions/public.ts";

/** Returns the queries that find events of other processes that this process has not heard. */
export function missedEvents(context: { database: Database; clock: Clock }): MissedSources {
  const { database } = context;
  return {
    news: [
      createFindMissedResults(context),
      createFindMissedDeposits(database),
      createFindMissedWithdrawals(database),
      createFindMissedEvents(database),
    ],
    balances: (userIds) => readBalances(database, userIds),
    endedSessions: (sessionKeys) => findEndedSessions(context, sessionKeys),
  };
}
