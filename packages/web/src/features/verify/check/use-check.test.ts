import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";
import { expect, test } from "vitest";
import { completeTick, recheckTick } from "./use-check.ts";

const NOW = 1000;
const right: PositionStep = { name: "chain", outcome: "right" };
const later = (from: number): PositionStep => ({ name: "exit", outcome: "later", from });
const undecided: PositionStep = { name: "result", outcome: "missing", reason: "undecided" };

test("what is complete is never checked again by itself", () => {
  expect(recheckTick([right], NOW, true)).toBeUndefined();
  expect(recheckTick([{ name: "head", outcome: "missing", reason: "unsigned" }], NOW, true)).toBeUndefined();
  expect(completeTick([right])).toBeUndefined();
});

test("the first step that becomes public is waited for, and the last one told", () => {
  expect(recheckTick([later(5000), right, later(1060)], NOW, true)).toBe(1060);
  expect(completeTick([later(5000), right, later(1060)])).toBe(5000);
});

test("a tick that is past is asked for with the next", () => {
  expect(recheckTick([later(900)], NOW, true)).toBe(NOW + 1);
});

test("one's own position is asked for again until it is decided; a file stays what it is", () => {
  expect(recheckTick([undecided], NOW, true)).toBe(NOW + 5);
  expect(recheckTick([undecided], NOW, false)).toBeUndefined();
});
