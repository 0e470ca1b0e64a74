import type { BeaconPush } from "@veritick/contract/schemas/pushes.ts";
import { INITIAL_PRICE_MILLI } from "@veritick/domain/product.ts";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { PriceHistory } from "../market/price-history.ts";
import type { Liveness } from "@veritick/client/live/connection.ts";
import { tickOf, useFormat } from "../../lib/format.ts";

/** A value outside React, so that a change commits only the components that read it. */
export type Store<T> = {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
};
type WritableStore<T> = Store<T> & { readonly set: (value: T) => void };

export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the store with at most one change in `pauseMs`. What changes sooner is told after the pause, if it still holds. */
export function spaced<T>(store: Store<T>, pauseMs: number): Store<T> {
  const told = createStore(store.get());
  let isPausing = false;
  function tell() {
    if (isPausing || Object.is(told.get(), store.get())) return;
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      tell();
    }, pauseMs);
    told.set(store.get());
  }
  store.subscribe(tell);
  return told;
}

/** Screen readers announce the state of the connection at most so often. */
export const ANNOUNCED_EVERY_MS = 10_000;

/** Waits until the value of a store meets a condition, at most so long. */
export function waitUntil<T>(store: Store<T>, isMet: (value: T) => boolean, mostMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => isMet(store.get()) && resolve();
  const stop = store.subscribe(look);
  const timer = setTimeout(resolve, Math.max(0, mostMs));
  look();
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}

/** Returns the selected part of a store. The selection must be a primitive or a stable reference. */
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** The newest known price. Prices are in thousandths. */
export type LivePrice = {
  readonly milli: number;
  /** The second (Unix time) that the price belongs to; undefined until the first push. */
  readonly tick: number | undefined;
  /** The page's "now": the same second, or a later one while the beacon holds prices back. */
  readonly nowTick: number | undefined;
  /** When that second arrived, by the local clock. */
  readonly nowAtMs: number | undefined;
  /** The state of the beacon, as the server reports it. */
  readonly beacon: BeaconPush["state"];
  /** The price shown before this one, whatever was missed in between; undefined until the second price of a visit. */
  readonly previousMilli: number | undefined;
  /** When the price arrived, by the local clock. Use it only to show the age of the price. */
  readonly cameAtMs: number | undefined;
};

export const INITIAL_PRICE: LivePrice = {
  milli: INITIAL_PRICE_MILLI,
  tick: undefined,
  nowTick: undefined,
  nowAtMs: undefined,
  beacon: "live",
  previousMilli: undefined,
  cameAtMs: undefined,
};

/** Returns the price that is on the screen; undefined before the first push. */
export const shownMilli = ({ tick, milli }: LivePrice): number | undefined =>
  tick === undefined ? undefined : milli;

/** All live data, outside React's state. Components subscribe to the parts that they draw. */
export type Live = {
  readonly price: Store<LivePrice>;
  readonly liveness: Store<Liveness>;
  /** The same, as it is announced to people who do not see it. */
  readonly announced: Store<Liveness>;
  readonly history: PriceHistory;
  /** Tries to connect now, if there is no connection. */
  readonly wake: () => void;
};

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === undefined) throw new Error("useLive needs a LiveProvider above it");
  return live;
}

/** Returns the browser's time in milliseconds. All its tabs share this clock, which may be wrong by any amount. */
export const browserNowMs = (): number => Date.now();

/** Estimates the server's time in ms from the shown second. Falls back to the browser's clock until the first tick. */
export function serverNowMs({ nowTick, nowAtMs }: LivePrice, nowMs: number = browserNowMs()): number {
  return nowTick === undefined || nowAtMs === undefined ? nowMs : nowTick * 1000 + (nowMs - nowAtMs);
}

/**
 * Returns the shown second, which is "now" on the page; undefined before the first push. It is rounded down to
 * `everySeconds`, so that a component that needs only a rough time is drawn only that often.
 */
export function useNowTick(everySeconds: number): number | undefined {
  const { price } = useLive();
  return useStore(price, ({ nowTick }) =>
    nowTick === undefined ? undefined : nowTick - (nowTick % everySeconds),
  );
}

/**
 * Returns how many seconds ago the newest price arrived; undefined if none has. While no pushes arrive, only the local clock
 * can count. This commits once a second, so use it only while something is wrong.
 */
export function usePriceAge(): number | undefined {
  const { price } = useLive();
  const cameAtMs = useStore(price, (value) => value.cameAtMs);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return cameAtMs === undefined ? undefined : Math.max(0, Math.round((nowMs - cameAtMs) / 1000));
}

const AGO_SECONDS = 30;

/** Returns how long ago an instant was, in words; its date and time until the time is known. */
export function useAgo(): (instant: string) => string {
  const format = useFormat();
  const now = useNowTick(AGO_SECONDS);
  return (instant) => (now === undefined ? format.moment(instant) : format.ago(tickOf(instant), now));
}
