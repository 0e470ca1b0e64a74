import { listCare } from "@veritick/contract/schemas/admin-users.ts";
import * as contract from "@veritick/contract/schemas/limits.ts";
import type { TradingSummary } from "@veritick/contract/schemas/limits.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { createKeyedQueue } from "../platform/concurrency.ts";
import type { Bind } from "../platform/http/bind.ts";
import { firstIdAt } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { listCare as findCare } from "./signs-of-harm.ts";
import { getLimits, setLimit, setReminder, setTimeZone, takeBreak } from "./change-limits.ts";
import type { LimitContext } from "./own-limits.ts";

/**
 * Binds the calls about limits. Users can limit only themselves: no call names another user, and administrators cannot
 * change a limit. Administrators see the users whose trading shows signs of harm.
 */
export function limitRoutes(bind: Bind, context: LimitContext): void {
  bind(contract.getLimits, ({ identity }) => getLimits(context, identity.userId));
  bind(contract.setLimit, ({ identity, body }) => setLimit(context, identity.userId, body.kind, body.amount));
  bind(contract.takeBreak, ({ identity, body, language, address }) =>
    takeBreak(context, identity.userId, { ...body, language, address }),
  );
  bind(contract.setReminder, ({ identity, body }) => setReminder(context, identity.userId, body.minutes));
  bind(contract.setTimeZone, ({ identity, body }) => setTimeZone(context, identity.userId, body.timeZone));
  bind(listCare, ({ query }) => findCare(context, query));
  const summarise = createTradingSummary(context);
  bind(contract.tradingSummary, ({ identity, query }) => summarise(identity.userId, query.since));
}

const OLDEST_MS = 31 * 86_400_000;
/** The most by which a browser's clock may be ahead. */
const AHEAD_MS = 60_000;
/** The longest time that a position runs, plus one minute for differences between the clocks of processes. */
const LONGEST_MS = (DURATIONS.at(-1)! + 1) * 60_000;

/** The time for which the same request gets the same answer. */
const SHARED_MS = 5_000;
/** The number of summaries that this process reads at once. `MAX_WAITING` more may wait. */
const MAX_AT_ONCE = 3;
const MAX_WAITING = 60;

type Row = { decided: number; won: number; staked: string; result: string; open: number };

type Summary = Promise<TradingSummary | Refused>;

/**
 * Sums up a user's positions since an instant. That may read many positions, so at most one summary of each user is read at
 * a time, its result is shared for a while, and all users together occupy few connections.
 */
export function createTradingSummary(
  context: Pick<LimitContext, "database" | "clock">,
): (userId: string, since: string) => Summary {
  const reads = createKeyedQueue({ atOnce: MAX_AT_ONCE, mostWaiting: MAX_WAITING });
  // The last answer for each user, oldest first.
  const answers = new Map<string, { since: string; endsMs: number; isRead: boolean; summary: Summary }>();

  return async (userId, since) => {
    const now = context.clock.nowMs();
    for (const [user, { endsMs, isRead }] of answers) {
      if (endsMs > now) break;
      if (isRead) answers.delete(user);
    }
    const known = answers.get(userId);
    if (known?.since === since) return known.summary;
    if (known?.isRead === false) return refuse("too_many_requests", { retryAfterSeconds: 1 });
    const summary = reads.run("", () => summariseTrading(context, userId, since));
    const answer = { since, endsMs: now + SHARED_MS, isRead: false, summary };
    answers.delete(userId);
    answers.set(userId, answer);
    const forget = () => void (answers.get(userId) === answer && answers.delete(userId));
    try {
      const result = await summary;
      answer.isRead = true;
      if (isRefused(result)) forget();
      return result;
    } catch (error) {
      forget();
      throw error;
    }
  };
}

/**
 * Reads a summary. A position counts from its expiry or its sale, no matter how late it is settled. Ids ascend with time, so
 * older positions are not read and their number does not matter.
 */
export async function summariseTrading(
  { database, clock }: Pick<LimitContext, "database" | "clock">,
  userId: string,
  since: string,
): Summary {
  const sinceMs = Date.parse(since);
  const now = clock.nowMs();
  // Date.parse accepts 30 February.
  const isInstant = !Number.isNaN(sinceMs) && new Date(sinceMs).toISOString() === since;
  if (!isInstant || sinceMs < now - OLDEST_MS || sinceMs > now + AHEAD_MS) {
    return refuse("since_invalid", { field: "since" });
  }
  const { rows } = await database.query<Row>({
    name: "summarise_trading",
    text: SUMMARISE,
    values: [userId, new Date(sinceMs), firstIdAt(sinceMs - LONGEST_MS)],
  });
  return { since, ...rows[0]! };
}

const SUMMARISE = `
select count(*) as decided, count(*) filter (where status = 'won') as won,
  coalesce(sum(amount), 0)::numeric(24,8) as staked, coalesce(sum(profit), 0)::numeric(24,8) as result,
  (select count(*) from trading_positions where user_id = $1 and status = 'active') as open
from trading_positions
where user_id = $1 and id >= $3 and coalesce(sold_at, expires_at) >= $2 and status in ('won', 'lost', 'sold')`;
