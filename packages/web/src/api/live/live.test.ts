import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { keyOf } from "../query.ts";
import { thinOut } from "./follow.tsx";
import { createStore, INITIAL_PRICE, spaced } from "./live.ts";
import { applyPush, createLive, refreshPushed } from "./open-live.ts";
import type { News } from "./open-live.ts";

const withdrawal = (id: string, status: Withdrawal["status"]) => ({ id, status }) as Withdrawal;
const update = (changed: Withdrawal): News => ({ type: "withdrawalUpdate", withdrawal: changed });

function clientWith(withdrawals: Withdrawal[] | undefined) {
  const client = new QueryClient();
  if (withdrawals) client.setQueryData(keyOf("listWithdrawals"), withdrawals);
  return { client, list: () => client.getQueryData<Withdrawal[]>(keyOf("listWithdrawals")) };
}

test("a withdrawal takes the place of its earlier version", () => {
  const { client, list } = clientWith([withdrawal("2", "pending"), withdrawal("1", "completed")]);
  applyPush(client, update(withdrawal("2", "processing")));
  expect(list()).toEqual([withdrawal("2", "processing"), withdrawal("1", "completed")]);
});

test("a withdrawal made elsewhere comes first", () => {
  const { client, list } = clientWith([withdrawal("1", "completed")]);
  applyPush(client, update(withdrawal("2", "pending")));
  expect(list()).toEqual([withdrawal("2", "pending"), withdrawal("1", "completed")]);
});

test("leaves a list alone that is not loaded yet", () => {
  const { client, list } = clientWith(undefined);
  applyPush(client, update(withdrawal("2", "pending")));
  expect(list()).toBeUndefined();
});

test("a security event invalidates the account's security data, and nothing else", () => {
  const { client } = clientWith([]);
  client.setQueryData(keyOf("getSecurity"), {});
  applyPush(client, { type: "securityEvent", event: {} as SecurityEvent });
  expect(client.getQueryState(keyOf("getSecurity"))?.isInvalidated).toBe(true);
  expect(client.getQueryState(keyOf("listWithdrawals"))?.isInvalidated).toBe(false);
});

test("maintenance begins, changes its message and ends", () => {
  const { client } = clientWith(undefined);
  const shown = () => client.getQueryData(keyOf("settings"));
  applyPush(client, { type: "maintenance", maintenance: null });
  expect(shown()).toBeUndefined();
  client.setQueryData(keyOf("settings"), { sandbox: true, maintenance: null });
  const since = "2026-09-21T14:13:20.000Z";
  for (const maintenance of [{ since, message: null }, { since, message: "Back at noon." }, null]) {
    applyPush(client, { type: "maintenance", maintenance });
    expect(shown()).toEqual({ sandbox: true, maintenance });
  }
});

