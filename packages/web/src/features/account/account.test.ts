import { expect, test } from "vitest";
import { authErrors, emailError, passwordErrors } from "./auth/auth-form.tsx";
import { GivenUp } from "../../api/client.ts";
import { askForProof, cancelProof, countProofs, takeProof } from "./step-up/step-up.ts";

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

test("continues all waiting calls after one proof and asks again for a later call", async () => {
  const [first, second] = [askForProof(), askForProof()];
  expect(first).toBe(second);
  const before = countProofs();
  takeProof();
  await Promise.all([first, second]);
  expect(countProofs()).toBe(before + 1);
  const third = askForProof();
  expect(third).not.toBe(first);
  takeProof();
  await third;
});

const notice = { title: "Cancelled" };

test("rejects all waiting calls when the person cancels", async () => {
  const before = countProofs();
  const outcomes = Promise.allSettled([askForProof(), askForProof()]);
  cancelProof(notice);
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(GivenUp) as unknown });
  }
  expect(countProofs()).toBe(before);
  cancelProof(notice);
});
