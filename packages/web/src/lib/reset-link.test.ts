import { expect, test } from "vitest";
import { isResetToken, resetTokenIn } from "./reset-link.ts";

const token = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM-_09";

test("a token is what stands behind #reset=", () => {
  expect(resetTokenIn(`#reset=${token}`)).toBe(token);
  expect(resetTokenIn("#reset=")).toBe("");
  expect(resetTokenIn("#activity")).toBeUndefined();
  expect(resetTokenIn("")).toBeUndefined();
});

test("43 characters of base64url are a token, cut or lengthened ones are none", () => {
  expect(isResetToken(token)).toBe(true);
  expect(isResetToken(token.slice(1))).toBe(false);
  expect(isResetToken(`${token}0`)).toBe(false);
  expect(isResetToken(`${token.slice(1)}.`)).toBe(false);
  expect(isResetToken("")).toBe(false);
});
