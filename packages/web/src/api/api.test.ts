import { vitalPageOf } from "@veritick/contract/vital-pages.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import type { SubmitEvent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { ApiError, errorText, isUnanswered } from "./client.ts";
import { setCurrentUser } from "./current-user.ts";
import { findReceived, noteAnswer, receivedFields } from "./received-answers.ts";
import { Intent } from "./use-submit.ts";
import { framesOf, hashOf } from "./faults.ts";

const text = { common: { noAnswer: "no answer" } };

test("an error's message is the status and the body, and people see only the server's words", () => {
  const body = '{"message":"Email invalide","code":"email_invalid","field":"email"}';
  const error = new ApiError(400, "Bad Request", body);
  expect(error.message).toBe(`400: ${body}`);
  expect(error).toMatchObject({
    status: 400,
    code: "email_invalid",
    field: "email",
    userMessage: "Email invalide",
  });
  expect(errorText(error, text, "fallback")).toBe("Email invalide");
});

test("an error with an empty body has the status text, and people see the fallback", () => {
  const error = new ApiError(502, "Bad Gateway", "");
  expect(error.message).toBe("502: Bad Gateway");
  expect(errorText(error, text, "fallback")).toBe("fallback");
});

test("people never see a gateway's page", () => {
  expect(errorText(new ApiError(502, "", "<html>"), text, "fallback")).toBe("fallback");
  expect(new ApiError(500, "", "null").userMessage).toBeUndefined();
});

test("says that no answer came", () => {
  expect(errorText(new TypeError("Failed to fetch"), text, "fallback")).toBe("no answer");
  expect(errorText("odd", text, "fallback")).toBe("fallback");
});

test("only an answer of the platform settles whether a call took effect", () => {
  expect(isUnanswered(new TypeError("Failed to fetch"))).toBe(true);
  expect(isUnanswered(new ApiError(504, "Gateway Timeout", ""))).toBe(true);
  expect(isUnanswered(new ApiError(503, "", '{"message":"no","code":"unavailable"}'))).toBe(true);
  expect(isUnanswered(new ApiError(503, "", '{"message":"no","code":"maintenance"}'))).toBe(false);
  expect(isUnanswered(new ApiError(409, "", '{"message":"no","code":"idempotency_running"}'))).toBe(true);
  expect(isUnanswered(new ApiError(400, "", '{"message":"no","code":"stake_invalid"}'))).toBe(false);
});

const body = { amount: "10" };

/** Sends a body with this outcome. Returns the key that it had. */
async function keyOf(intent: Intent, sent: object, outcome: Error | "answer"): Promise<string> {
  let used = "";
  const call = async (key: string) => {
    used = key;
    if (outcome !== "answer") throw outcome;
  };
  await intent.send(sent, call).catch(() => undefined);
  return used;
}
const lost = new TypeError("Failed to fetch");
const refused = new ApiError(400, "", '{"message":"no","code":"deposit_minimum"}');

test("a retry without an answer uses the same key", async () => {
  const intent = new Intent();
  const key = await keyOf(intent, body, lost);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await keyOf(intent, { ...body }, lost)).toBe(key);
});

test("keeps its key while the server works on an earlier try, whatever is sent meanwhile", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const intent = new Intent();
  const keys: string[] = [];
  const sent = intent.send(body, async (key) => {
    keys.push(key);
    if (keys.length < 3) throw new ApiError(409, "", '{"message":"no","code":"idempotency_running"}');
    return "opened";
  });
  await keyOf(intent, { amount: "11" }, lost);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await sent).toBe("opened");
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(intent.isPending({ amount: "11" })).toBe(true);
});

test("makes a new key after success, after a refusal and for another body", async () => {
  const intent = new Intent();
  const keys = [await keyOf(intent, body, "answer"), await keyOf(intent, body, refused)];
  keys.push(await keyOf(intent, body, lost), await keyOf(intent, { amount: "11" }, lost));
  expect(new Set(keys).size).toBe(4);
});

