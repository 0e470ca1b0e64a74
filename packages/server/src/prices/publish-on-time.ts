import type { SkewWatch } from "../platform/clock-skew.ts";
import type { Log } from "../platform/log.ts";
import type { PriceFeed } from "./price-feed.ts";

/** So far the clock may move between two ticks without being asked whether it is right. */
const LEAP_TICKS = 3;

/**
 * What the clock's ticks lead to. No price is published before its second has begun, also where this machine's clock is
 * ahead of all others or leaps: whoever saw a price early could trade on it with another process.
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
      feed.advance(skew.latestTick());
    } catch (error) {
      log.warn(
        { error: String(error) },
        "the clock cannot be compared with the database's: no price is published",
      );
    } finally {
      comparing = undefined;
    }
  }

  return (tick) => {
    const isDoubtful = !skew.isTrusted() || tick - feed.book.newestTick > LEAP_TICKS;
    if (skew.isLimited && isDoubtful) comparing ??= compare();
    else feed.advance(tick);
  };
}
