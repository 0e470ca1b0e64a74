import { tickOf } from "../platform/clock.ts";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { PriceFeed } from "./price-feed.ts";

/**
 * What the clock's ticks lead to. No price is published before its second has begun, also where this machine's clock is
 * ahead of all others or leaps, or the database's does: whoever saw a price early could trade on it with another process. While
 * the clock is in doubt it is compared with the database's first, each second, and goes by the one that is behind.
 */
export function publishOnTime(context: {
  feed: PriceFeed;
  skew: SkewWatch;
  log: Log;
}): (tick: number) => void {
  const { feed, skew, log } = context;
  let comparing: Promise<void> | undefined;

  async function compare(): Promise<void> {
    try {
      await skew.measure();
      feed.advance(tickOf(skew.begunMs()));
    } catch (error) {
      const problem = "the clock cannot be compared with the database's: no price is published";
      log.warn({ error: String(error) }, problem);
    } finally {
      comparing = undefined;
    }
  }

  return (tick) => {
    if (skew.isLimited && !skew.isTrusted()) comparing ??= compare();
    else feed.advance(tick);
  };
}
