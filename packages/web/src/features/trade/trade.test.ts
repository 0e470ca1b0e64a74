import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import { GAUGE } from "@veritick/domain/product.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { INITIAL_PRICE } from "../../api/live/live.ts";
import type { MarketTerms } from "../../api/market/market-terms.ts";
import { desk as en } from "../../locales/en/desk.ts";
import { desk as fr } from "../../locales/fr/desk.ts";
import type { DeskMessages } from "../../locales/messages.ts";
import { isCountDue } from "./desk/desk-title.tsx";
import { saleNow } from "./desk/sale-now.ts";
import { IDLE, isOffered, phaseAfter } from "./desk/sale-phase.ts";
import type { Phase, SaleEvent } from "./desk/sale-phase.ts";
import { roomBeside } from "./desk/sale.tsx";
import { distanceMilli, TRACK_BARRIER, TRACK_ENTRY, trackPosition, wouldWin } from "./open-position-row.tsx";
import { decidedSince, endsOf, gather, noticeOf, resultTeller, stillShown, withDecided } from "./outcomes.ts";
import type { Outcome } from "./outcomes.ts";
import { GAUGE_TICKS, gaugePosition } from "./price-gauge.tsx";
import { priceChange } from "./price-panel.tsx";
import { playTone } from "./result-tone.ts";

const price = fc.integer({ min: 100_000, max: 210_000 });

describe("gauge", () => {
  test("has a tick at every even dollar from 170 down to 140", () => {
    expect(GAUGE_TICKS).toHaveLength(16);
    expect(GAUGE_TICKS[0]).toBe(170_000);
    expect(GAUGE_TICKS.at(-1)).toBe(140_000);
    expect(GAUGE_TICKS[1]).toBe(168_000);
  });

  test("the marker is in proportion, and stays at an end for prices beyond it", () => {
    expect(gaugePosition(155_000)).toBe(0.5);
    expect(gaugePosition(139_999)).toBe(0);
    expect(gaugePosition(171_000)).toBe(1);
    fc.assert(
      fc.property(price, price, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(gaugePosition(low)).toBeLessThanOrEqual(gaugePosition(high));
        expect(gaugePosition(a)).toBeGreaterThanOrEqual(0);
        expect(gaugePosition(a)).toBeLessThanOrEqual(1);
      }),
    );
    expect(gaugePosition(GAUGE.lowMilli)).toBe(0);
  });
});

describe("the phases of a sale", () => {
  const AT_MS = 10_000;
  const sold: Phase = { at: "sold" };
  const offered: Phase = { at: "offered", amount: "8.64", sinceMs: AT_MS };
  const moved: Phase = { at: "moved", amount: "8.50", sinceMs: AT_MS };
  const sending: Phase = { at: "sending", amount: "8.64" };
  const unsure: Phase = { at: "unsure", amount: "8.64", lastTick: 1_790_000_000 };
  const over: Phase = { ...unsure, at: "over" };
  const press = (change: Partial<SaleEvent & { type: "press" }> = {}): SaleEvent => ({
    type: "press",
    atMs: AT_MS + 400,
    clicks: 1,
    amount: "9.00",
    isAtOnce: false,
    ...change,
  });
  const EVENTS = {
    press: press(),
    "press that sells at once": press({ isAtOnce: true }),
    "press without a known amount": press({ amount: undefined }),
    "second press of a double click": press({ clicks: 2 }),
    "press too soon after the offer": press({ atMs: AT_MS + 399 }),
    "key press as soon": press({ atMs: AT_MS + 399, clicks: 0 }),
    cancel: { type: "cancel" },
    leave: { type: "leave" },
    sold: { type: "sold" },
    moved: { type: "moved", amount: "8.50", atMs: AT_MS },
    failed: { type: "failed" },
    "no answer": { type: "unanswered", lastTick: 1_790_000_000 },
    "end of its time": { type: "over" },
    "proof that it was not made": { type: "notSold" },
  } satisfies Record<string, SaleEvent>;
  const offer = { at: "offered", amount: "9.00", sinceMs: AT_MS + 400 } as const;
  const soon = { ...offer, sinceMs: AT_MS + 399 };
  const atOnce = { at: "sending", amount: "9.00" } as const;
  const again = { at: "sending", amount: "8.50" } as const;
  const same = undefined;

  /** The phase after each event, for each phase before it. */
  const PHASES = [IDLE, offered, moved, sending, unsure, over, sold];
  const TABLE: Record<keyof typeof EVENTS, readonly (Phase | undefined)[]> = {
    press: [offer, sending, again, same, sending, same, same],
    "press that sells at once": [atOnce, sending, again, same, sending, same, same],
    "press without a known amount": [same, sending, again, same, sending, same, same],
    "second press of a double click": [same, same, same, same, same, same, same],
    "press too soon after the offer": [soon, same, same, same, sending, same, same],
    "key press as soon": [soon, sending, again, same, sending, same, same],
    cancel: [same, IDLE, IDLE, same, IDLE, IDLE, same],
    leave: [same, IDLE, IDLE, same, same, same, same],
    sold: [sold, sold, sold, sold, sold, sold, same],
    moved: [same, same, same, moved, same, same, same],
    failed: [same, same, same, IDLE, same, same, same],
    "no answer": [same, same, same, unsure, same, same, same],
    "end of its time": [same, same, same, same, over, same, same],
    "proof that it was not made": [same, same, same, same, IDLE, IDLE, same],
  };

  test.each(Object.entries(TABLE))("%s leads to the right phase from each", (name, after) => {
    const event = EVENTS[name as keyof typeof EVENTS];
    for (const [index, phase] of PHASES.entries()) {
      const next = phaseAfter(phase, event);
      if (after[index] === undefined) expect(next, phase.at).toBe(phase);
      else expect(next, phase.at).toEqual(after[index]);
    }
  });

  test("tells an offer from the other phases", () => {
    expect(PHASES.filter(isOffered)).toEqual([offered, moved]);
  });
});

