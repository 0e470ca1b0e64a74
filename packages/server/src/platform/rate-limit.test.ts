import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateLimit } from "./rate-limit.ts";

describe("the rate limit", () => {
  it("lets a burst through, then its rate per second", () => {
    const limit = rateLimit({ perSecond: 2, burst: 3 });
    const take = (atMs: number) => limit.take("a", atMs);
    expect([take(0), take(0), take(0), take(0)]).toEqual([true, true, true, false]);
    expect([take(499), take(500), take(500)]).toEqual([false, true, false]);
    expect([take(60_000), take(60_000), take(60_000), take(60_000)]).toEqual([true, true, true, false]);
  });

  it("keeps the keys apart", () => {
    const limit = rateLimit({ perSecond: 1, burst: 1 });
    expect([limit.take("a", 0), limit.take("b", 0), limit.take("a", 0), limit.take("b", 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("gives nothing back when the clock goes backwards", () => {
    const limit = rateLimit({ perSecond: 1, burst: 1 });
    limit.take("a", 100_000);
    expect([limit.take("a", 0), limit.take("a", 500)]).toEqual([false, false]);
  });

  it("forgets idle keys while the clock stands stepped back", () => {
    const limit = rateLimit({ perSecond: 1, burst: 2 });
    limit.take("before the step", 3_600_000);
    limit.take("idle", 0);
    limit.take("busy", 2_000);
    expect(limit.drain().map(([key]) => key)).toEqual(["before the step", "busy"]);
  });

  it("never lets more through than the burst and the rate allow", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }),
        (perSecond, burst, pausesMs) => {
          const limit = rateLimit({ perSecond, burst });
          let nowMs = 0;
          let passed = 0;
          for (const pauseMs of pausesMs) {
            nowMs += pauseMs;
            if (limit.take("a", nowMs)) passed += 1;
          }
          expect(passed).toBeLessThanOrEqual(burst + (nowMs / 1000) * perSecond + 1e-6);
        },
      ),
    );
  });
});
