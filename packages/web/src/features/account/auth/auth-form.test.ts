import { expect, test } from "vitest";
import { authErrors, emailError, passwordErrors } from "./auth-form.tsx";

const words = { emailInvalid: "email", passwordTooShort: "short", mismatch: "mismatch" };
const good = { email: "a@b.fr", password: "secret", confirm: "secret" };

test("accepts a good form, and ignores the confirmation at a login", () => {
  expect(authErrors("register", good, words)).toEqual({});
  expect(authErrors("login", { ...good, confirm: "" }, words)).toEqual({});
});

test("names each fault at its field", () => {
  expect(authErrors("register", { email: "a@b", password: "12345", confirm: "" }, words)).toEqual({
    email: "email",
    password: "short",
    confirm: "mismatch",
  });
});

test("accepts blanks around an e-mail", () => {
  expect(emailError(" a@b.fr ", words)).toBeUndefined();
  expect(emailError("a b@c.fr", words)).toBe("email");
});

test("requires a new password to be long enough and typed twice", () => {
  expect(passwordErrors({ password: "secret", confirm: "secret" }, words)).toEqual({});
  expect(passwordErrors({ password: "secret", confirm: "Secret" }, words)).toEqual({ confirm: "mismatch" });
  expect(passwordErrors({ password: "short", confirm: "short" }, words)).toEqual({ password: "short" });
});
