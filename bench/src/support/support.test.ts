import { describe, expect, test } from "vitest";
import { shareOut } from "./cores.ts";
import { sectionOf, tableOf, withSection } from "./report.ts";
import type { Row } from "./report.ts";
import { spread } from "./statistics.ts";

const ROW: Row = {
  figure: "opening",
  measured: "900/s",
  yardstick: "1,000/s (pgbench)",
  ratio: 0.9,
  spread: 0.1,
  target: { words: "at least 1.0x", reached: false },
};

describe("a row of figures", () => {
  test("says whether its aim was reached", () => {
    expect(tableOf([ROW]).split("\n")[2]).toBe(
      "opening  900/s     1,000/s (pgbench)  0.90x  at least 1.0x  NOT REACHED",
    );
    expect(tableOf([{ figure: "bundle", measured: "99 kB" }]).split("\n")[2]).toBe("bundle  99 kB");
  });

  test("is not judged if the yardstick varied by more than 15 %", () => {
    expect(tableOf([{ ...ROW, spread: 0.15 }])).toContain("NOT REACHED");
    expect(tableOf([{ ...ROW, spread: 0.234 }])).toContain(
      "TOO NOISY TO JUDGE: the yardstick varied by 23 %",
    );
  });

  test("is recorded with its date, commit, command and machine", () => {
    const run = { date: "2026-11-23", commit: "commit d091d311", machine: "2 cores, 23 GB of memory" };
    expect(sectionOf("opening", run, [ROW])).toBe(`
## opening

2026-11-23, commit d091d311, \`npm run bench -- opening\`.
2 cores, 23 GB of memory

| figure | measured | yardstick | ratio | to reach |  |
| - | - | - | - | - | - |
| opening | 900/s | 1,000/s (pgbench) | 0.90x | at least 1.0x | NOT REACHED |
`);
  });

  test("replaces the figures of the same benchmark, and no others", () => {
    const page = "# Results\n\nWords.\n\n## opening\n\nold\n\n## opening late\n\nkept\n";
    const replaced = withSection(page, "\n## opening\n\nnew\n");
    expect(replaced).toBe("# Results\n\nWords.\n\n## opening\n\nnew\n\n## opening late\n\nkept\n");
    expect(withSection(replaced, "\n## tick\n\nadded\n")).toBe(`${replaced}\n## tick\n\nadded\n`);
  });
});

test("the spread is the range as a share of the median", () => {
  expect(spread([110, 90, 100])).toBeCloseTo(0.2);
  expect(spread([100])).toBe(0);
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
