import * as contract from "@veritick/contract/schemas/limits.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { KeyedQueue } from "../platform/concurrency.ts";
import { getLimits } from "./get-limits.ts";
import { setLimit } from "./set-limit.ts";
import { setReminder } from "./set-reminder.ts";
import { createTradingSummary } from "./summarise-trading.ts";
import { takeBreak } from "./take-break.ts";

export type LimitContext = {
  database: Database;
  clock: Clock;
  /** Those of each user, for all that locks their row for longer than a statement takes. */
  userQueue: KeyedQueue;
};

/** Whoever calls sets limits on themselves: no call names anybody else, and none of the administration's comes here. */
export function limitRoutes(bind: Bind, context: LimitContext): void {
  bind(contract.getLimits, ({ identity }) => getLimits(context, identity.userId));
  bind(contract.setLimit, ({ identity, body }) => setLimit(context, identity.userId, body.kind, body.amount));
  bind(contract.takeBreak, ({ identity, body }) =>
    takeBreak(context, identity.userId, body.kind, body.length),
  );
  bind(contract.setReminder, ({ identity, body }) => setReminder(context, identity.userId, body.minutes));
  const summarise = createTradingSummary(context);
  bind(contract.tradingSummary, ({ identity, query }) => summarise(identity.userId, query.since));
}
