import * as contract from "@veritick/contract/schemas/limits.ts";
import { listCare } from "@veritick/contract/schemas/admin-users.ts";
import type { Bind } from "../platform/http/bind.ts";
import { listCare as findCare } from "./care.ts";
import { getLimits, setLimit, setReminder, setTimeZone, takeBreak } from "./change-limits.ts";
import type { LimitContext } from "./own-limits.ts";
import { createTradingSummary } from "./summarise-trading.ts";

/**
 * Users limit themselves only: no call names another user, and administrators have no call that changes a limit. They see whose
 * trading shows signs of harm.
 */
export function limitRoutes(bind: Bind, context: LimitContext): void {
  bind(contract.getLimits, ({ identity }) => getLimits(context, identity.userId));
  bind(contract.setLimit, ({ identity, body }) => setLimit(context, identity.userId, body.kind, body.amount));
  bind(contract.takeBreak, ({ identity, body }) =>
    takeBreak(context, identity.userId, body.kind, body.length),
  );
  bind(contract.setReminder, ({ identity, body }) => setReminder(context, identity.userId, body.minutes));
  bind(contract.setTimeZone, ({ identity, body }) => setTimeZone(context, identity.userId, body.timeZone));
  bind(listCare, ({ query }) => findCare(context, query));
  const summarise = createTradingSummary(context);
  bind(contract.tradingSummary, ({ identity, query }) => summarise(identity.userId, query.since));
}
