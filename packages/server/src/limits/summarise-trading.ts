import type { TradingSummary } from "@veritick/contract/limits.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { firstIdAt } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { LimitContext } from "./routes.ts";

const OLDEST_MS = 31 * 86_400_000;
/** A browser's clock may be ahead. */
const AHEAD_MS = 60_000;
/** What is decided was opened no longer ago than this; a minute more, as processes' clocks differ a little. */
const LONGEST_MS = (DURATIONS.at(-1)! + 1) * 60_000;

type Row = { decided: number; won: number; staked: string; result: string; open: number };

/**
 * What came of somebody's positions since an instant. A position is decided when it expires, however late it is settled.
 * Only the ids from then on are read, so that it costs the same whatever else there is.
 */
export async function summariseTrading(
  { database, clock }: LimitContext,
  userId: string,
  since: string,
): Promise<TradingSummary | Refused> {
  const sinceMs = Date.parse(since);
  const now = clock.nowMs();
  // There is no 30 February, though it can be parsed.
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
where user_id = $1 and id >= $3 and expires_at >= $2 and status in ('won', 'lost')`;
