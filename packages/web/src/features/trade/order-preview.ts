import { durationTicks } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { useEffect } from "react";
import { createStore } from "../../api/live/live.ts";
import type { Store } from "../../api/live/live.ts";
import { entryTickAt } from "../../api/market/entry-tick.ts";
import type { MarketTerms } from "../../api/market/market-terms.ts";

type Order = {
  readonly terms: Terms;
  readonly beacon: MarketTerms["beacon"];
  readonly sides: readonly Side[];
};

/** The order that a ticket is about to send, as the chart draws it. */
export type OrderPreview = Order & {
  /** The highlighted side: the one about to be ordered. */
  readonly highlighted: Side | undefined;
};

const store = createStore<OrderPreview | undefined>(undefined);
let order: Order | undefined;
let highlighted: Side | undefined;

/** The preview that the chart draws. It bypasses React, because a pointer that moves over the ticket changes it. */
export const orderPreview: Store<OrderPreview | undefined> = store;

function tell() {
  const only = order?.sides.length === 1 ? order.sides[0] : undefined;
  store.set(order && { ...order, highlighted: only ?? highlighted });
}

/** Returns the expiry of an order that is sent while `tick` is the newest tick shown. */
export function expiryOf({ terms, beacon }: OrderPreview, tick: number): number {
  return entryTickAt(beacon, tick) + durationTicks(terms.duration);
}

export function highlightSide(side: Side | undefined): void {
  highlighted = side;
  tell();
}

/** Makes the chart draw an open ticket's order. When a dialog over the docked ticket closes, the dock's order returns. */
export function useOrderPreview(
  sides: readonly Side[],
  terms: Terms | undefined,
  market: MarketTerms | undefined,
  isOpen = true,
): void {
  const beacon = market?.beacon;
  useEffect(() => {
    if (!isOpen || terms === undefined || beacon === undefined) return;
    const before = order;
    order = { terms, beacon, sides };
    tell();
    return () => {
      order = before;
      tell();
    };
  }, [sides, terms, beacon, isOpen]);
}
