import { beforeEach, expect, test, vi } from "vitest";
import { findReceived, noteAnswer, receivedFields } from "./received-answers.ts";

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

test("keeps when the answer to an order first came, with its signature and path, for who sent it", () => {
  const answer = { at: "2026-09-21T14:13:20.250Z", signature: "signature of a", path: ["path of a"] };
  expect(noteAnswer(position("a"))).toMatchObject(answer);
  vi.setSystemTime(NOW_MS + 5000);
  // The answer to a retry.
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

test("reads what was noted before positions could be sold, or were signed together", () => {
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

test("lives with a storage that is spoilt, full or refused", () => {
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
