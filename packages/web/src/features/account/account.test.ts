import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

const notify = vi.hoisted(() => vi.fn());
vi.mock("../../ui/overlay/notice-store.ts", () => ({ notify, dismissRefusal: () => undefined }));
// An earlier file of this process may have loaded the module with real notices.
vi.resetModules();
const { setFirstLimit } = await import("./auth/auth-form.tsx");

beforeEach(() => {
  notify.mockClear();
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const isZone = (input: unknown) => String(input).includes("zone");
const unavailable = () => Response.json({ message: "no", code: "unavailable" }, { status: 503 });
const limitWords = { failed: "not set", failedBody: "set it later" };

test("sets the first limit even if the time zone could not be set", async () => {
  const fetched = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (input) => (isZone(input) ? unavailable() : Response.json({ limits: [] })));
  await setFirstLimit("20", limitWords);
  expect(fetched.mock.calls.map(([input]) => isZone(input))).toEqual([true, false]);
  expect(notify).not.toHaveBeenCalled();
});

test("the sign-in after registration does not dismiss the notice that the first limit is missing", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => unavailable());
  await setFirstLimit("20", limitWords);
  expect(notify.mock.calls).toMatchObject([[{ title: "not set", tone: "destructive", isNews: true }]]);
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
