import type { Side } from "@veritick/domain/product.ts";
import { useState } from "react";
import type { Order } from "../../../api/desk/desk.ts";
import { createStore } from "../../../api/live/live.ts";
import { TimedIntent } from "../timed-intent.ts";

/** An order that got no answer, as it was sent. */
export type Unanswered = {
  readonly order: Order;
  /** The last tick at which it may enter. */
  readonly lastTick: number;
  /** `open` while it may still be opened; `over` once it cannot, until the platform says whether it was. */
  readonly state: "open" | "over" | "opened" | "notOpened";
  /** The ids of the positions before it was sent; undefined if they had not been loaded. */
  readonly known: ReadonlySet<string> | undefined;
};

export const isSame = (one: Order, other: Order): boolean =>
  one.type === other.type && one.amount === other.amount && one.duration === other.duration;

/**
 * The orders of a side that got no answer, and how the newest of them stands. The desk keeps them, not the ticket: the same
 * order, typed into another ticket, must not open a second position.
 */
export class SentOrder {
  readonly intent = new TimedIntent();
  readonly unanswered = createStore<Unanswered | undefined>(undefined);

  /** Changes how an order stands, or forgets it. Does nothing if a newer one has taken its place. */
  note(order: Order, state: Unanswered["state"] | "forgotten") {
    const noted = this.unanswered.get();
    if (noted === undefined || !isSame(noted.order, order)) return;
    this.unanswered.set(state === "forgotten" ? undefined : { ...noted, state });
  }
}

export type SentOrders = Readonly<Record<Side, SentOrder>>;

export function useSentOrders(): SentOrders {
  const [orders] = useState(() => ({ buy: new SentOrder(), sell: new SentOrder() }));
  return orders;
}
