import { expect, test } from "vitest";
import { pathAfterSignIn } from "./return-path.ts";

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
