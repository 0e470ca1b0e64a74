import type { Position } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { barrierTags, prospectsOf, withBarriers } from "./draw-order-preview.ts";
import { candleStart } from "@veritick/domain/candles.ts";
import { CandleHistory } from "../../../api/market/candle-history.ts";
import { PriceHistory } from "../../../api/market/price-history.ts";
import { candleRange } from "./draw-candles.ts";
import { futureRoom } from "./live-chart.ts";
import { groupMarks, placeLabels, resultSigns } from "./draw-marks.ts";
import { marksOf, RESULT_SHOWN_TICKS } from "./position-mark.ts";
import type { Pane } from "./pane.ts";
import { panned, placeOf, priceRange, reachOf, withinReach, zoomed } from "./pane.ts";
import { priceSteps, timeSteps } from "./draw-axes.ts";

const NOW = 1_790_000_000;

const active: Position = {
  id: "0190a000-0000-7000-8000-000000000001",
  userId: "0190a000-0000-7000-8000-000000000000",
  type: "buy",
  entryPrice: "152.79000000",
  barrierPrice: "152.92400000",
  winChance: 0.27,
  amount: "10.00000000",
  duration: 1,
  multiplier: "2.50",
  status: "active",
  createdAt: "2026-09-21T14:13:20.000Z",
  expiresAt: "2026-09-21T14:14:20.000Z",
  entryTick: NOW,
  round: 1,
  expiryTick: NOW + 60,
  resultPrice: null,
  profit: null,
  refundReason: null,
  soldTick: null,
  soldPrice: null,
  proceeds: null,
};
const won: Position = { ...active, status: "won", resultPrice: "152.93000000", profit: "25.00000000" };

describe("marks", () => {
  test("marks an open position with its entry and barrier", () => {
    expect(marksOf([active], NOW + 5)).toMatchObject([
      { entryMilli: 152_790, barrierMilli: 152_924, result: undefined },
    ]);
  });

  test("keeps an open position until its result is known, however late that is", () => {
    expect(marksOf([active], NOW + 10_000)).toHaveLength(1);
  });

  test("shows a result for two minutes", () => {
    const end = NOW + 60 + RESULT_SHOWN_TICKS;
    expect(marksOf([won], end - 1)[0]?.result).toEqual({ milli: 152_930, won: true, profit: "25.00000000" });
    expect(marksOf([won], end)).toEqual([]);
  });

  test("a refunded position leaves the chart", () => {
    expect(marksOf([{ ...active, status: "refunded" }], NOW + 5)).toEqual([]);
  });
});

describe("price scale", () => {
  const line = { low: 152_600, high: 152_900 };
  const [mark] = marksOf([active], NOW);

  test("keeps a near barrier in view, and does not let a far one flatten the line", () => {
    expect(priceRange(line, [mark!]).high).toBe(152_924);
    expect(priceRange(line, [{ ...mark!, barrierMilli: 156_000 }]).high).toBe(152_900);
  });

  test("a quiet minute looks quiet", () => {
    const { low, high } = priceRange({ low: 152_790, high: 152_792 }, []);
    expect(high - low).toBe(200);
  });
});

test("shows more of the future for longer positions, up to half of the visible past", () => {
  expect(futureRoom(300, 0)).toBe(75);
  expect(futureRoom(300, 170)).toBe(150);
  expect(futureRoom(900, 170)).toBe(225);
  expect(futureRoom(900, 600)).toBe(450);
  expect(futureRoom(3_600, 0)).toBe(300);
  expect(futureRoom(3_600, 600)).toBe(660);
  expect(futureRoom(86_400, 600)).toBe(3_600);
});

