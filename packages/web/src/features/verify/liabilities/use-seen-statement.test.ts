import type { StatementCheck } from "@veritick/domain/verify/verify-statements.ts";
import { describe, expect, test } from "vitest";
import { nextSeen, remember } from "./use-seen-statement.ts";

const check = (number: number, faults: Partial<StatementCheck> = {}): StatementCheck => ({
  number,
  hash: `hash ${number}`,
  statement: undefined,
  isSigned: true,
  isRepeated: true,
  isChained: true,
  ...faults,
});
const seen = { number: 5, hash: "hash 5" };

describe("what a list says of the statement that was seen before", () => {
  test.each([
    ["nothing was seen", undefined, [check(5)], "nothing"],
    ["it is there", seen, [check(6), check(5), check(4)], "held"],
    ["another has its number", seen, [check(6), check(5, { hash: "another" })], "changed"],
    ["the list begins after it", seen, [check(9), check(8)], "earlier"],
    ["the list ends before it", seen, [check(4), check(3)], "gone"],
    ["the list leaves it out", seen, [check(6), check(4)], "gone"],
    ["the list is empty", seen, [], "gone"],
  ] as const)("%s", (_, before, list, said) => {
    expect(remember(before, list)).toBe(said);
  });
});

describe("what is noted", () => {
  const newer = { number: 7, hash: "hash 7" };

  test.each([
    ["the newest at the first visit", undefined, [check(7), check(6)], newer],
    ["the newest where all since are right", seen, [check(7), check(6), check(5)], newer],
    ["nothing where it is known already", seen, [check(5)], undefined],
    ["nothing where there is none", undefined, [], undefined],
    ["nothing that is wrong", undefined, [check(7, { isSigned: false })], undefined],
    [
      "nothing beyond one that is wrong",
      seen,
      [check(7), check(6, { isChained: false }), check(5)],
      undefined,
    ],
    [
      "the newest, whatever was wrong before",
      seen,
      [check(7), check(5), check(4, { isSigned: false })],
      newer,
    ],
    ["nothing as long as older ones must be asked for", seen, [check(9), check(8)], undefined],
    ["nothing in the place of what is gone", seen, [check(4)], undefined],
    ["nothing in the place of what was changed", seen, [check(7), check(5, { hash: "x" })], undefined],
  ] as const)("%s", (_, before, list, noted) => {
    expect(nextSeen(before, list)).toEqual(noted);
  });
});
