import { expect, test } from "vitest";
import {
  closeDelayMs,
  failureDelayMs,
  livenessOf,
  MAX_ATTEMPTS,
  startConnection,
  stepConnection,
} from "./connection.ts";
import type { Connection, ConnectionEffect, ConnectionEvent } from "./connection.ts";

const opening: ConnectionEvent[] = [{ type: "tokenReceived", token: "t" }, { type: "opened" }];
const live: ConnectionEvent[] = [...opening, { type: "priceCame" }];

function play(events: ConnectionEvent[]): { state: Connection; effects: ConnectionEffect[] } {
  let { state, effects } = startConnection() as { state: Connection; effects: ConnectionEffect[] };
  for (const event of events) {
    const step = stepConnection(state, event);
    state = step.state;
    effects = [...step.effects];
  }
  return { state, effects };
}

function waits(events: ConnectionEvent[]): number[] {
  let { state } = startConnection();
  const found: number[] = [];
  for (const event of events) {
    const step = stepConnection(state, event);
    state = step.state;
    for (const effect of step.effects) if (effect.type === "wait") found.push(effect.delayMs);
  }
  return found;
}

const repeat = (times: number, events: ConnectionEvent[]) =>
  Array.from({ length: times }, () => events).flat();

test("it asks for a token, opens with it and is live with the first price", () => {
  expect(startConnection().effects).toEqual([{ type: "requestToken" }]);
  expect(play([{ type: "tokenReceived", token: "abc" }]).effects).toEqual([
    { type: "openSocket", token: "abc" },
  ]);
  expect(livenessOf(play(opening).state)).toBe("connecting");
  expect(livenessOf(play(live).state)).toBe("live");
});

test("gives a failed token or connection up after 5 retries, 3 s times the attempt apart", () => {
  const failing = repeat(MAX_ATTEMPTS, [{ type: "failed" }, { type: "waited" }]);
  expect(waits(failing)).toEqual([3_000, 6_000, 9_000, 12_000, 15_000]);
  const end = play([...failing, { type: "failed" }]);
  expect(livenessOf(end.state)).toBe("lost");
  expect(end.effects).toEqual([
    { type: "discardSocket" },
    { type: "wait", delayMs: 45_000, spreadMs: 30_000 },
  ]);
});

test("reconnects after a close, after 1 s doubled per attempt up to 30 s", () => {
  expect(waits([...live, { type: "closed" }])).toEqual([1_000]);
  expect([1, 2, 3, 4, 5, 6, 7].map(closeDelayMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(failureDelayMs(2)).toBe(6_000);
});

test("the counter is reset by a successful open and by nothing else", () => {
  const closedOnce: ConnectionEvent[] = [{ type: "closed" }, { type: "waited" }, ...opening];
  expect(waits([...opening, ...repeat(8, closedOnce)])).toEqual(Array(8).fill(1_000));
  expect(waits([...opening, { type: "closed" }, { type: "waited" }, { type: "failed" }])).toEqual([
    1_000, 6_000,
  ]);
});

test("after three silent seconds it is stale, and one price makes it live again", () => {
  expect(livenessOf(play([...live, { type: "silent" }]).state)).toBe("stale");
  expect(livenessOf(play([...live, { type: "silent" }, { type: "priceCame" }]).state)).toBe("live");
  expect(livenessOf(play([...opening, { type: "silent" }]).state)).toBe("stale");
});

test("while the beacon delays prices it is held, which is neither silence nor live", () => {
  expect(livenessOf(play([...live, { type: "held" }]).state)).toBe("held");
  expect(livenessOf(play([...opening, { type: "held" }]).state)).toBe("held");
  expect(livenessOf(play([...live, { type: "held" }, { type: "silent" }]).state)).toBe("stale");
  expect(livenessOf(play([...live, { type: "held" }, { type: "priceCame" }]).state)).toBe("live");
  expect(play([...live, { type: "held" }, { type: "woken" }]).effects).toEqual([]);
});

test("shows reconnecting while closed, and connecting before the first price", () => {
  expect(livenessOf(play([]).state)).toBe("connecting");
  expect(livenessOf(play([{ type: "failed" }]).state)).toBe("reconnecting");
  expect(livenessOf(play([...live, { type: "closed" }]).state)).toBe("reconnecting");
  expect(livenessOf(play([...live, { type: "closed" }, { type: "waited" }, ...opening]).state)).toBe(
    "reconnecting",
  );
});

test("waking tries at once: when lost, while waiting, and when the open socket is silent", () => {
  const lost = [...repeat(MAX_ATTEMPTS, [{ type: "failed" }, { type: "waited" }] as ConnectionEvent[])];
  const retried = [{ type: "discardSocket" }, { type: "requestToken" }];
  const wokenFromLost = play([...lost, { type: "failed" }, { type: "woken" }]);
  expect(wokenFromLost.effects).toEqual(retried);
  expect(wokenFromLost.state.attempts).toBe(0);
  const wokenFromWait = play([{ type: "failed" }, { type: "failed" }, { type: "woken" }]);
  expect(wokenFromWait.effects).toEqual(retried);
  expect(wokenFromWait.state.attempts).toBe(1);
  expect(play([...live, { type: "silent" }, { type: "woken" }]).effects).toEqual(retried);
  expect(play([...live, { type: "woken" }]).effects).toEqual([]);
});

test("events that come too late change nothing", () => {
  const waiting = play([{ type: "failed" }]).state;
  const late: ConnectionEvent[] = [
    { type: "tokenReceived", token: "old" },
    { type: "opened" },
    { type: "closed" },
    { type: "failed" },
    { type: "silent" },
    { type: "priceCame" },
  ];
  for (const event of late) expect(stepConnection(waiting, event)).toEqual({ state: waiting, effects: [] });
});
