import { beforeAll, describe, expect, it } from "vitest";
import { noiseFrom, wordSource } from "../testing/simulated-noise.ts";
import { parseMinor } from "./money.ts";
import { GRID, publishedPriceMilli, step } from "./price.ts";
import { durationTicks } from "./product.ts";
import type { Side } from "./product.ts";
import { isTooLateToSell, saleAt } from "./sale.ts";
import { settle } from "./settlement.ts";
import type { OpenPosition } from "./settlement.ts";
import { barrierMilli, computeTerms } from "./terms.ts";

/**
 * Sells positions back on simulated prices, and lets each run on to its expiry. On average a sale pays as much as the
 * position would have paid, less the fee.
 *
 * The seed is fixed, so the result never changes. It is the first one tried. Positions of one path share one price, so a
 * path counts as one observation. The long form sells a million positions, and plays each strategy on 160,000. The short
 * form finds a gross error only: some of its strategies win so rarely that their standard errors are too small.
 */
const SEED = 17;
const isLong = process.env["VERITICK_LONG"] !== undefined;
const PATHS = isLong ? 125_000 : 2_500;
const STRATEGY_PATHS = isLong ? 20_000 : 400;
const STANDARD_ERRORS = 3;
const FEE = 0.01;
const FEE_MILLIONTHS = 10_000;
const EDGE = 0.05;
const PERIOD = 3;
/** A stake so large that cents do not matter. */
const STAKE = parseMinor("1000000");
const ENTRIES_MILLI = [152_790, 145_000, 167_000, 155_000];
const SIDES: Side[] = ["buy", "sell"];
const TERMS = computeTerms({ houseEdge: EDGE, winRule: "barrier" });
const LONGEST = durationTicks(10);

type Kind = OpenPosition & { readonly expiryTick: number; readonly name: string };

/** Returns a position of each duration and side that enters at tick 0. */
const kindsAt = (entryMilli: number): Kind[] =>
  TERMS.flatMap((terms) =>
    SIDES.map((side) => ({
      name: `${side} of ${terms.duration} min`,
      side,
      barrierMilli: barrierMilli(terms, side, entryMilli),
      stakeMinor: STAKE,
      multiplierHundredths: terms.multiplierHundredths,
      expiryTick: durationTicks(terms.duration),
    })),
  );

/** Returns the published prices of the ticks 0 to 600. */
function pathFrom(entryMilli: number, nextWord: () => number): number[] {
  const prices = [entryMilli];
  for (let tick = 1, state = entryMilli * GRID; tick <= LONGEST; tick++) {
    state = step(state, noiseFrom(nextWord));
    prices.push(publishedPriceMilli(state));
  }
  return prices;
}

const shareOf = (minor: bigint) => Number(minor) / Number(STAKE);
const heldTo = (kind: Kind, prices: readonly number[]) =>
  shareOf(settle(kind, prices[kind.expiryTick]!).creditMinor);
const soldAt = (kind: Kind, prices: readonly number[], tick: number) =>
  shareOf(saleAt(kind, tick, prices[tick]!, FEE_MILLIONTHS).proceedsMinor);

class Mean {
  count = 0;
  #sum = 0;
  #squares = 0;

  add(value: number): void {
    this.count++;
    this.#sum += value;
    this.#squares += value * value;
  }

  get mean(): number {
    return this.#sum / this.count;
  }

  get error(): number {
    return Math.sqrt((this.#squares / this.count - this.mean ** 2) / this.count);
  }
}

describe("a sale", () => {
  const all = new Mean();
  const byKind = new Map<string, Mean>();

  beforeAll(() => {
    const nextWord = wordSource(SEED);
    for (let path = 0; path < PATHS; path++) {
      const entryMilli = ENTRIES_MILLI[path % ENTRIES_MILLI.length]!;
      const prices = pathFrom(entryMilli, nextWord);
      let sum = 0;
      for (const kind of kindsAt(entryMilli)) {
        // Picks the end of any block that is not too late for a sale.
        const blocks = kind.expiryTick / PERIOD - 1;
        const tick = PERIOD * ((nextWord() >>> 1) % blocks);
        if (isTooLateToSell(kind.expiryTick, tick, PERIOD)) throw new Error("too late");
        const gain = soldAt(kind, prices, tick) - (1 - FEE) * heldTo(kind, prices);
        const mean = byKind.get(kind.name) ?? new Mean();
        byKind.set(kind.name, mean);
        mean.add(gain);
        sum += gain;
      }
      all.add(sum / 8);
    }
  }, 300_000);

  it(`pays its fair value less the fee, on average over ${PATHS * 8} of them`, () => {
    expect([...byKind.values()].reduce((count, each) => count + each.count, 0)).toBe(PATHS * 8);
    expect(Math.abs(all.mean)).toBeLessThan(STANDARD_ERRORS * all.error);
  });

  it.each(kindsAt(155_000).map(({ name }) => name))("pays that for a %s", (name) => {
    const { mean, error } = byKind.get(name)!;
    expect(Math.abs(mean)).toBeLessThan(STANDARD_ERRORS * error);
  });
});

/** Sells when the value reaches `above` stakes or falls to `below` stakes, or after the share `after` of the time. */
type Strategy = { readonly above: number; readonly below: number; readonly after: number };

const STRATEGIES: Strategy[] = [1.1, 1.5, 2, 3, 6, Infinity].flatMap((above) =>
  [-1, 0.05, 0.2, 0.5, 0.8].flatMap((below) =>
    [0, 0.25, 0.5, 0.75, 0.9, Infinity].map((after) => ({ above, below, after })),
  ),
);

describe("strategies that sell", () => {
  /** The result of each strategy as a share of its stakes, and its difference from holding before the fee. */
  const results = STRATEGIES.map((strategy) => ({ strategy, result: new Mean(), beside: new Mean() }));

  beforeAll(() => {
    const nextWord = wordSource(SEED + 1);
    for (let path = 0; path < STRATEGY_PATHS; path++) {
      const entryMilli = ENTRIES_MILLI[path % ENTRIES_MILLI.length]!;
      const prices = pathFrom(entryMilli, nextWord);
      const kinds = kindsAt(entryMilli).map((kind) => {
        const values: number[] = [];
        for (let tick = 0; !isTooLateToSell(kind.expiryTick, tick, PERIOD); tick += PERIOD)
          values.push(shareOf(saleAt(kind, tick, prices[tick]!, 0).valueMinor));
        return { values, held: heldTo(kind, prices) };
      });
      for (const { strategy, result, beside } of results) {
        let [paid, other] = [0, 0];
        for (const { values, held } of kinds) {
          const last = strategy.after * (values.length + 1);
          const sold = values.findIndex(
            (value, block) => value >= strategy.above || value <= strategy.below || block >= last,
          );
          paid += sold < 0 ? held : values[sold]! * (1 - FEE);
          other += sold < 0 ? 0 : values[sold]! - held;
        }
        result.add(paid / kinds.length - 1);
        beside.add(other / kinds.length);
      }
    }
  }, 600_000);

  it(`lose at least the house edge: the best of ${STRATEGIES.length}`, () => {
    const best = results.reduce((one, other) => (other.result.mean > one.result.mean ? other : one));
    expect(best.result.mean).toBeLessThan(-EDGE + STANDARD_ERRORS * best.result.error);
  });

  it("gain nothing over holding, apart from the fee", () => {
    const most = isLong ? STANDARD_ERRORS : 2 * STANDARD_ERRORS;
    const far = results.filter(({ beside }) => Math.abs(beside.mean) > most * beside.error);
    expect(far.map(({ strategy }) => strategy)).toEqual([]);
  });
});
