import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAt, periodAt, PERIODS } from "./calendar.ts";
import {
  changeLimit,
  flowOf,
  isLooser,
  kindOf,
  LIMIT_KINDS,
  isLimitAmount,
  limitAt,
  windowAt,
} from "./limits.ts";
import type { Cap, SelfLimit, Window } from "./limits.ts";
import { minor } from "./money.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cap = (amount: number | null): Cap => (amount === null ? null : minor(BigInt(amount)));
const waiting = (amount: number, next: number | null, fromMs: number): SelfLimit => ({
  amount: cap(amount),
  next: { amount: cap(next), fromMs },
});
const held = (amount: number | null): SelfLimit => ({ amount: cap(amount), next: null });
const NO_LIMIT = held(null);

describe("a limit somebody sets on themselves", () => {
  it("applies at once if it is the first or tighter", () => {
    expect(changeLimit(NO_LIMIT, cap(100), 0)).toEqual(held(100));
    expect(changeLimit(held(100), cap(99), 0)).toEqual(held(99));
    expect(changeLimit(waiting(100, 500, DAY), cap(99), HOUR)).toEqual(held(99));
  });

  it("waits 24 hours if it is looser or removed", () => {
    expect(changeLimit(held(100), cap(101), HOUR)).toEqual(waiting(100, 101, HOUR + DAY));
    expect(changeLimit(held(100), null, HOUR)).toEqual(waiting(100, null, HOUR + DAY));
  });

  it("drops the waiting limit when the current one is set again", () => {
    expect(changeLimit(waiting(100, 500, DAY), cap(100), HOUR)).toEqual(held(100));
  });

  it("starts a new wait only if it is looser than the waiting limit", () => {
    const limit = waiting(100, 500, DAY);
    expect(changeLimit(limit, cap(501), HOUR)).toEqual(waiting(100, 501, HOUR + DAY));
    expect(changeLimit(limit, null, HOUR)).toEqual(waiting(100, null, HOUR + DAY));
    expect(changeLimit(limit, cap(500), HOUR)).toEqual(limit);
    expect(changeLimit(limit, cap(499), HOUR)).toEqual(waiting(100, 499, DAY));
    expect(changeLimit(waiting(100, null, DAY), null, HOUR)).toEqual(waiting(100, null, DAY));
  });

  it("takes over at its millisecond and becomes the limit to compare with", () => {
    const limit = waiting(100, 500, DAY);
    expect(limitAt(limit, DAY - 1)).toEqual(limit);
    expect(limitAt(limit, DAY)).toEqual(held(500));
    expect(changeLimit(limit, cap(400), DAY)).toEqual(held(400));
    expect(changeLimit(limit, cap(501), DAY)).toEqual(waiting(500, 501, 2 * DAY));
  });

  const anyCap = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }).map(cap);
  const anyHistory = fc.array(fc.record({ wanted: anyCap, afterHours: fc.integer({ min: 0, max: 40 }) }), {
    maxLength: 12,
  });

  /** Returns the limit at each hour, from the beginning until every request must be in force. */
  function hoursOf(history: { wanted: Cap; afterHours: number }[]): SelfLimit[] {
    const hours: SelfLimit[] = [];
    let limit = NO_LIMIT;
    const passUntil = (hour: number) => {
      while (hours.length < hour) hours.push(limitAt(limit, hours.length * HOUR));
    };
    let now = 0;
    for (const { wanted, afterHours } of history) {
      passUntil((now += afterHours));
      limit = changeLimit(limit, wanted, now * HOUR);
    }
    passUntil(now + 25);
    return hours;
  }

  it("never becomes looser than what applied or waited 24 hours earlier", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const hours = hoursOf(history);
        hours.forEach(({ amount }, hour) => {
          const then = hour < 24 ? NO_LIMIT : hours[hour - 24]!;
          const allowed = [then.amount, ...(then.next === null ? [] : [then.next.amount])];
          expect(allowed.some((one) => !isLooser(amount, one))).toBe(true);
        });
      }),
    );
  });

  it("applies the last request within 24 hours and never loosens at once", () => {
    fc.assert(
      fc.property(anyHistory, anyCap, (history, wanted) => {
        const before = hoursOf(history).at(-1)!;
        const now = 1_000 * HOUR;
        const after = changeLimit(before, wanted, now);
        expect(isLooser(after.amount, limitAt(before, now).amount)).toBe(false);
        expect(isLooser(after.amount, wanted)).toBe(false);
        expect(limitAt(after, now + DAY)).toEqual({ amount: wanted, next: null });
      }),
    );
  });
});

it("names each limit of a flow by its period", () => {
  expect(kindOf("loss", "day")).toBe("loss");
  expect(kindOf("stake", "month")).toBe("stake_month");
  for (const kind of LIMIT_KINDS) {
    const found = flowOf(kind);
    if (found !== undefined) expect(kindOf(found.flow, found.period)).toBe(kind);
  }
  expect(LIMIT_KINDS.filter((kind) => flowOf(kind) === undefined)).toEqual([
    "largest_stake",
    "open_positions",
    "session",
  ]);
});

