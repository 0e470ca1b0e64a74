import { expect, it } from "vitest";
import { longestSilenceMs } from "./silence.ts";

const at = (front: string, answeredMs: number) => ({ front, sentMs: answeredMs - 10, answeredMs });

it("finds the longest time without an order on any front, including both ends of the span", () => {
  const journal = [at("a", 90), at("a", 130), at("b", 140), at("a", 180), at("b", 400), at("a", 450)];
  expect(longestSilenceMs(journal, ["a"], 100, 500)).toBe(270);
  expect(longestSilenceMs(journal, ["a"], 100, 800)).toBe(350);
  expect(longestSilenceMs(journal, ["a", "b"], 100, 420)).toBe(260);
  expect(longestSilenceMs(journal, ["c"], 100, 420)).toBe(320);
});