test("groups positions of one barrier, beyond one edge and of one second under one label", () => {
  const [mark] = marksOf([active], NOW);
  const [win] = marksOf([won], NOW + 60);
  const at = (barrierMilli: number, side: "buy" | "sell" = "buy") => ({ ...mark!, barrierMilli, side });
  const words = {
    price: (milli: number) => (milli / 1000).toFixed(3),
    clock: String,
    profit: (sum: string) => sum,
    candle: String,
    noHistory: "",
  };
  const scale = { words, height: 400, yOf: (milli: number) => 153_000 - milli };
  const labels = (marks: Parameters<typeof groupMarks>[0]) =>
    groupMarks(marks, scale).map(({ text }) => text);
  expect(labels([at(152_924), at(152_924), at(152_930)])).toEqual(["↑ 152.924 ×2", "↑ 152.930"]);
  expect(labels([at(156_001), at(153_100), at(156_001)])).toEqual(["↑ 153.100–156.001 ×3 ▴"]);
  expect(labels([at(150_000, "sell"), at(152_700, "sell")])).toEqual(["↓ 150.000 ▾", "↓ 152.700"]);
  const loss = { ...win!, result: { milli: 152_800, won: false, profit: "-10.00000000" } };
  expect(labels([win!, loss])).toEqual(["15.00000000 (2)"]);
});

test("draws one sign for each outcome of a second, side by side if both occurred", () => {
  const [win] = marksOf([won], NOW + 60);
  const loss = { ...win!, result: { milli: 152_930, won: false, profit: "-10.00000000" } };
  const later = { ...win!, expiryTick: NOW + 61 };
  const at = { tick: NOW + 60, milli: 152_930 };
  expect(resultSigns([win!, win!, { ...win!, result: undefined }])).toEqual([
    { ...at, won: true, isBeside: false },
  ]);
  expect(resultSigns([win!, loss, win!, later])).toEqual([
    { ...at, won: true, isBeside: true },
    { ...at, won: false, isBeside: true },
    { ...at, tick: NOW + 61, won: true, isBeside: false },
  ]);
});

test("labels do not overlap while there is room for them", () => {
  const heights = fc.array(fc.double({ min: -50, max: 450, noNaN: true }), { maxLength: 15 });
  fc.assert(
    fc.property(heights, (wanted) => {
      const placed = placeLabels(wanted, 20, 400).sort((a, b) => a - b);
      for (const [index, centre] of placed.entries()) {
        expect(centre).toBeGreaterThanOrEqual(10 - 1e-6);
        expect(centre).toBeLessThanOrEqual(390 + 1e-6);
        if (index > 0) expect(centre - placed[index - 1]!).toBeGreaterThanOrEqual(20 - 1e-6);
      }
    }),
  );
});

describe("axes", () => {
  test("labels are round, and only as many as fit", () => {
    expect(priceSteps(152_583, 153_127, 6)).toEqual([152_600, 152_700, 152_800, 152_900, 153_000, 153_100]);
    expect(timeSteps(NOW, NOW + 375, 5)).toMatchObject({ step: 120 });
    const span = fc.record({
      low: fc.integer({ min: 0, max: 200_000 }),
      length: fc.integer({ min: 5, max: 30_000 }),
    });
    fc.assert(
      fc.property(span, fc.integer({ min: 2, max: 15 }), ({ low, length }, most) => {
        const steps = priceSteps(low, low + length, most);
        expect(steps.length).toBeLessThanOrEqual(most + 1);
        for (const step of steps) {
          expect(step).toBeGreaterThanOrEqual(low);
          expect(step).toBeLessThanOrEqual(low + length);
        }
      }),
    );
  });
});

describe("view", () => {
  const span = { from: NOW - 300, to: NOW + 75 };
  const line = reachOf(undefined);

  test("zooming keeps the place under the pointer, within limits", () => {
    const closer = zoomed(span, 0.5, placeOf(span, NOW), line);
    expect(closer.to - closer.from).toBe(187.5);
    expect(placeOf(closer, NOW)).toBeCloseTo(placeOf(span, NOW));
    const lengthOf = ({ from, to }: typeof span) => to - from;
    expect(lengthOf(zoomed(span, 0.001, 0.5, line))).toBeCloseTo(30);
    expect(lengthOf(zoomed(span, 1_000, 0.5, line))).toBeCloseTo(1_400);
    const hours = { from: NOW - 3_600, to: NOW + 300 };
    expect(lengthOf(zoomed(hours, 0.001, 0.5, reachOf(60)))).toBeCloseTo(900);
    expect(lengthOf(zoomed(hours, 1_000, 0.5, reachOf(60)))).toBeCloseTo(8_400);
  });

  test("zooms around the middle if the place is out of sight", () => {
    expect(placeOf(span, NOW + 500)).toBe(0.5);
  });

  test("shows some of the line however far it is dragged", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000, max: 10_000 }),
        fc.integer({ min: 30, max: 1_400 }),
        (ticks, length) => {
          const away = panned({ from: NOW - length, to: NOW }, ticks);
          const { from, to } = withinReach(away, NOW - 900, NOW);
          expect(to - from).toBeCloseTo(length);
          expect(from).toBeLessThan(NOW);
          expect(to).toBeGreaterThan(NOW - 900);
        },
      ),
    );
  });
});