test("an interruption invalidates everything that pushes change", () => {
  const { client } = clientWith([]);
  const keys = [keyOf("listWithdrawals"), keyOf("getSecurity"), keyOf("listPositions"), keyOf("settings")];
  for (const key of keys) client.setQueryData(key, []);
  refreshPushed(client, false);
  for (const key of keys) expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test("the first connection invalidates what was loaded before it, but not the terms", () => {
  const { client } = clientWith([]);
  const loaded = [keyOf("listWithdrawals"), keyOf("listPositions"), keyOf("settings"), keyOf("fairness")];
  for (const key of loaded) client.setQueryData(key, []);
  refreshPushed(client, true);
  expect(loaded.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, false]);
  expect(client.getQueryState(keyOf("listDeposits"))).toBeUndefined();
});

/** Opens a live connection to sockets that the test answers, in time that the test moves. */
async function openLive() {
  vi.useFakeTimers();
  const sockets: EventTarget[] = [];
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(url === "/api/ws-token" ? { token: "t" } : { from: 1_000, prices: [152.79] }),
  );
  vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
  const documentElement = { lang: "en", dataset: {} };
  vi.stubGlobal("document", Object.assign(new EventTarget(), { documentElement }));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal(
    "WebSocket",
    class extends EventTarget {
      close = () => undefined;
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const told: boolean[] = [];
  const live = createLive();
  const stop = live.open({ onPush: () => undefined, onConnect: (isFirst) => told.push(isFirst) });
  onTestFinished(stop);
  const beat = (tick: number, price = 152.79) => {
    const time = new Date(tick * 1000).toISOString();
    const data = JSON.stringify({ type: "price", price, tick, time });
    sockets.at(-1)!.dispatchEvent(new MessageEvent("message", { data }));
  };
  const say = (event: "open" | "close") => sockets.at(-1)!.dispatchEvent(new Event(event));
  await vi.advanceTimersByTimeAsync(100);
  say("open");
  return { live, told, beat, say, sockets };
}

test("tells of the first connection and of each one after an interruption, once", async () => {
  const { told, beat, say } = await openLive();
  expect(told).toEqual([]);
  beat(1_001);
  beat(1_002);
  expect(told).toEqual([true]);
  say("close");
  await vi.advanceTimersByTimeAsync(1_100);
  say("open");
  beat(1_003);
  beat(1_004);
  expect(told).toEqual([true, false]);
});

test("comes back soon after another call has found the server again, and not before", async () => {
  const { live, say, sockets } = await openLive();
  for (const waitMs of [1_000, 6_000, 9_000, 12_000, 15_000, 0]) {
    say("close");
    await vi.advanceTimersByTimeAsync(waitMs);
  }
  expect([live.liveness.get(), sockets.length]).toEqual(["lost", 6]);
  for (const hasFailed of [false, true, true]) live.noteAnswer(hasFailed);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sockets).toHaveLength(6);
  live.noteAnswer(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sockets).toHaveLength(7);
});

test("compares a price with the last one shown, whatever was missed in between", async () => {
  const { live, beat, say } = await openLive();
  const before = () => live.price.get().previousMilli;
  expect(before()).toBeUndefined();
  // The price of the second before is known from the history, but was never the price on the screen.
  beat(1_001, 153);
  expect(before()).toBeUndefined();
  beat(1_002, 153.1);
  expect(before()).toBe(153_000);
  beat(1_002, 153.1);
  expect(before()).toBe(153_000);
  say("close");
  await vi.advanceTimersByTimeAsync(1_100);
  say("open");
  beat(1_040, 154);
  expect(before()).toBe(153_100);
  beat(1_039, 150);
  expect([live.price.get().milli, before()]).toEqual([154_000, 153_100]);
});

/** A list on the screen, whose loads the test answers. */
function watched(client: QueryClient, call: "listWithdrawals" | "listPositions") {
  const answers: ((list: unknown[]) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: keyOf(call),
    queryFn: () => new Promise<unknown[]>((resolve) => void answers.push(resolve)),
  });
  const seen: unknown[] = [];
  onTestFinished(observer.subscribe(({ data }) => data !== seen.at(-1) && seen.push(data)));
  return { answers, seen };
}

test("a first load requested before a push does not undo it for good", async () => {
  const { client, list } = clientWith(undefined);
  const { answers } = watched(client, "listWithdrawals");
  applyPush(client, update(withdrawal("1", "processing")));
  answers[0]!([withdrawal("1", "pending")]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!([withdrawal("1", "processing")]);
  await vi.waitFor(() => expect(list()).toEqual([withdrawal("1", "processing")]));
});

test("a list requested before a push never undoes it, not even for a moment", async () => {
  const { client, list } = clientWith(undefined);
  const { answers, seen } = watched(client, "listWithdrawals");
  answers[0]!([withdrawal("1", "pending")]);
  await vi.waitFor(() => expect(list()).toHaveLength(1));
  void client.invalidateQueries({ queryKey: keyOf("listWithdrawals") });
  applyPush(client, update(withdrawal("1", "processing")));
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  answers[1]!([withdrawal("1", "pending")]);
  answers[2]!([withdrawal("1", "processing")]);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const states = seen.flatMap(
    (each) => (each as Withdrawal[] | undefined)?.map(({ status }) => status) ?? [],
  );
  expect(states.filter((status, index) => status !== states[index - 1])).toEqual(["pending", "processing"]);
});

test("requests the list once more for all positions that settle while it loads", async () => {
  const { client } = clientWith(undefined);
  const { answers } = watched(client, "listPositions");
  const position = (id: string, status: string) => ({ id, status }) as Position;
  answers[0]!([position("1", "active"), position("2", "active")]);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  for (const id of ["1", "2"]) {
    applyPush(client, { type: "positionResolved", position: position(id, "won") });
  }
  answers[1]!([position("1", "won"), position("2", "active")]);
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  answers[2]!([position("1", "won"), position("2", "won")]);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryData(keyOf("listPositions"))).toEqual([position("1", "won"), position("2", "won")]);
});