test("a body is pending only if it was sent and got no answer", async () => {
  const intent = new Intent();
  expect(intent.isPending(body)).toBe(false);
  await keyOf(intent, body, lost);
  expect([intent.isPending({ ...body }), intent.isPending({ amount: "11" })]).toEqual([true, false]);
  await keyOf(intent, body, "answer");
  expect(intent.isPending(body)).toBe(false);
});

test("a late answer leaves the key of a newer call for its retry", async () => {
  const intent = new Intent();
  const late = Promise.withResolvers<string>();
  const older = intent.send({ amount: "100" }, () => late.promise);
  const key = await keyOf(intent, { amount: "50" }, lost);
  late.resolve("credited");
  expect(await older).toBe("credited");
  expect(await keyOf(intent, { amount: "50" }, lost)).toBe(key);
});

test.each([
  ["/", "home"],
  ["/dashboard", "dashboard"],
  ["/positions/01a20913-21f5-7000-8000-013fcec394a1", "positions"],
  ["/admin/users/01a20913-21f5-7000-8000-013fcec394a1", "admin"],
  ["/somebody@example.com", "other"],
])("reports %s as %s", (path, page) => {
  expect(vitalPageOf(path)).toBe(page);
});

test("a fault is told by the places in the site's own code alone", () => {
  vi.stubGlobal("location", { origin: "https://veritick.example" });
  const error = new Error("ada@example.com");
  error.stack = [
    "Error: ada@example.com in https://veritick.example/positions/7",
    "    at Tt (https://veritick.example/assets/core-BxIpo_Nm.js:1:2345)",
    "https://veritick.example/boot.js:3:1",
    "x@https://elsewhere.example/assets/core.js:1:1",
    "    at y (chrome-extension://abc/content.js:1:1)",
  ].join("\n");
  expect(framesOf(error)).toBe("core-BxIpo_Nm.js:1:2345\nboot.js:3:1");
  expect(framesOf("no error")).toBe("");
  vi.unstubAllGlobals();
  expect(hashOf("")).toBe("811c9dc5");
  expect(hashOf("a")).toBe("e40c292c");
});

const NOW_MS = 1_790_000_000_250;
const DAY_MS = 86_400_000;
const USER = "01a0c45c-08a8-7000-8000-00d1f13cff87";
const position = (id: string, userId = USER) => ({
  id,
  userId,
  signature: `signature of ${id}`,
  path: [`path of ${id}`],
});

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  setCurrentUser({ id: USER } as CurrentUser);
  vi.useFakeTimers({ now: NOW_MS, toFake: ["Date"] });
});

test("stores nothing about an answer that comes after its owner signed out", () => {
  setCurrentUser(null);
  expect(noteAnswer(position("a"))).toMatchObject({ at: "2026-09-21T14:13:20.250Z" });
  setCurrentUser({ id: "somebody else" } as CurrentUser);
  noteAnswer(position("a"));
  expect(kept.size).toBe(0);
});

test("keeps when the first answer to an order came, with its signature and path", () => {
  const answer = { at: "2026-09-21T14:13:20.250Z", signature: "signature of a", path: ["path of a"] };
  expect(noteAnswer(position("a"))).toMatchObject(answer);
  vi.setSystemTime(NOW_MS + 5000);
  // This is the answer to a retry.
  expect(noteAnswer(position("a"))).toMatchObject(answer);
  noteAnswer(position("b"));
  expect(findReceived(position("a"))).toMatchObject(answer);
  expect(findReceived(position("b"))).toMatchObject({ at: "2026-09-21T14:13:25.250Z" });
  expect(findReceived(position("a", "somebody else"))).toBeUndefined();
  const notSold = { saleReceived: null, saleReceivedSignature: null };
  const ofOrder = { received: answer.at, receivedSignature: answer.signature, receivedPath: answer.path };
  expect(receivedFields(position("a"))).toEqual({ ...ofOrder, ...notSold });
  const none = { received: null, receivedSignature: null, receivedPath: null };
  expect(receivedFields(position("c"))).toEqual({ ...none, ...notSold });
  const { id, userId } = position("a");
  noteAnswer({ id, userId, signature: "signature of the sale" }, "sale");
  expect(receivedFields(position("a"))).toEqual({
    ...ofOrder,
    saleReceived: "2026-09-21T14:13:25.250Z",
    saleReceivedSignature: "signature of the sale",
  });
});

