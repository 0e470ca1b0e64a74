import type { OpenedPosition, Position, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { createContext, useContext } from "react";
import type { ComponentType, ReactNode } from "react";
import type { Address } from "../../lib/addresses.ts";
import type { Loadable } from "../../ui/states.tsx";
import type { WaitingOrder } from "./practice-book.ts";

/** The tone of the badge that shows a position's status. */
export const STATUS_TONES = {
  won: "good",
  lost: "bad",
  sold: "neutral",
  refunded: "neutral",
  active: "neutral",
} as const;

/** Returns the last tick of a position: the tick of its sale, or its expiry. */
export const endTickOf = ({ soldTick, expiryTick }: Pick<Position, "soldTick" | "expiryTick">): number =>
  soldTick ?? expiryTick;

export const endOf = ({ soldTick, expiresAt }: Pick<Position, "soldTick" | "expiresAt">): string =>
  soldTick === null ? expiresAt : new Date(soldTick * 1000).toISOString();

/** An order. `amount` is a decimal as typed in a form, with a point. */
export type Order = { readonly type: Side; readonly amount: string; readonly duration: Duration };

/** A sale to make. `minProceeds` is the least that its owner accepts, a decimal with two places. */
export type SaleOrder = { readonly id: string; readonly minProceeds: string };

/** What is sent with an order or a sale besides the person's choices. */
export type Sending = {
  readonly idempotencyKey: string;
  /** The last tick at which it may take effect. The server refuses it afterwards. */
  readonly notAfterTick: number;
  /** Gives up waiting for the answer. */
  readonly signal: AbortSignal;
};

/** The state of a desk that may not trade for a while. */
export type Guard = {
  readonly isPaused: boolean;
  readonly isMaintenance: boolean;
  /** Calls `open`, unless the owner is on a break. Then `notice`, drawn beside it, says until when. */
  readonly unlessPaused: (open: () => void) => void;
  readonly notice: ReactNode;
};

/**
 * A place to trade: the account, which the server keeps, or practice, which only this browser keeps. Every trading screen is
 * written against this type. A desk stays the same object while it is on the page, so its hooks may be called.
 */
export type Desk = {
  readonly kind: "account" | "practice";
  /** Returns the balance, a decimal with eight places. */
  readonly useBalance: () => string | undefined;
  /**
   * Returns all open positions and the newest decided ones. `isPolling`, which the list of open ones sets, polls them; all
   * readers share the result.
   */
  readonly usePositions: (isPolling?: boolean) => Loadable<readonly Position[]>;
  /** Returns the orders whose price is not shown yet. On the account, the answer to an order already has the price. */
  readonly useWaiting: () => readonly WaitingOrder[];
  readonly useGuard: () => Guard;
  /** Opens a position. Rejects with an `ApiError` if it is refused. The same idempotency key opens no second position. */
  readonly order: (order: Order, sending: Sending) => Promise<OpenedPosition | WaitingOrder>;
  /** Sells a position. Rejects with an `ApiError` if it is refused. The same idempotency key sells nothing twice. */
  readonly sell: (sale: SaleOrder, sending: Sending) => Promise<SoldPosition | Position>;
  /** Fetches decided positions older than the one with this id, newest first. A filter is as the server takes it. */
  readonly fetchBefore: (id: string, filter?: Readonly<Record<string, string>>) => Promise<Position[]>;
  /** Says that the balance is empty, while it is, and leads to more. */
  readonly TopUp: ComponentType<{ isEmpty: boolean }>;
  readonly pathOf: (position: Pick<Position, "id">) => Address;
};

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error("useDesk needs a DeskContext above it");
  return desk;
}
