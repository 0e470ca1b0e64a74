import { expect, test } from "vitest";
import { authErrors } from "./auth-errors.ts";

const words = { emailInvalid: "email", passwordTooShort: "short", mismatch: "mismatch" };
const good = { email: "a@b.fr", password: "secret", confirm: "secret" };

test("a good form has no errors, and login ignores the confirmation", () => {
  expect(authErrors("register", good, words)).toEqual({});
  expect(authErrors("login", { ...good, confirm: "" }, words)).toEqual({});
});

test("each fault is named at its field", () => {
  expect(authErrors("register", { email: "a@b", password: "12345", confirm: "" }, words)).toEqual({
    email: "email",
    password: "short",
    confirm: "mismatch",
  });
});
