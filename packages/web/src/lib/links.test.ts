import { expect, test } from "vitest";
import { isResetToken, pathAfterSignIn, resetTokenIn } from "./links.ts";

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

test("signing in leads back to a check that it was begun for", () => {
  for (const path of ["/verify/01a0c45c-08a8-7000-8000-00d1f13cff87", "/fairness/liabilities"]) {
    expect(pathAfterSignIn({ returnTo: path })).toBe(path);
  }
});

test("from anywhere else it leads to the dashboard, and never out of the site", () => {
  const others = ["/profile", "/admin", "/verify", "/fairness", "//evil.example/verify/1", "/verify//x?y", 7];
  for (const returnTo of others) expect(pathAfterSignIn({ returnTo })).toBe("/");
  for (const state of [null, undefined, {}, "/verify/1", 1]) expect(pathAfterSignIn(state)).toBe("/");
});
