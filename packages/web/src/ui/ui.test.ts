import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SECTIONS, WITHOUT_SPECIMEN } from "../design/design-page.tsx";
import { PAIRS, contrastOf, readTokens } from "../design/tokens.tsx";
import { MARK, markSvg } from "./logo-mark.ts";
import { findPlace } from "./overlay/tip-view.ts";
import {
  across,
  dotPath,
  down,
  linePath,
  priceLines,
  rangeOf,
  SIDE,
  stepPath,
  timeLines,
} from "./plot/plot.tsx";
import type { Frame } from "./plot/plot.tsx";

const screen = { left: 0, right: 360, top: 0, bottom: 800 };
const tip = { width: 200, height: 40 };
const wordAt = (left: number, top: number) => ({ left, right: left + 60, top, bottom: top + 20 });

test("a tip stands above the middle of its word", () => {
  expect(findPlace(wordAt(150, 400), tip, screen)).toEqual({ left: 80, top: 352 });
});

test("a tip goes below where there is no room above", () => {
  expect(findPlace(wordAt(150, 50), tip, screen)).toEqual({ left: 80, top: 78 });
  expect(findPlace(wordAt(150, 60), tip, screen).top).toBe(12);
});

test("a tip keeps off the edges", () => {
  expect(findPlace(wordAt(0, 400), tip, screen).left).toBe(12);
  expect(findPlace(wordAt(300, 400), tip, screen).left).toBe(148);
  expect(findPlace(wordAt(500, 400), tip, { ...screen, left: 480, right: 960 }).left).toBe(492);
});

test("a tip too wide for its place begins at its left edge", () => {
  expect(findPlace(wordAt(150, 400), { width: 400, height: 40 }, screen).left).toBe(12);
});

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../../index.html");
const manifest = JSON.parse(read("../../public/manifest.webmanifest")) as Record<string, unknown>;

function token(theme: "dark" | "light", name: string): string {
  const [, block = ""] =
    new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]+)\\}`).exec(read("tokens.css")) ?? [];
  return new RegExp(`--${name}: (#\\w+);`).exec(block)![1]!;
}

test("the browser's bar has the colour of each theme's ground", () => {
  const bar = /<meta name="theme-color"[^>]+>/.exec(page)![0];
  expect(bar).toContain(`content="${token("dark", "ground")}"`);
  expect(bar).toContain(`data-dark="${token("dark", "ground")}"`);
  expect(bar).toContain(`data-light="${token("light", "ground")}"`);
  expect(manifest["background_color"]).toBe(token("dark", "ground"));
  expect(manifest["theme_color"]).toBe(token("dark", "ground"));
});

test("the icon is drawn from the mark of the pages, in the dark theme's colours", () => {
  const mark = markSvg({
    barrier: token("dark", "text-quiet"),
    price: token("dark", "text"),
    touch: token("dark", "accent"),
  });
  const icon = read("../../public/favicon.svg");
  // `npm run brand` draws it.
  expect(icon).toContain(mark);
  expect(icon).toContain(`viewBox="0 0 ${MARK.size} ${MARK.size}"`);
});

test("every picture that the page and the manifest name exists", () => {
  const icons = manifest["icons"] as { src: string }[];
  const named = [...page.matchAll(/(?:href|content)="\/([\w-]+\.(?:png|svg|webmanifest))"/g)].map(
    (match) => match[1]!,
  );
  expect(named.length).toBeGreaterThan(4);
  for (const name of [...named, ...icons.map(({ src }) => src.slice(1))]) {
    expect(read(`../../public/${name}`).length, name).toBeGreaterThan(100);
  }
});

