import { beforeAll, describe, expect, it } from "vitest";
import { parseMinor } from "./money.ts";
import { noiseFrom, wordSource } from "../testing/simulated-noise.ts";
import { GRID, publishedPriceMilli, step } from "./price.ts";
import { durationTicks } from "./product.ts";
import type { Side } from "./product.ts";
import { settle } from "./settlement.ts";
import { barrierMilli, computeTerms, winChanceAt } from "./terms.ts";
import type { Terms } from "./terms.ts";

/**
 * Plays positions on simulated prices and compares how often they win with the chance that was promised. The
 * paths are made by the real step from noise of the real distribution; only its words come from a seeded
 * generator.
 *
 * The seed is fixed, so the result never changes. It is the first one tried. With 20,000 paths the worst of the 24
 * cells under the barrier rule lies 2.33 standard errors from its chance; an honest simulation of 24 cells stays
 * within 3 for about 94 % of all seeds. The short form walks 2,000 paths, which finds a gross error only.
 */
const SEED = 1;
const PATHS = process.env["VERITICK_LONG"] === undefined ? 2_000 : 20_000;
const STANDARD_ERRORS = 3;
const ENTRIES_MILLI = [152_790, 145_000, 167_000];
const SIDES: Side[] = ["buy", "sell"];

/** One kind of position, entered at one price: the promised chance and the number of wins. */
type Cell = { terms: Terms; side: Side; entryMilli: number; barrier: number; chance: number; wins: number };

function cellsFrom(offered: Terms[], entryMilli: number): Cell[] {
  return offered.flatMap((terms) =>
    SIDES.map((side) => ({
      terms,
      side,
      entryMilli,
      barrier: barrierMilli(terms, side, entryMilli),
      chance: winChanceAt(terms, side, entryMilli),
      wins: 0,
    })),
  );
}

/** Walks all paths from one price and settles every cell on each of them, at the tick where it expires. */
function play(cells: Cell[], entryMilli: number, nextWord: () => number): void {
  const stakeMinor = parseMinor("1");
  const expiries = [...new Set(cells.map((cell) => durationTicks(cell.terms.duration)))];
  const groups = expiries.map((ticks) => ({
    ticks,
    cells: cells.filter((cell) => durationTicks(cell.terms.duration) === ticks),
  }));
  for (let path = 0; path < PATHS; path++) {
    let state = entryMilli * GRID;
    let tick = 0;
    for (const group of groups) {
      for (; tick < group.ticks; tick++) state = step(state, noiseFrom(nextWord));
      const resultMilli = publishedPriceMilli(state);
      for (const cell of group.cells) {
        const { side, barrier, terms } = cell;
        const { multiplierHundredths } = terms;
        const result = settle({ side, barrierMilli: barrier, stakeMinor, multiplierHundredths }, resultMilli);
        if (result.status === "won") cell.wins++;
      }
    }
  }
}

/** Returns how many standard errors the observed frequency lies above the promised chance. */
function standardErrors(cell: Cell): number {
  return (cell.wins / PATHS - cell.chance) / Math.sqrt((cell.chance * (1 - cell.chance)) / PATHS);
}

const offered = [
  ...computeTerms({ houseEdge: 0.05, winRule: "barrier" }),
  ...computeTerms({ houseEdge: 0.05, winRule: "direction" }),
];
const cells = ENTRIES_MILLI.flatMap((entryMilli) => cellsFrom(offered, entryMilli));

beforeAll(() => {
  const nextWord = wordSource(SEED);
  for (const entryMilli of ENTRIES_MILLI) {
    play(
      cells.filter((cell) => cell.entryMilli === entryMilli),
      entryMilli,
      nextWord,
    );
  }
}, 60_000);

describe.each(["barrier", "direction"] as const)("under the %s rule", (winRule) => {
  const played = cells.filter((cell) => cell.terms.winRule === winRule);

  it.each(played)(
    "a $side over $terms.duration min from $entryMilli thousandths wins as promised",
    (cell) => {
      expect(Math.abs(standardErrors(cell))).toBeLessThan(STANDARD_ERRORS);
    },
  );
});
