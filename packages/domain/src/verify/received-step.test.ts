import { describe, expect, test } from "vitest";
import { TEST_BEACON } from "../../testing/rounds.ts";
import { blockEnd, dueTick } from "../rounds.ts";
import { faultOfReceived, isOtherAnswer, isPathUnknown, receivedStep } from "./received-step.ts";

const ROUND = 100;
const DUE = dueTick(TEST_BEACON, ROUND);
const NEXT = dueTick(TEST_BEACON, ROUND + 1);
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

test.each([
  ["a millisecond before its round", DUE * 1000 - 1, "clock-behind"],
  ["when its round is due", DUE * 1000, undefined],
  ["a millisecond before the next round", NEXT * 1000 - 1, undefined],
  ["when the next round is due", NEXT * 1000, "late"],
])("an answer that comes %s has its fault: %i %s", (_, atMs, fault) => {
  expect(faultOfReceived(atMs, ROUND, TEST_BEACON)).toBe(fault);
});

/** A row holds an answer, what the receipt has, if they differ, and if the path of the answer is unknown. */
test.each([
  ["nothing and no signature", {}, undefined, false, false],
  ["nothing", {}, { signature: "a", path: ["left"] }, false, false],
  ["the signature", { signature: "a" }, { signature: "a", path: null }, false, false],
  [
    "the signature without its path",
    { signature: "a", path: null },
    { signature: "a", path: ["left"] },
    false,
    true,
  ],
  [
    "the signature and the path",
    { signature: "a", path: ["left"] },
    { signature: "a", path: ["left"] },
    false,
    false,
  ],
  ["the path alone", { path: ["left"] }, { signature: "a", path: ["left"] }, false, false],
  ["another signature", { signature: "b" }, { signature: "a" }, true, false],
  [
    "another signature and the path",
    { signature: "b", path: ["left"] },
    { signature: "a", path: ["left"] },
    true,
    false,
  ],
  ["a signature that the receipt lacks", { signature: "a" }, undefined, true, false],
  ["another path", { signature: "a", path: ["right"] }, { signature: "a", path: ["left"] }, true, false],
  [
    "a path that the receipt lacks",
    { signature: "a", path: [] },
    { signature: "a", path: null },
    true,
    false,
  ],
  ["a path, without a signature", { path: [] }, undefined, true, false],
])("an answer brought %s", (_, answer, signed, isOther, isUnknown) => {
  expect(isOtherAnswer(answer, signed)).toBe(isOther);
  expect(isPathUnknown(answer, signed)).toBe(isUnknown);
});

describe("the step of an answer", () => {
  const SIGNED = { signature: "a", path: ["left", "right"] };
  const RECEIVED = { at: iso(DUE + 0.25), ...SIGNED };
  type Received = NonNullable<Parameters<typeof receivedStep>[1]>;
  const stepOf = (
    received: Partial<Received> | null = {},
    { signed = SIGNED as object | undefined, round = ROUND as number | undefined, beacon = TEST_BEACON } = {},
  ) =>
    receivedStep(
      "received",
      received === null ? null : { ...RECEIVED, ...received },
      { signed, round },
      beacon,
    );
  const step = (outcome: string, details: object = {}) => ({ name: "received", outcome, ...details });

  test("is right with the time at which the answer came", () => {
    expect(stepOf()).toEqual(step("right", { found: RECEIVED.at }));
    const first = dueTick(TEST_BEACON, 1);
    expect(stepOf({ at: iso(first) }, { round: 1 })).toEqual(step("right", { found: iso(first) }));
  });

  test("is only noted if nobody noted the answer", () => {
    expect(receivedStep("saleReceived", null, { signed: undefined, round: undefined }, undefined)).toEqual({
      name: "saleReceived",
      outcome: "note",
    });
  });

  test.each<[string, [Partial<Received>, object?], string, string]>([
    ["another answer", [{ signature: "b" }, { signed: { signature: "a" } }], "b\nleft\nright", "a"],
    ["another path", [{ path: ["left"] }], "a\nleft", "a\nleft\nright"],
    ["a path without a signature", [{ signature: undefined, path: ["left"] }], "\nleft", "a\nleft\nright"],
  ])("is wrong with %s, and shows both", (_, given, expected, found) => {
    expect(stepOf(...given)).toEqual(step("wrong", { expected, found, reason: "other-answer" }));
  });

  test("shows that a receipt has no signature", () => {
    const lost = receivedStep("received", RECEIVED, { signed: undefined, round: ROUND }, TEST_BEACON);
    expect(lost).toEqual(step("wrong", { expected: "a\nleft\nright", found: "", reason: "other-answer" }));
  });

  test.each<[string, [Partial<Received>, object?], string]>([
    ["a path", [{ path: null }], "unreadable"],
    ["a readable path", [{ path: undefined }], "unreadable"],
    ["a round that is one", [{}, { round: 0 }], "doubtful"],
    ["a time", [{ at: undefined }], "unreadable"],
    ["a time that is one", [{ at: "2026-13-01T00:00:00.000Z" }], "unreadable"],
  ])("cannot be judged without %s", (_, given, reason) => {
    expect(stepOf(...given)).toEqual(step("missing", { reason }));
  });

  test("cannot be judged without a round or a beacon", () => {
    const unknown = (round: number | undefined) =>
      receivedStep("received", RECEIVED, { signed: SIGNED, round }, undefined);
    expect(unknown(undefined)).toEqual(step("missing", { reason: "doubtful" }));
    expect(unknown(ROUND)).toEqual(step("missing", { reason: "no-data" }));
  });

  test.each([
    ["clock-behind", DUE - 0.001],
    ["late", NEXT],
  ])("accuses nobody of an answer that is %s", (reason, seconds) => {
    const expected = `round ${ROUND}: ${DUE} - ${blockEnd(TEST_BEACON, ROUND)}`;
    const found = `${iso(seconds)} (${seconds})`;
    expect(stepOf({ at: iso(seconds) })).toEqual(step("missing", { expected, found, reason }));
  });
});