describe("plot", () => {
  const frame: Frame = { from: 100, to: 110, lowMilli: 1000, highMilli: 2000, stepMilli: 200 };
  const known = (prices: Record<number, number>) => (tick: number) => prices[tick];

  describe("the range of prices", () => {
    test.each([
      [[152_790]],
      [[152_790, 152_791]],
      [[152_690, 152_924, 152_790]],
      [[140_000, 170_000]],
      [[153_600, 153_600, 153_000]],
    ])("has room for %j and a few lines", (prices) => {
      const range = rangeOf(prices);
      expect(range.lowMilli).toBeLessThan(Math.min(...prices));
      expect(range.highMilli).toBeGreaterThan(Math.max(...prices));
      const lines = priceLines({ ...frame, ...range });
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(8);
      for (const line of lines) expect(line % range.stepMilli).toBe(0);
    });

    test("does not change for a price that stays within it", () => {
      const before = rangeOf([152_600, 153_000]);
      expect(rangeOf([152_600, 153_000, 152_700])).toEqual(before);
      expect(rangeOf([152_600, 153_001])).toEqual(before);
      expect(rangeOf([152_600, 153_400])).not.toEqual(before);
    });

    test("does not stretch a still price", () => {
      const { lowMilli, highMilli } = rangeOf([152_790, 152_791]);
      expect(highMilli - lowMilli).toBeGreaterThanOrEqual(20);
    });
  });

  test("times go from left to right and prices from bottom to top", () => {
    expect(across(frame, 100)).toBe(0);
    expect(across(frame, 105)).toBe(0.5);
    expect(down(frame, 2000)).toBe(0);
    expect(down(frame, 1250)).toBe(0.75);
  });

  test("a point beyond the frame lies on its edge", () => {
    expect(down(frame, 2500)).toBe(0);
    expect(down(frame, 900)).toBe(1);
  });

  describe("clock times", () => {
    test.each([
      [{ from: 1_790_000_873, to: 1_790_000_953 }, 6, 15],
      [{ from: 1_790_000_873, to: 1_790_000_953 }, 3, 30],
      [{ from: 1_790_000_884, to: 1_790_001_604 }, 6, 120],
      [{ from: 1_790_000_884, to: 1_790_001_604 }, 3, 300],
    ])("within %j, %i at most, lie %i s apart", (span, most, step) => {
      const lines = timeLines(span, most);
      expect(lines.step).toBe(step);
      expect(lines.ticks.length).toBeGreaterThan(1);
      for (const tick of lines.ticks) {
        expect(tick % step).toBe(0);
        expect(tick).toBeGreaterThanOrEqual(span.from);
        expect(tick).toBeLessThanOrEqual(span.to);
      }
    });
  });

  describe("a line", () => {
    const prices = known({ 101: 1000, 102: 1500, 103: 2000, 106: 1000, 107: 1500 });

    test("goes from price to price and stops where they are missing", () => {
      expect(linePath(frame, prices, frame)).toBe("M100 1000L200 500L300 0M600 1000L700 500");
    });

    test("in steps is level for a second, then straight", () => {
      expect(stepPath(frame, prices, { from: 101, to: 103 })).toBe("M100 1000H200V500H300V0");
    });

    test("of dots has one for each price", () => {
      expect(dotPath(frame, prices, frame)).toBe("M100 1000h0M200 500h0M300 0h0M600 1000h0M700 500h0");
    });

    test("without prices is empty", () => {
      expect(linePath(frame, known({}), frame)).toBe("");
      expect(dotPath(frame, known({}), frame)).toBe("");
    });

    test("of ten minutes has a point for each second, all within the drawing", () => {
      const long = { ...frame, from: 0, to: 720 };
      const path = linePath(long, (tick) => 1500 + Math.round(400 * Math.sin(tick)), { from: 0, to: 720 });
      const points = path.slice(1).split("L");
      expect(points).toHaveLength(721);
      for (const point of points) {
        for (const place of point.split(" ").map(Number)) {
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThanOrEqual(SIDE);
        }
      }
    });
  });
});

describe("the design page", () => {
  const modules = import.meta.glob<Record<string, unknown>>(["./**/*.tsx", "!./**/*.test.tsx"], {
    eager: true,
  });
  const components = Object.values(modules).flatMap((module) =>
    Object.keys(module).filter((name) => /^[A-Z][a-z]/.test(name)),
  );
  const shown = SECTIONS.flatMap(({ specimens }) => specimens.flatMap(({ of }) => of));

  test("shows every component, or says why not", () => {
    expect(components.length).toBeGreaterThan(60);
    expect(components.filter((name) => !shown.includes(name) && !(name in WITHOUT_SPECIMEN))).toEqual([]);
  });

  test("names only components that exist, each once", () => {
    const named = [...shown, ...Object.keys(WITHOUT_SPECIMEN)];
    expect(named.filter((name) => !components.includes(name))).toEqual([]);
    expect(shown.filter((name, index) => shown.indexOf(name) !== index)).toEqual([]);
  });

  test("gives every specimen a title of its own", () => {
    const titles = SECTIONS.flatMap(({ title, specimens }) => [
      title,
      ...specimens.map((each) => each.title),
    ]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  const { shared, dark, light } = readTokens(read("./tokens.css"));

  test("measures contrast as WCAG does", () => {
    const theme = new Map([
      ["surface-1", "#ffffff"],
      ["white", "#ffffff"],
      ["black", "#000000"],
      ["grey", "#767676"],
      ["half", "#00000080"],
    ]);
    expect(contrastOf({ front: "black", ground: "white" }, theme)).toBeCloseTo(21);
    expect(contrastOf({ front: "white", ground: "white" }, theme)).toBeCloseTo(1);
    expect(contrastOf({ front: "grey", ground: "white" }, theme)).toBeCloseTo(4.54, 2);
    expect(contrastOf({ front: "half", ground: "white" }, theme)).toBeCloseTo(4, 1);
  });

  test("both themes define the same colours", () => {
    expect(dark.size).toBeGreaterThan(20);
    expect([...light.keys()].sort()).toEqual([...dark.keys()].sort());
    expect(shared.get("space-4")).toBe("16px");
  });

  test.each([
    ["dark", dark],
    ["light", light],
  ] as const)("in the %s theme everything stands out from its ground", (_, theme) => {
    const weak = PAIRS.filter((pair) => contrastOf(pair, theme) < pair.least).map(
      (pair) => `${pair.front} on ${pair.ground}: ${contrastOf(pair, theme).toFixed(2)}`,
    );
    expect(weak).toEqual([]);
  });
});
