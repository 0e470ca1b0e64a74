import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { livenessOf } from "@veritick/client/live/connection.ts";
import type { Liveness } from "@veritick/client/live/connection.ts";
import { chance, clockMs, openWebSocket, startLive, timeout } from "@veritick/client/live/live-driver.ts";
import type { LiveDriver, LiveWorld } from "@veritick/client/live/live-driver.ts";
import { readPush } from "@veritick/client/live/read-push.ts";
import type { Deposit, Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import type {
  AdminList,
  AdminPush,
  BeaconPush,
  MaintenancePush,
  PricePush,
  Push,
  UserPush,
} from "@veritick/contract/schemas/pushes.ts";
import type { Settings } from "@veritick/contract/schemas/settings.ts";
import { call } from "../client.ts";
import { refreshCurrentUser, setBalance } from "../current-user.ts";
import { HistoryLoader, PriceHistory } from "../market/price-history.ts";
import { keyOf, noticeEndedSession } from "../query.ts";
import { ANNOUNCED_EVERY_MS, createStore, INITIAL_PRICE, shownMilli, spaced } from "./live.ts";
import type { Live, LivePrice } from "./live.ts";

type LiveEvents = {
  readonly onPush: (push: News) => void;
  /**
   * Called at the first price, or the news that the beacon delays prices, of the first connection and after each
   * interruption. Before that, pushes may have been missed.
   */
  readonly onConnect: (isFirst: boolean) => void;
};

type OpenableLive = Live & {
  /** Connects. The returned function disconnects. */
  readonly open: (events: LiveEvents) => () => void;
  readonly setGenesis: (tick: number) => void;
  /** Takes the outcome of any other call. The first success after a failure means that the server can be reached again. */
  readonly noteAnswer: (hasFailed: boolean) => void;
};

export function createLive(): OpenableLive {
  const price = createStore<LivePrice>(INITIAL_PRICE);
  const liveness = createStore<Liveness>("connecting");
  const history = new PriceHistory();
  const loader = new HistoryLoader(
    history,
    (range) => call("prices", range === undefined ? {} : { query: range }),
    browserWorld.warn,
  );
  let driver: LiveDriver | undefined;
  let hasFailed = false;

  /** Returns the "now" of the page once `tick` is shown. It never goes back. */
  function timeAt(tick: number): Pick<LivePrice, "nowTick" | "nowAtMs"> {
    const { nowTick, nowAtMs } = price.get();
    return nowTick !== undefined && tick < nowTick
      ? { nowTick, nowAtMs }
      : { nowTick: tick, nowAtMs: Date.now() };
  }

  function takePrice({ price: dollars, tick }: PricePush) {
    const milli = Math.round(dollars * 1000);
    const known = price.get();
    history.record(tick, milli);
    if (known.tick === undefined || tick >= known.tick) {
      // A tick that comes again changes nothing; ticks that were missed do not count.
      const previousMilli = known.tick === tick ? known.previousMilli : shownMilli(known);
      price.set({ ...known, ...timeAt(tick), milli, tick, previousMilli, cameAtMs: Date.now() });
    }
    void loader.complete();
  }

  function takeBeacon({ state, tick }: BeaconPush) {
    price.set({ ...price.get(), ...timeAt(tick), beacon: state });
    history.showUntil(tick);
  }

  /** Old prices arrive fast while the beacon catches up. None of them is the current price, so they count as held. */
  function pulseOf({ type }: Push): "price" | "held" | undefined {
    if (type !== "price" && type !== "beacon") return undefined;
    return price.get().beacon === "live" ? "price" : "held";
  }

  function open({ onPush, onConnect }: LiveEvents) {
    let isFirst = true;
    // The page loads data before the first connection too.
    let mayHaveMissed = true;
    driver = startLive(browserWorld, {
      onState: (state) => {
        const next = livenessOf(state);
        // The next connection may lead to another process with a different state, which it reports within a second.
        if (state.phase !== "open") price.set({ ...price.get(), beacon: "live" });
        const isConnected = next === "live" || next === "held";
        if (isConnected && mayHaveMissed) {
          onConnect(isFirst);
          isFirst = false;
        }
        mayHaveMissed = !isConnected && (mayHaveMissed || state.wasLive);
        liveness.set(next);
      },
      onMessage: (text) => {
        const push = readPush(text);
        if (push === undefined) browserWorld.warn("a malformed message was ignored", text);
        else if (push.type === "price") takePrice(push);
        else if (push.type === "beacon") takeBeacon(push);
        else onPush(push);
        return push && pulseOf(push);
      },
    });
    const stopWaking = onWake(driver.wake);
    void loader.complete();
    return () => {
      stopWaking();
      driver?.stop();
    };
  }

  return {
    price,
    liveness,
    announced: spaced(liveness, ANNOUNCED_EVERY_MS),
    history,
    wake: () => driver?.wake(),
    open,
    noteAnswer: (failed) => {
      if (hasFailed && !failed) driver?.noteReachable();
      hasFailed = failed;
    },
    setGenesis: (tick) => {
      loader.setGenesis(tick);
      void loader.complete();
    },
  };
}

/** The pushes of the live connection other than prices and the beacon's state. */
export type News = UserPush | MaintenancePush | AdminPush;

/** Applies a push to the data that the page has loaded. It leaves lists that are not loaded yet alone. */
export function applyPush(client: QueryClient, push: News): void {
  switch (push.type) {
    case "balanceUpdate":
      return setBalance(push.balance);
    case "depositUpdate":
      return bringIn<Deposit>(client, keyOf("listDeposits"), push.deposit);
    case "withdrawalUpdate":
      return bringIn<Withdrawal>(client, keyOf("listWithdrawals"), push.withdrawal);
    case "securityEvent":
      void client.invalidateQueries({ queryKey: keyOf("getSecurity") });
      return;
    case "maintenance":
      return bringInMaintenance(client, push);
    case "adminUpdate":
      return renewAdminLists(client, push.of);
    case "positionResolved":
      client.setQueryData<Position[]>(keyOf("listPositions"), (list) => withItem(list, push.position));
      askAgainAfter(client, keyOf("listPositions"));
      // Many positions may settle together. One request is enough for all of them.
      void client.invalidateQueries({ queryKey: keyOf("listPositions") }, { cancelRefetch: false });
      void client.invalidateQueries({ queryKey: keyOf("results") }, { cancelRefetch: false });
  }
}

/** A long list is loaded again page by page, so the pause between two loads grows with its pages. */
const PAUSE_PER_PAGE_MS = 5_000;
const waiting = new WeakSet<object>();

/** Requests again the lists of the administration that follow this one. A decision may have changed any of them. */
function renewAdminLists(client: QueryClient, of: AdminList): void {
  for (const query of client.getQueryCache().findAll({ type: "active" })) {
    const follows = query.meta?.["follows"] as readonly AdminList[] | undefined;
    if (follows === undefined || (of !== "decisions" && !follows.includes(of)) || waiting.has(query))
      continue;
    const { queryKey, state } = query;
    const renew = () => {
      waiting.delete(query);
      if (query.state.data === undefined) askAgainAfter(client, queryKey);
      void client.invalidateQueries({ queryKey, exact: true });
    };
    const { pages = [] } = (state.data ?? {}) as { pages?: unknown[] };
    const dueMs = state.dataUpdatedAt + PAUSE_PER_PAGE_MS * (pages.length - 1);
    if (pages.length <= 1 || dueMs <= Date.now()) renew();
    else {
      waiting.add(query);
      setTimeout(renew, dueMs - Date.now());
    }
  }
}

/**
 * Requests everything loaded that pushes change, because pushes may have been missed: before the first connection, or during
 * an interruption. An interruption may be long, so after it this also requests data that changes without a push.
 */
export function refreshPushed(client: QueryClient, isFirst: boolean): void {
  void refreshCurrentUser();
  void client.invalidateQueries({ queryKey: keyOf("listPositions") });
  void client.invalidateQueries({ queryKey: keyOf("listDeposits") });
  void client.invalidateQueries({ queryKey: keyOf("listWithdrawals") });
  void client.invalidateQueries({ queryKey: keyOf("getSecurity") });
  void client.invalidateQueries({ queryKey: keyOf("settings") });
  renewAdminLists(client, "decisions");
  if (isFirst) return;
  void client.invalidateQueries({ queryKey: keyOf("results") });
  void client.invalidateQueries({ queryKey: keyOf("getLimits") });
  // The server may have restarted with other terms.
  void client.invalidateQueries({ queryKey: keyOf("fairness") });
}

function bringIn<T extends { id: string }>(client: QueryClient, queryKey: string[], item: T): void {
  client.setQueryData<T[]>(queryKey, (list) => withItem(list, item));
  askAgain(client, queryKey);
}

function bringInMaintenance(client: QueryClient, { maintenance }: MaintenancePush): void {
  const queryKey = keyOf("settings");
  client.setQueryData<Settings>(queryKey, (known) => known && { ...known, maintenance });
  askAgain(client, queryKey);
}

/**
 * Cancels and repeats a running request: its answer may be older than the push and would undo it for a moment. A first load
 * cannot be cancelled.
 */
function askAgain(client: QueryClient, queryKey: string[]): void {
  if (client.getQueryData(queryKey) === undefined) return askAgainAfter(client, queryKey);
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus === "fetching") void client.invalidateQueries({ queryKey, exact: true });
}

