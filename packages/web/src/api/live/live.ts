import { createContext, useContext } from "react";
import { INITIAL_PRICE_MILLI } from "@veritick/domain/product.ts";
import type { PriceHistory } from "../market/price-history.ts";
import type { Liveness } from "./connection.ts";
import type { Store } from "./store.ts";

/** The newest price that is known. Prices are in thousandths. */
export type LivePrice = {
  readonly milli: number;
  /** The second (Unix time) that the price belongs to; undefined until the first push. It is the page's "now". */
  readonly tick: number | undefined;
  /** The price of the tick before, where it is known. */
  readonly previousMilli: number | undefined;
  /** When it came, by the local clock: only for saying how old it has become. */
  readonly cameAtMs: number | undefined;
};

export const INITIAL_PRICE: LivePrice = {
  milli: INITIAL_PRICE_MILLI,
  tick: undefined,
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
