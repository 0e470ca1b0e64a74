import { epochSeed, fromHex, toHex } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { publishedPriceMilli, walk } from "@veritick/domain/price.ts";
import { freeRounds } from "./free-beacon.ts";
import { TEST_SECRET } from "./test-app.ts";

/** The number of future seconds whose prices count as secret. */
const AHEAD = 40;
/** The number of epochs whose seeds count as secret: all that the platform has committed to. */
const EPOCHS = 49;

/**
 * Computes future prices, their states and the seeds, which must stay secret. A price that was shown before or is a barrier
 * reveals nothing and is left out.
 */
export function unpublishedValues(genesisTick: number) {
  const secret = fromHex(TEST_SECRET);
  const states = walk(secret, freeRounds, genesisTick, 15_279_000_000, 2 * EPOCH_TICKS);
  const stateAt = (tick: number): number =>
    tick === genesisTick ? 15_279_000_000 : states[tick - genesisTick - 1]!;
  const milliAt = (tick: number): number => publishedPriceMilli(stateAt(tick));

  const hiddenOf = keptByEpoch((epoch) =>
    [secret, ...Array.from({ length: EPOCHS }, (_, index) => epochSeed(secret, epoch + index))].flatMap(
      (bytes) => [
        toHex(bytes),
        Buffer.from(bytes).toString("base64").replace(/=+$/, ""),
        Buffer.from(bytes).toString("base64url"),
      ],
    ),
  );

  /** Returns a function that finds values in a text that are still secret while `now` is the newest second. */
  function finder(now: number, barriersMilli: Iterable<number>): (text: string) => string[] {
    const shown = new Set(barriersMilli);
    for (let tick = genesisTick; tick <= now; tick += 1) shown.add(milliAt(tick));
    const ahead = Array.from({ length: AHEAD }, (_, index) => now + 1 + index);
    const prices = ahead.map(milliAt).filter((milli) => !shown.has(milli));
    const numbers = [
      ...prices.flatMap((milli) => [`${milli}`, decimalOf(milli)]),
      ...ahead.map(stateAt).flatMap((state) => [`${state}`, (state / 1e8).toFixed(8)]),
    ].map((text) => text.replace(".", String.raw`\.`));
    // Matches complete numbers, with any zeros at their end, but no part of a longer number or of a digest.
    const pattern = new RegExp(String.raw`(?<![\w.])(?:${numbers.join("|")})0*(?!\w)`, "g");
    const hidden = hiddenOf(epochOf(now));
    return (text) => [...(text.match(pattern) ?? []), ...hidden.filter((one) => text.includes(one))];
  }

  return { milliAt, finder };
}

/** Formats a price as JSON does, without its last zero. With one decimal it could match anything, so it then keeps three. */
const decimalOf = (milli: number): string =>
  (milli / 1000).toFixed(milli % 10 === 0 && milli % 100 !== 0 ? 2 : 3);

function keptByEpoch<T>(make: (epoch: number) => T): (epoch: number) => T {
  const kept = new Map<number, T>();
  return (epoch) => {
    if (!kept.has(epoch)) kept.set(epoch, make(epoch));
    return kept.get(epoch)!;
  };
}
