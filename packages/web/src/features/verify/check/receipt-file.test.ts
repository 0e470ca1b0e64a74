import { expect, test } from "vitest";
import { epochRange } from "./receipt-file.ts";

test("a file reaches from the epoch before the entry to the head that the position was signed with", () => {
  expect(epochRange(497_222 * 3600 + 10)).toEqual({ from: 497_221, to: 497_247 });
  expect(epochRange(10)).toEqual({ from: 0, to: 25 });
});