test("a spaced store tells one change at once, and of the rest the last one after the pause", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const state = createStore("connecting");
  const announced = spaced(state, 10_000);
  const told: [string, number][] = [];
  const startMs = Date.now();
  announced.subscribe(() => told.push([announced.get(), Date.now() - startMs]));
  for (const next of ["live", "stale", "live", "stale", "reconnecting"]) {
    state.set(next);
    vi.advanceTimersByTime(1_000);
  }
  vi.advanceTimersByTime(9_000);
  state.set("live");
  state.set("reconnecting");
  vi.advanceTimersByTime(60_000);
  state.set("live");
  expect(told).toEqual([
    ["live", 0],
    ["reconnecting", 10_000],
    ["live", 74_000],
  ]);
});

test("a thinned store reports the first tick of each stretch of time", () => {
  const price = createStore(INITIAL_PRICE);
  const beats = thinOut(price, 10);
  const told: (number | undefined)[] = [];
  const stop = beats.subscribe(() => told.push(beats.get().nowTick));
  for (const tick of [1_004, 1_005, 1_009, 1_010, 1_011, 1_045])
    price.set({ ...INITIAL_PRICE, nowTick: tick });
  expect(told).toEqual([1_004, 1_010, 1_045]);
  stop();
  price.set({ ...INITIAL_PRICE, nowTick: 1_100 });
  expect(told).toHaveLength(3);
});

/** Lists of the administration on the screen. Counts how often each is loaded. */
function adminList(
  client: QueryClient,
  name: string,
  follows: readonly string[] | undefined,
  pages?: number,
) {
  let loads = 0;
  const observer = new QueryObserver(client, {
    queryKey: ["api", "admin", name],
    queryFn: async () => {
      loads += 1;
      return pages === undefined ? loads : { pages: Array(pages).fill([]) };
    },
    staleTime: Infinity,
    ...(follows && { meta: { follows } }),
  });
  onTestFinished(observer.subscribe(() => undefined));
  return () => loads;
}

const idle = (client: QueryClient) => vi.waitFor(() => expect(client.isFetching()).toBe(0));

test("a change in the administration loads the lists that follow it once more, and a decision loads them all", async () => {
  const client = new QueryClient();
  const loads = [["deposits"], ["users", "deposits"], ["users"], [], undefined].map((follows, index) =>
    adminList(client, String(index), follows),
  );
  const counts = () => loads.map((count) => count());
  await idle(client);
  expect(counts()).toEqual([1, 1, 1, 1, 1]);
  applyPush(client, { type: "adminUpdate", of: "deposits" });
  await idle(client);
  expect(counts()).toEqual([2, 2, 1, 1, 1]);
  applyPush(client, { type: "adminUpdate", of: "decisions" });
  await idle(client);
  expect(counts()).toEqual([3, 3, 2, 2, 1]);
  refreshPushed(client, false);
  await idle(client);
  expect(counts()).toEqual([4, 4, 3, 3, 1]);
});

test("a change during the first load of a list loads it once more", async () => {
  const client = new QueryClient();
  const loads = adminList(client, "deposits", ["deposits"]);
  applyPush(client, { type: "adminUpdate", of: "deposits" });
  applyPush(client, { type: "adminUpdate", of: "deposits" });
  await vi.waitFor(() => expect(loads()).toBe(2));
  await idle(client);
  expect(loads()).toBe(2);
});

test("a list of many pages is loaded again at most once in five seconds for each further page", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  const loads = adminList(client, "users", ["users"], 3);
  await vi.advanceTimersByTimeAsync(100);
  for (let second = 0; second < 20; second += 1) {
    applyPush(client, { type: "adminUpdate", of: "users" });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(loads()).toBe(3);
});