describe("the sale value of a position", () => {
  const ENTRY = 1_790_000_000;
  const position = {
    type: "buy",
    barrierPrice: "152.92400000",
    amount: "10.00000000",
    multiplier: "2.50",
    entryTick: ENTRY,
    expiryTick: ENTRY + 60,
  } as Position;
  const at = (tick: number, milli = 152_790) => ({ ...INITIAL_PRICE, milli, tick, nowTick: tick });
  const market = { sellFeeMillionths: 10_000, offers: [], lastEpoch: 0 } as unknown as MarketTerms;

  test("is its payout times its chance, less the fee", () => {
    const { valueMinor, proceedsMinor, ticksLeft } = saleNow(position, at(ENTRY + 10), market)!;
    expect([ticksLeft, formatMinor(valueMinor), formatMinor(proceedsMinor)]).toEqual([
      50,
      "8.78000000",
      "8.69000000",
    ]);
  });

  test("is computed once for each price", () => {
    const price = at(ENTRY + 10);
    expect(saleNow(position, price, market)).toBe(saleNow(position, price, market));
    expect(saleNow(position, { ...price }, market)).not.toBe(saleNow(position, price, market));
  });

  test("counts from the entry if that is not shown yet, and ends with the expiry", () => {
    expect(saleNow(position, at(ENTRY - 4), market)!.ticksLeft).toBe(60);
    expect(saleNow(position, at(ENTRY + 59), market)!.ticksLeft).toBe(1);
    expect(saleNow(position, at(ENTRY + 60), market)).toBeUndefined();
  });
});

test("no change counts as up, any loss as down", () => {
  expect(priceChange(152_790, 152_811)).toEqual({ milli: 21, ratio: 21 / 152_790, isDown: false });
  expect(priceChange(152_811, 152_700)).toMatchObject({ milli: -111, isDown: true });
  expect(priceChange(152_790, 152_790)).toEqual({ milli: 0, ratio: 0, isDown: false });
});

describe("outlook", () => {
  const buy = { side: "buy", entryMilli: 152_790, barrierMilli: 152_924 } as const;
  const sell = { side: "sell", entryMilli: 152_790, barrierMilli: 152_664 } as const;

  test("reaching the barrier wins", () => {
    expect(wouldWin(buy, 152_924)).toBe(true);
    expect(wouldWin(buy, 152_923)).toBe(false);
    expect(wouldWin(sell, 152_664)).toBe(true);
    expect(wouldWin(sell, 152_665)).toBe(false);
  });

  test("entry and barrier have fixed places, and winning is to the right for both sides", () => {
    for (const stake of [buy, sell]) {
      expect(trackPosition(stake, stake.entryMilli)).toBeCloseTo(TRACK_ENTRY);
      expect(trackPosition(stake, stake.barrierMilli)).toBeCloseTo(TRACK_BARRIER);
    }
    expect(trackPosition(sell, 152_500)).toBe(1);
    expect(trackPosition(sell, 153_500)).toBe(0);
  });

  test("the distance to the barrier is the same figure before and beyond it", () => {
    expect(distanceMilli(buy, 152_791)).toBe(133);
    expect(distanceMilli(buy, 152_966)).toBe(42);
    expect(distanceMilli(sell, 152_664)).toBe(0);
  });

  test("the track always agrees with the words", () => {
    const anySide = fc.constantFrom(buy, sell);
    fc.assert(
      fc.property(anySide, price, (stake, milli) => {
        const isBeyond = trackPosition(stake, milli) >= TRACK_BARRIER - 1e-9;
        expect(isBeyond).toBe(wouldWin(stake, milli));
      }),
    );
  });
});

