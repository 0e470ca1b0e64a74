import type { Side } from "@veritick/domain/product.ts";
import { useState } from "react";
import { Intent } from "../../../api/use-submit.ts";
import type { Ticket } from "./ticket.ts";

/** An order that failed, or got no answer. */
export type Failed = {
  readonly order: { readonly side: Side } & Pick<Ticket, "amount" | "duration">;
  /** Whether the platform itself said that it did nothing. */
  readonly isSure: boolean;
  /** Whether one of the person's own limits refused it. */
  readonly isOwnLimit: boolean;
  readonly words: string;
  /** The ids of the positions before the order was sent. */
  readonly known: ReadonlySet<string>;
};

/**
 * The key of a side's order while it has no answer, and the words about it. The desk keeps them, not the ticket: the same
 * order, typed into another ticket, must not open a second position.
 */
export class SentOrder {
  readonly intent = new Intent();
  #unanswered: Failed | undefined;

  get unanswered(): Failed | undefined {
    return this.#unanswered;
  }

  /** Call this after each attempt, with its failure if it failed. */
  settle(failed?: Failed) {
    this.#unanswered = failed?.isSure === false ? failed : undefined;
  }
}

export type SentOrders = Readonly<Record<Side, SentOrder>>;

export function useSentOrders(): SentOrders {
  const [orders] = useState(() => ({ buy: new SentOrder(), sell: new SentOrder() }));
  return orders;
}