const askedAgain = new WeakSet<object>();

/** Requests the data once more when the running request is done, however many pushes arrive meanwhile. */
function askAgainAfter(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus !== "fetching" || askedAgain.has(query)) return;
  askedAgain.add(query);
  const ask = () => {
    askedAgain.delete(query);
    return client.invalidateQueries({ queryKey, exact: true });
  };
  void query.promise?.then(ask, ask);
}

/** Returns the list with the item in place of its earlier version, or before all others if it is new. */
function withItem<T extends { id: string }>(list: T[] | undefined, item: T): T[] | undefined {
  if (list === undefined) return undefined;
  const isKnown = list.some(({ id }) => id === item.id);
  return isKnown ? list.map((each) => (each.id === item.id ? item : each)) : [item, ...list];
}

/** The browser, in the form that the live connection needs. */
const browserWorld: LiveWorld = {
  requestToken: async (signal) => {
    try {
      return (await call("wsToken", { signal })).token;
    } catch (error) {
      // On a page that makes no other call, this call is the first to learn that the session is over.
      noticeEndedSession(error);
      throw error;
    }
  },
  openSocket: (token, handlers) => openWebSocket(socketAddress(location), token, handlers),
  after: timeout,
  nowMs: clockMs,
  random: chance,
  warn: (message, cause) => console.warn(message, cause),
};

/** Returns the socket's address, with the secure scheme if the page is secure. */
function socketAddress({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/ws`;
}

/** Calls back when the browser is online again and when the page becomes visible again. */
function onWake(wake: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === "visible") wake();
  };
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