test("an entry lies within its candle, and a span without candles has no range", async () => {
  const ticks = new PriceHistory();
  const start = candleStart(NOW, 60);
  const candles = new CandleHistory(60, ticks, () =>
    Promise.resolve({
      seconds: 60,
      from: start,
      until: NOW,
      candles: [{ open: 152.79, high: 152.79, low: 152.7, close: 152.79 }],
    }),
  );
  const span = { from: NOW - 3_600, to: NOW + 300 };
  expect(candleRange(span, candles)).toBeUndefined();
  ticks.record(NOW, 152_790);
  await new Promise<void>((resolve) => void candles.follow(resolve));
  const [mark] = marksOf([active], NOW);
  const { low, high } = candleRange({ from: mark!.entryTick, to: mark!.entryTick }, candles)!;
  expect(mark!.entryMilli).toBeGreaterThanOrEqual(low);
  expect(mark!.entryMilli).toBeLessThanOrEqual(high);
  ticks.record(NOW + 1, 152_900);
  expect(candleRange(span, candles)).toEqual({ low: 152_700, high: 152_900 });
  expect(candleRange({ from: NOW - 3_600, to: start - 1 }, candles)).toBeUndefined();
});

describe("the order preview", () => {
  const [oneMinute] = computeTerms({ houseEdge: 0.05, winRule: "barrier" });
  const beacon = { ...QUICKNET, kind: "drand", delayMs: 0 } as const;
  const orderPreview = { terms: oneMinute!, beacon, sides: ["buy", "sell"], highlighted: "sell" } as const;

  test("is drawn with the barriers of the newest price, up to its expiry", () => {
    expect(prospectsOf(orderPreview, NOW + 1, 152_790)).toMatchObject([
      { side: "buy", barrierMilli: 152_924, fromTick: NOW + 1, expiryTick: NOW + 63, isHighlighted: false },
      { side: "sell", barrierMilli: 152_664, isHighlighted: true },
    ]);
    expect(prospectsOf(undefined, NOW, 152_790)).toEqual([]);
  });

  test("widens the scale to both barriers in steps", () => {
    const range = (milli: number) =>
      withBarriers({ low: 152_780, high: 152_800 }, prospectsOf(orderPreview, NOW, milli));
    expect(range(152_790)).toEqual({ low: 152_650, high: 152_950 });
    expect(range(152_795)).toEqual(range(152_790));
    expect(withBarriers({ low: 152_000, high: 153_500 }, prospectsOf(orderPreview, NOW, 152_790))).toEqual({
      low: 152_000,
      high: 153_500,
    });
  });

  test("names its barriers beside the prices, apart from the price now and within sight", () => {
    const pane = {
      yOf: (milli: number) => 153_000 - milli,
      xOf: () => 0,
      width: 400,
      height: 300,
    } as unknown as Pane;
    const tags = (milli: number, level: number) =>
      barrierTags(pane, prospectsOf(orderPreview, NOW, milli), level);
    expect(tags(152_790, 210)).toEqual([76, 290]);
    expect(tags(152_790, 90)).toEqual([69, 290]);
    expect(barrierTags({ ...pane, xOf: () => 401 }, prospectsOf(orderPreview, NOW, 152_790), 210)).toEqual(
      [],
    );
  });
});
