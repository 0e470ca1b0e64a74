import { expect, test } from "vitest";
import { thinOut } from "./follow.tsx";
import { createStore, INITIAL_PRICE } from "./live.ts";

test("a thinned store tells of the first tick and of every begun stretch of time", () => {
  const price = createStore(INITIAL_PRICE);
  const beats = thinOut(price, 10);
  const told: (number | undefined)[] = [];
  const stop = beats.subscribe(() => told.push(beats.get().nowTick));
  for (const tick of [1_004, 1_005, 1_009, 1_010, 1_011, 1_045])
    price.set({ ...INITIAL_PRICE, nowTick: tick });
  expect(told).toEqual([1_004, 1_010, 1_045]);
  stop();
  price.set({ ...INITIAL_PRICE, nowTick: 1_100 });
  expect(told).toHaveLength(3);
});
