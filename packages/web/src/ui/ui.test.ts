import { expect, test } from "vitest";
import { isAppCode, isTwoStepCode } from "./form/two-step-field.tsx";
import { findPlace } from "./overlay/tip-view.ts";

test.each(["123456", "123 456", " 123-456 "])("%j is a code of an app", (typed) => {
  expect(isAppCode(typed)).toBe(true);
  expect(isTwoStepCode(typed)).toBe(true);
});

test.each(["abcd-efgh-2345-jklm", "ABCD EFGH 2345 JKLM", "abcde-fgh23", "ABCDE FGH23"])(
  "%j is a recovery code",
  (typed) => {
    expect(isAppCode(typed)).toBe(false);
    expect(isTwoStepCode(typed)).toBe(true);
  },
);

test.each([
  "",
  "12345",
  "1234567",
  "abcde-fgh2",
  "abcde-fgh01",
  "abcd-efgh-2345",
  "abcd-efgh-2345-jklmn",
  "12345a",
])("%j is no code", (typed) => {
  expect(isTwoStepCode(typed)).toBe(false);
});

const screen = { left: 0, right: 360, top: 0, bottom: 800 };
const tip = { width: 200, height: 40 };
const wordAt = (left: number, top: number) => ({ left, right: left + 60, top, bottom: top + 20 });

test("a tip stands above the middle of what it explains", () => {
  expect(findPlace(wordAt(150, 400), tip, screen)).toEqual({ left: 80, top: 352 });
});

test("it goes below where there is no room above", () => {
  expect(findPlace(wordAt(150, 50), tip, screen)).toEqual({ left: 80, top: 78 });
  expect(findPlace(wordAt(150, 60), tip, screen).top).toBe(12);
});

test("it keeps off the edges", () => {
  expect(findPlace(wordAt(0, 400), tip, screen).left).toBe(12);
  expect(findPlace(wordAt(300, 400), tip, screen).left).toBe(148);
  expect(findPlace(wordAt(500, 400), tip, { ...screen, left: 480, right: 960 }).left).toBe(492);
});

test("what is too wide for its place begins at its left edge", () => {
  expect(findPlace(wordAt(150, 400), { width: 400, height: 40 }, screen).left).toBe(12);
});
