import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, errorText, isUnanswered } from "./client.ts";
import { findReceived, noteAnswer, receivedFields } from "./received-answers.ts";
import { Intent } from "./use-submit.ts";
import { vitalPageOf } from "./vitals.ts";

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

test("a retry without an answer uses the same key", () => {
  const intent = new Intent();
  const key = intent.keyFor(body);
  intent.settle(new TypeError("Failed to fetch"));
  expect(intent.keyFor(body)).toBe(key);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("makes a new key after success, after a refusal and for another body", () => {
  const intent = new Intent();
  const keys = [intent.keyFor(body)];
  intent.settle(null);
  keys.push(intent.keyFor(body));
  intent.settle(new ApiError(400, "", '{"message":"no","code":"deposit_minimum"}'));
  keys.push(intent.keyFor(body), intent.keyFor({ amount: "11" }));
  expect(new Set(keys).size).toBe(4);
});

test("a body is pending only if it was sent and got no answer", () => {
  const intent = new Intent();
  expect(intent.isPending(body)).toBe(false);
  intent.keyFor(body);
  intent.settle(new TypeError("Failed to fetch"));
  expect([intent.isPending({ ...body }), intent.isPending({ amount: "11" })]).toEqual([true, false]);
  intent.settle(null);
  expect(intent.isPending(body)).toBe(false);
});

test("a late answer leaves the key of a newer intent for its retry", async () => {
  const intent = new Intent();
  const late = Promise.withResolvers<string>();
  const older = intent.send({ amount: "100" }, () => late.promise);
  const keys: string[] = [];
  const lose = (key: string) => {
    keys.push(key);
    return Promise.reject(new TypeError("Failed to fetch"));
  };
  const newer = intent.send({ amount: "50" }, lose);
  late.resolve("credited");
  expect(await older).toBe("credited");
  await expect(newer).rejects.toThrow("Failed to fetch");
  await expect(intent.send({ amount: "50" }, lose)).rejects.toThrow("Failed to fetch");
  expect(keys).toEqual([keys[0], keys[0]]);
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
  vi.useFakeTimers({ now: NOW_MS, toFake: ["Date"] });
});

test("keeps for the sender when the answer to an order first came, with its signature and path", () => {
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

test("reads notes from before positions could be sold or signed together", () => {
  const { id, userId, signature } = position("a");
  const at = "2026-09-21T14:13:20.250Z";
  kept.set("received_answers", JSON.stringify([{ user: userId, position: id, at, signature }]));
  expect(receivedFields(position("a"))).toMatchObject({
    received: at,
    receivedPath: null,
    saleReceived: null,
  });
});

test("keeps the newest 500 of a year, and none from a clock that was a year ahead", () => {
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
  const note = { user: USER, position: "a", at: "2026-09-21T14:13:20.250Z", signature: "" };
  const spoilt = JSON.stringify([{ ...note, path: 3 }]);
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