test("keeps the newest 500 of a year, and none dated a year ahead", () => {
  vi.setSystemTime(NOW_MS + 400 * DAY_MS);
  noteAnswer(position("ahead"));
  vi.setSystemTime(NOW_MS - 367 * DAY_MS);
  noteAnswer(position("old"));
  vi.setSystemTime(NOW_MS);
  for (let index = 0; index < 501; index += 1) noteAnswer(position(String(index)));
  const has = (id: string) => findReceived(position(id)) !== undefined;
  expect(["ahead", "old", "0"].filter(has)).toEqual([]);
  expect(["1", "500"].filter(has)).toEqual(["1", "500"]);
  expect(kept.get("received_answers")!.length).toBeLessThan(200_000);
});

test("tolerates a storage that is spoilt, full or refused", () => {
  const note = { user: USER, position: "a", at: "2026-09-21T14:13:20.250Z", signature: "", of: "order" };
  const spoilt = JSON.stringify([note, { ...note, path: 3 }]);
  for (const text of [
    "{",
    "17",
    "null",
    '[null, 3, {"position": "a"}]',
    '[{"position":"a","user":1}]',
    spoilt,
  ]) {
    kept.set("received_answers", text);
    expect(findReceived(position("a"))).toBeUndefined();
    noteAnswer(position("a"));
    expect(findReceived(position("a"))).toBeDefined();
  }
  const refuse = () => {
    throw new Error("refused");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  expect(noteAnswer(position("a")).at).toBe("2026-09-21T14:13:20.250Z");
  expect(findReceived(position("a"))).toBeUndefined();
});

vi.mock("../locales/text.ts", () => ({ useText: () => ({ common: { error: "Error" } }) }));
// An earlier file of this process may have loaded the module with the real texts.
vi.resetModules();
const { useFields, useForm } = await import("./use-form.ts");
afterAll(() => void vi.resetModules());

const event = { preventDefault() {}, stopPropagation() {} } as SubmitEvent;
const element = () => ({}) as HTMLFormElement;

/** Draws a component that uses the hook once, and returns what the hook returned. */
function draw<T>(useHook: () => T): T {
  const returned: T[] = [];
  const Drawn = ({ take }: { take: (value: T) => void }) => {
    take(useHook());
    return null;
  };
  const drawn = createElement(Drawn, { take: (value) => void returned.push(value) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, drawn));
  return returned[0]!;
}

/** Sends a form and has the page show `later` in its place before the answer comes. Returns what the form called. */
async function sendThenShow(later: (sent: HTMLFormElement) => HTMLFormElement | null): Promise<string[]> {
  const answer = Promise.withResolvers<string>();
  const settled = Promise.withResolvers<void>();
  const called: string[] = [];

  const options = {
    send: () => answer.promise,
    failed: "failed",
    onDone: (done: string) => called.push(done),
    onSettled: settled.resolve,
    onClose: () => called.push("closed"),
  };
  const form = draw(() => useForm(useFields(["amount"]), options));
  const sent = element();
  form.form.current = sent;
  form.attributes.onSubmit(event);
  form.form.current = later(sent);
  answer.resolve("done");
  await settled.promise;
  return called;
}

test("a form closes after its answer", async () => {
  expect(await sendThenShow((sent) => sent)).toEqual(["done", "closed"]);
});

test("a late answer closes neither a closed form nor the next one", async () => {
  expect(await sendThenShow(() => null)).toEqual(["done"]);
  expect(await sendThenShow(element)).toEqual(["done"]);
});