describe("best and worst end", () => {
  const position = (type: "buy" | "sell", barrierPrice: string, expiryTick: number) =>
    ({ type, barrierPrice, expiryTick, amount: "10.00000000", multiplier: "2.50" }) as const;

  test("a buy and a sell of one second exclude each other if their barriers lie apart", () => {
    const apart = [position("buy", "153.00000000", 60), position("sell", "152.00000000", 60)];
    expect(endsOf(apart)).toEqual({ best: 1_500_000_000n, worst: -2_000_000_000n });
    const crossed = [position("buy", "152.00000000", 60), position("sell", "153.00000000", 60)];
    expect(endsOf(crossed)).toEqual({ best: 5_000_000_000n, worst: 1_500_000_000n });
  });

  test("prices of different seconds are free", () => {
    const free = [position("buy", "153.00000000", 60), position("sell", "152.00000000", 61)];
    expect(endsOf(free)).toEqual({ best: 5_000_000_000n, worst: -2_000_000_000n });
    expect(endsOf([])).toEqual({ best: 0n, worst: 0n });
  });
});

test("a figure that may grow has its room reserved, in the widths of digits and separators", () => {
  expect(roomBeside("17.50", "9.98")).toBe("\u2007");
  expect(roomBeside("17.50", "10.02")).toBe("");
  expect(roomBeside("1,050.00", "999.99")).toBe("\u2007\u2008");
  expect(roomBeside("1\u202f050,00", "999,99")).toBe("\u2007\u202f");
  expect(roomBeside("8.64", "10.00")).toBe("");
});

test("the tab counts each second while hidden, else in steps until the last ten", () => {
  const said = (isHidden: boolean) =>
    [61, 60, 59, 56, 55, 11, 10, 9, 0, -3].filter((left) => isCountDue(left, isHidden));
  expect(said(true)).toHaveLength(10);
  expect(said(false)).toEqual([60, 55, 10, 9, 0, -3]);
});

const words = {
  won: "won",
  lost: "lost",
  sold: "sold",
  refunded: "refunded",
  several: (won: number, lost: number) => `${won} won, ${lost} lost`,
};
const decided = (status: Position["status"], profit: string) => ({ status, profit }) as Position;
const notice = (...positions: Position[]) => noticeOf(positions, words, (sum) => sum);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("announces one result by its name, and several by their number and sum", () => {
  expect(notice(decided("lost", "-3.00000000"))).toMatchObject({
    title: "lost",
    body: "-3.00000000",
    tone: "destructive",
  });
  const won = decided("won", "6.00000000");
  const lost = decided("lost", "-3.00000000");
  expect(notice(won, lost, won, lost, won, lost)).toMatchObject({
    title: "3 won, 3 lost",
    body: "9.00000000",
    tone: "default",
    isNews: true,
  });
  expect(notice(decided("refunded", "0.00000000"))).toMatchObject({ title: "refunded", tone: "default" });
});

test("announces results that arrive together once, and later ones again", () => {
  const told: number[][] = [];
  const take = gather<number>((items) => void told.push([...items]), 150);
  take(1);
  vi.advanceTimersByTime(100);
  take(2);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(50);
  take(3);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([[1, 2], [3]]);
});

test("announces several positions closed early as closed early", () => {
  const closed = decided("refunded", "-1.00000000");
  expect(notice(closed, closed)).toMatchObject({ title: "refunded", body: "-2.00000000" });
});

