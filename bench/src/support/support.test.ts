import { describe, expect, test } from "vitest";
import { shareOut } from "./cores.ts";
import { compare, measureInPairs, ofYardstick } from "./pairs.ts";
import { sectionOf, tableOf, withSection } from "./report.ts";
import type { Row } from "./report.ts";

const ROW: Row = {
  figure: "opening",
  measured: "900/s",
  yardstick: "1,000/s (pgbench)",
  ratio: 0.9,
  target: { words: "at least 1.0x", reached: false },
};

describe("a row of figures", () => {
  test("says whether its aim was reached", () => {
    expect(tableOf([ROW]).split("\n")[2]).toBe(
      "opening  900/s     1,000/s (pgbench)  0.90x  at least 1.0x  NOT REACHED",
    );
    expect(tableOf([{ figure: "bundle", measured: "99 kB" }]).split("\n")[2]).toBe("bundle  99 kB");
  });

  test("says how many pairs its ratio is the median of, and how far they lie apart", () => {
    const pairs = { quiet: 5, noisy: 0, lowest: 0.854, highest: 0.956 };
    const verdictOf = (row: Row) => tableOf([row]).split("\n")[2]!.split("at least 1.0x")[1]!.trim();
    expect(verdictOf({ ...ROW, pairs })).toBe("NOT REACHED (5 pairs, 0.85x to 0.96x)");
    expect(verdictOf({ ...ROW, pairs: { ...pairs, quiet: 1, noisy: 2 } })).toBe(
      "NOT REACHED (1 pair, 0.85x to 0.96x, 2 more were noisy)",
    );
    expect(verdictOf({ ...ROW, pairs: { ...pairs, quiet: 0, noisy: 7 } })).toBe(
      "NOT JUDGED: all 7 pairs were noisy",
    );
  });

  test("is recorded with its date, commit, command and machine", () => {
    const run = { date: "2026-11-23", commit: "commit d091d311", machine: "2 cores, 23 GB of memory" };
    expect(sectionOf("opening", run, [ROW])).toBe(`
## opening

2026-11-23, commit d091d311, \`npm run bench -- opening\`.
2 cores, 23 GB of memory

| figure | measured | yardstick: ratio | to reach |
| - | - | - | - |
| opening | 900/s | 1,000/s (pgbench): 0.90x | at least 1.0x: NOT REACHED |
`);
    expect(sectionOf("bundle", run, [{ figure: "bundle", measured: "99 kB" }])).toContain(
      "\n\n| figure | measured |\n| - | - |\n| bundle | 99 kB |\n",
    );
  });

  test("replaces the figures of the same benchmark, and no others", () => {
    const page = "# Results\n\nWords.\n\n## opening\n\nold\n\n## opening late\n\nkept\n";
    const replaced = withSection(page, "\n## opening\n\nnew\n");
    expect(replaced).toBe("# Results\n\nWords.\n\n## opening\n\nnew\n\n## opening late\n\nkept\n");
    expect(withSection(replaced, "\n## tick\n\nadded\n")).toBe(`${replaced}\n## tick\n\nadded\n`);
  });
});

describe("turns with a yardstick", () => {
  /** Measures with these readings, one after the other, and the same figure in each turn. */
  const measure = (readings: number[], limitMs = Infinity) => {
    const left = [...readings];
    return measureInPairs({
      wanted: 2,
      limitMs,
      turn: () => Promise.resolve(200),
      async yardstick() {
        const reading = left.shift();
        if (reading === undefined) throw new Error("there were more turns than expected");
        return reading;
      },
      figureOf: (reading) => reading,
    });
  };
  const ratiosOf = (pairs: Awaited<ReturnType<typeof measure>>) =>
    compare(pairs, (turn, reading) => turn / reading);

  test("are compared with the readings beside them", async () => {
    const { ratio, pairs } = ratiosOf(await measure([100, 100, 110]));
    expect(ratio).toBeCloseTo((2 + (2 + 200 / 110) / 2) / 2);
    expect(pairs).toMatchObject({ quiet: 2, noisy: 0, highest: 2 });
  });

  test("are repeated while the readings beside them differ by more than 15 %", async () => {
    const pairs = await measure([100, 116, 100, 114, 114]);
    expect(ratiosOf(pairs).pairs).toMatchObject({ quiet: 2, noisy: 2, lowest: 200 / 114 });
    expect(ofYardstick(pairs, (reading) => reading)).toBe(114);
  });

  test("do not count beside a yardstick of nothing", async () => {
    expect(ratiosOf(await measure([0, 0, 0], -1)).pairs).toMatchObject({ quiet: 0, noisy: 2 });
  });

  test("are repeated in vain no longer than the limit, and have figures all the same", async () => {
    const { ratio, pairs } = ratiosOf(await measure([100, 200, 100], -1));
    expect(ratio).toBe(1.5);
    expect(pairs).toMatchObject({ quiet: 0, noisy: 2 });
  });
});

test.each([
  [1, undefined],
  [2, undefined],
  [3, undefined],
  [4, { server: "0-1", load: "3" }],
  [8, { server: "0-3", load: "7" }],
])("shares out %i cores", (cores, shares) => {
  expect(shareOut(cores)).toEqual(shares);
});
