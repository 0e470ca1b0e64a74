import { expect, test } from "vitest";
import { isAppCode, isTwoStepCode } from "./two-step-field.tsx";

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