test("counts positions that were sold or closed early among several", () => {
  const positions = (["won", "sold", "refunded", "refunded"] as const).map((each) => decided(each, "0"));
  const titleIn = ({ trade: { result } }: DeskMessages) => noticeOf(positions, result, (sum) => sum).title;
  expect(titleIn(en)).toBe("1 won, 1 sold back, 2 closed early");
  expect(titleIn(fr)).toBe("1 gagnée, 1 revendue, 2 clôturées avant l’échéance");
});

test("finds the positions decided since, and groups those of one second as one outcome", () => {
  const at = (id: string, status: Position["status"], expiryTick: number) =>
    ({ id, status, expiryTick }) as Position;
  const before = [at("a", "active", 60), at("b", "active", 60), at("c", "active", 63), at("d", "won", 50)];
  const after = [at("a", "won", 60), at("b", "active", 60), at("c", "lost", 63), at("d", "won", 50)];
  const first = decidedSince(before, after);
  expect(first.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(decidedSince(undefined, after)).toEqual([]);
  const later = withDecided(withDecided([], first), [at("b", "lost", 60)]);
  expect(later.map(({ tick, positions }) => [tick, positions.map(({ id }) => id).join()])).toEqual([
    [60, "a,b"],
    [63, "c"],
  ]);
});

test("reports each result once, and none that is over a minute old", () => {
  const at = (id: string, status: Position["status"]) =>
    ({ id, status, soldTick: null, expiryTick: 60 }) as Position;
  const told: string[] = [];
  let now: number | undefined;
  const results = resultTeller(
    ({ id }) => told.push(id),
    () => now,
  );
  results.takeList(undefined);
  results.takeList([at("a", "active"), at("b", "active"), at("c", "active"), at("d", "won")]);
  expect(told).toEqual([]);
  results.takeList([at("a", "won"), at("b", "active"), at("c", "active")]);
  expect(told).toEqual(["a"]);
  now = 61;
  results.take(at("b", "lost"));
  results.takeList([at("a", "won"), at("b", "lost"), at("c", "active")]);
  expect(told).toEqual(["a", "b"]);
  now = 121;
  results.takeList([at("a", "won"), at("b", "lost"), at("c", "lost")]);
  expect(told).toEqual(["a", "b"]);
});

test("counts a position once that is decided again", () => {
  const won = { id: "a", status: "won", expiryTick: 60 } as Position;
  const other = { ...won, id: "b" };
  const outcomes = withDecided(withDecided([], [won]), [{ ...won }, other]);
  expect(outcomes.map(({ positions }) => positions)).toEqual([[won, other]]);
});

test("shows each outcome for ten seconds after its newest position, however late that is decided", () => {
  const at = (id: string) => ({ id, status: "won", soldTick: null, expiryTick: 60 }) as Position;
  const since = new Map<string, number>();
  let shown: readonly Outcome[] = [];
  const decide = (id: string, now: number) =>
    (shown = stillShown(withDecided(shown, [at(id)]), since, now)).length;
  const isShown = (now: number) => (shown = stillShown(shown, since, now)).length > 0;
  expect([decide("a", 60), isShown(69), isShown(70)]).toEqual([1, true, false]);
  expect([decide("b", 75), isShown(84), decide("c", 84), isShown(93), isShown(94)]).toEqual([
    1,
    true,
    1,
    true,
    false,
  ]);
  // An answer that made it active for a moment brings no news.
  expect(decide("c", 95)).toBe(0);
});

test("gain and loss differ only in pitch, and nothing sounds before the first touch", async () => {
  const tones: object[] = [];
  const node = { connect: (next: unknown) => next, start: () => undefined, stop: () => undefined };
  const ramp = { linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  vi.stubGlobal(
    "AudioContext",
    class {
      state = "running";
      currentTime = 0;
    },
  );
  vi.stubGlobal(
    "GainNode",
    class {
      gain = ramp;
      connect = node.connect;
    },
  );
  vi.stubGlobal(
    "OscillatorNode",
    class {
      constructor(_: unknown, options: object) {
        tones.push(options);
        Object.assign(this, node);
      }
    },
  );
  const vibrate = vi.fn<(ms: number) => boolean>();
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false }, vibrate });
  await playTone(true);
  expect(tones).toEqual([]);
  expect(vibrate).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true }, vibrate });
  await playTone(true);
  await playTone(false);
  expect(tones).toEqual([
    { type: "sine", frequency: 523 },
    { type: "sine", frequency: 392 },
  ]);
  expect(vibrate.mock.calls).toEqual([[40], [40]]);
  vi.unstubAllGlobals();
});
