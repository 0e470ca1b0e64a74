import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeLimit, isLooser, limitAt, NO_LIMIT } from "./limits.ts";
import type { Cap, SelfLimit } from "./limits.ts";
import { minor } from "./money.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cap = (amount: number | null): Cap => (amount === null ? null : minor(BigInt(amount)));
const waiting = (amount: number, next: number | null, fromMs: number): SelfLimit => ({
  amount: cap(amount),
  next: { amount: cap(next), fromMs },
});
const held = (amount: number | null): SelfLimit => ({ amount: cap(amount), next: null });

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

  /** What stands at each hour, from the beginning until all that was asked for must be in force. */
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
