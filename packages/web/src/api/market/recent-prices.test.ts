import { expect, test } from "vitest";
import { appended, newestTick } from "./recent-prices.ts";

const known = { from: 100, prices: [1, 2, 3] };

test("news begin with the newest known tick and take its place", () => {
  const both = appended(known, { from: 102, prices: [3, 4] });
  expect(both).toEqual({ from: 100, prices: [1, 2, 3, 4] });
  expect(newestTick(both)).toBe(103);
});

test("no news leave what is known", () => {
  expect(appended(known, { from: 102, prices: [3] })).toEqual(known);
});

test("no more than ten minutes are kept", () => {
  const full = { from: 1000, prices: Array.from({ length: 600 }, (_, index) => index) };
  const both = appended(full, { from: 1599, prices: [599, 600, 601] });
  expect(both.from).toBe(1002);
  expect(both.prices).toHaveLength(600);
  expect(both.prices.at(-1)).toBe(601);
});

test("after a gap, or where time has begun anew, only the news count", () => {
  for (const from of [104, 50]) {
    const news = { from, prices: [7, 8] };
    expect(appended(known, news)).toBe(news);
  }
  const news = { from: 5, prices: [1] };
  expect(appended(undefined, news)).toBe(news);
});
