import { describe, expect, it } from "vitest";
import { movableClock } from "../../../testing/movable-clock.ts";
import { cachedValue } from "./call-vendor.ts";

function counted() {
  const clock = movableClock();
  let fetched = 0;
  const kept = cachedValue(clock, 10_000, async () => `value ${(fetched += 1)}`);
  return { clock, kept };
}

describe("a cached value", () => {
  it("is fetched once for all waiting callers, and again when it has expired", async () => {
    const { clock, kept } = counted();
    expect(await Promise.all([kept.get(), kept.get(), kept.get()])).toEqual([
      "value 1",
      "value 1",
      "value 1",
    ]);
    clock.jump(9);
    expect(await kept.get()).toBe("value 1");
    clock.jump(1);
    expect(await kept.get()).toBe("value 2");
    // The clock's step back does not lengthen a value's life.
    clock.correct(-3_600);
    clock.jump(10);
    expect(await kept.get()).toBe("value 3");
  });

  it("is dropped once by all callers that found it invalid", async () => {
    const { kept } = counted();
    const first = await kept.get();
    kept.forget(first);
    expect(await kept.get()).toBe("value 2");
    kept.forget(first);
    expect(await kept.get()).toBe("value 2");
  });

  it("is fetched again after a failure, which reaches every waiting caller", async () => {
    let fetched = 0;
    const kept = cachedValue(movableClock(), 10_000, async () => {
      fetched += 1;
      if (fetched === 1) throw new Error("not now");
      return fetched;
    });
    const outcomes = await Promise.allSettled([kept.get(), kept.get()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await kept.get()).toBe(2);
  });
});