it.each([
  ["session", 15, true],
  ["session", 14, false],
  ["session", 15.5, false],
  ["session", 480, true],
  ["session", 481, false],
  ["open_positions", 1, true],
  ["open_positions", 0.5, false],
  ["open_positions", 1000, true],
  ["open_positions", 1001, false],
  ["largest_stake", 0.01, true],
  ["largest_stake", 0.009, false],
] as const)("takes a limit of kind %s of %d: %s", (kind, amount, is) => {
  expect(isLimitAmount(kind, minor(BigInt(Math.round(amount * 1e8))))).toBe(is);
  expect(isLimitAmount(kind, null)).toBe(true);
});

describe("the window of a limit", () => {
  const at = (instant: string) => Date.parse(instant);
  const iso = ({ startsMs, endsMs }: Window) =>
    [startsMs, endsMs].map((ms) => new Date(ms).toISOString().slice(0, 16));

  it("is the local day, week or month, and the next one once it is over", () => {
    const first = windowAt("day", null, "Europe/Paris", at("2026-03-28T12:00:00Z"));
    expect(iso(first)).toEqual(["2026-03-27T23:00", "2026-03-28T23:00"]);
    expect(windowAt("day", first, "Europe/Paris", first.endsMs - 1)).toBe(first);
    expect(iso(windowAt("day", first, "Europe/Paris", first.endsMs))).toEqual([
      "2026-03-28T23:00",
      "2026-03-29T22:00",
    ]);
    expect(iso(windowAt("day", first, "Europe/Paris", at("2026-04-05T12:00:00Z")))[0]).toBe(
      "2026-04-04T22:00",
    );
  });

  it("ends in the old zone; the next one is longer if the new zone is ahead", () => {
    const paris = windowAt("day", null, "Europe/Paris", at("2026-09-21T12:00:00Z"));
    expect(windowAt("day", paris, "Asia/Tokyo", at("2026-09-21T21:59:59Z"))).toBe(paris);
    // The window ends at midnight in Paris, which is seven in the morning in Tokyo. The next midnight there is 17 hours
    // away.
    const next = windowAt("day", paris, "Asia/Tokyo", paris.endsMs);
    expect(iso(next)).toEqual(["2026-09-21T22:00", "2026-09-23T15:00"]);
    expect(iso(windowAt("day", next, "Asia/Tokyo", next.endsMs))).toEqual([
      "2026-09-23T15:00",
      "2026-09-24T15:00",
    ]);
    const west = windowAt(
      "week",
      windowAt("week", null, "Europe/Paris", paris.startsMs),
      "America/New_York",
      at("2026-09-28T12:00:00Z"),
    );
    expect(iso(west)).toEqual(["2026-09-27T22:00", "2026-10-05T04:00"]);
  });

  it("is followed by a usual one if the new zone has the same time", () => {
    const kept = windowAt("day", null, "Europe/Paris", Date.parse("2026-09-20T12:00:00Z"));
    const { startsMs, endsMs } = windowAt("day", kept, "Europe/Berlin", kept.endsMs);
    expect([startsMs - kept.endsMs, endsMs - startsMs]).toEqual([0, 24 * 3_600_000]);
  });

  it("stays as it was if the zone changes and changes back before it ends", () => {
    const month = windowAt("month", null, "Europe/Paris", at("2026-09-21T12:00:00Z"));
    windowAt("month", month, "Asia/Tokyo", at("2026-09-22T12:00:00Z"));
    expect(windowAt("month", month, "Europe/Paris", month.endsMs).startsMs).toBe(month.endsMs);
  });

  it("never gets shorter, however often somebody changes the zone", () => {
    const zones = [
      "UTC",
      "Europe/Paris",
      "Asia/Tokyo",
      "America/Los_Angeles",
      "Pacific/Kiritimati",
      "Africa/Cairo",
    ];
    const moves = fc.array(
      fc.record({ zone: fc.constantFrom(...zones), afterHours: fc.integer({ min: 0, max: 900 }) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), moves, (period, history) => {
        let nowMs = at("2026-03-01T00:00:00Z");
        let kept: Window | null = null;
        for (const { zone, afterHours } of history) {
          nowMs += afterHours * HOUR;
          const last: Window | null = kept;
          const found = windowAt(period, last, zone, nowMs);
          expect(found.startsMs <= nowMs && nowMs < found.endsMs).toBe(true);
          if (last !== null && found !== last) {
            expect(found.startsMs).toBeGreaterThanOrEqual(last.endsMs);
            const own = periodAt(last.zone, period, nowMs);
            expect(found.startsMs).toBe(own.startsMs);
            expect(found.endsMs).toBeGreaterThanOrEqual(own.endsMs);
          }
          expect(dayAt(found.zone, found.endsMs)).not.toBe(dayAt(found.zone, found.endsMs - 1));
          kept = found;
        }
      }),
    );
  });
});
