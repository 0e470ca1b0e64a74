import { expect, test } from "vitest";
import { secondsOf } from "./read-value.ts";

test("gives every day of four hundred years its seconds", () => {
  for (let day = 0; day < 146_097; day += 7) {
    const text = new Date(day * 86_400_000 + 45_296_789).toISOString();
    expect(secondsOf(text)).toBeCloseTo(day * 86_400 + 45_296.789, 5);
  }
  expect(secondsOf("2024-02-29T00:00:00.000Z")).toBe(1_709_164_800);
});

test.each([
  "",
  "2026-11-21",
  "2026-13-01T00:00:00.000Z",
  "2026-00-01T00:00:00.000Z",
  "2026-11-21T00:00:00Z",
  ["2026-11-21T00:00:00.000Z"],
  undefined,
])("%j is no instant", (value) => {
  expect(secondsOf(value)).toBeUndefined();
});
