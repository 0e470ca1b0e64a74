import type { BeaconPush } from "@veritick/contract/schemas/pushes.ts";
import { INITIAL_PRICE_MILLI } from "@veritick/domain/product.ts";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { PriceHistory } from "../market/price-history.ts";
import type { Liveness } from "@veritick/client/live/connection.ts";
import { tickOf, useFormat } from "../../lib/format.ts";

/** A value that lives outside React, so that a change commits only what asked for it. */
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

/** The selected part of a store. The selection must be a primitive or a stable reference. */
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** The newest price that is known. Prices are in thousandths. */
export type LivePrice = {
  readonly milli: number;
  /** The second (Unix time) that the price belongs to; undefined until the first push. */
  readonly tick: number | undefined;
  /** The page's "now": the same second, or a later one while the beacon keeps prices back. */
  readonly nowTick: number | undefined;
  /** When that second was told, by the local clock. */
  readonly nowAtMs: number | undefined;
  /** How the beacon stands, by the server's word. */
  readonly beacon: BeaconPush["state"];
  /** The price of the tick before, where it is known. */
  readonly previousMilli: number | undefined;
  /** When it came, by the local clock: only for saying how old it has become. */
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

/** Everything live, outside React's state: components subscribe to the part they draw. */
export type Live = {
  readonly price: Store<LivePrice>;
  readonly liveness: Store<Liveness>;
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

/** The browser's clock, in milliseconds: the same in all its tabs, and wrong by any amount. */
export const browserNowMs = (): number => Date.now();

/** The server's clock now, in milliseconds, as far as the second that is shown tells; before the first there is but the browser's. */
export function serverNowMs({ nowTick, nowAtMs }: LivePrice, nowMs: number = browserNowMs()): number {
  return nowTick === undefined || nowAtMs === undefined ? nowMs : nowTick * 1000 + (nowMs - nowAtMs);
}

/**
 * The second that is shown, which is what "now" means on the page; undefined before the first push. It is rounded down
 * to `everySeconds`, so that a component that needs the time only roughly is drawn only that often.
 */
export function useNowTick(everySeconds: number): number | undefined {
  const { price } = useLive();
  return useStore(price, ({ nowTick }) =>
    nowTick === undefined ? undefined : nowTick - (nowTick % everySeconds),
  );
}

/**
 * How many seconds ago the newest price came; undefined if none has. It is counted on the local clock, as nothing is
 * pushed that could count it, and commits once a second: for use only while something is wrong.
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

/** How long ago an instant was, in words; its date and time while the time is not known yet. */
export function useAgo(): (instant: string) => string {
  const format = useFormat();
  const now = useNowTick(AGO_SECONDS);
  return (instant) => (now === undefined ? format.moment(instant) : format.ago(tickOf(instant), now));
}
