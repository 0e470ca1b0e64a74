import type { OpenedPosition, Position, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { createContext, useContext } from "react";
import type { ComponentType, ReactNode } from "react";
import type { WaitingOrder } from "./practice-book.ts";

export type PositionsState = {
  /** Every open one and the newest decided ones; undefined until they are known. */
  readonly positions: readonly Position[] | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => unknown;
};

/** The last tick of a position: that of its sale, or its expiry. */
export const endTickOf = ({ soldTick, expiryTick }: Pick<Position, "soldTick" | "expiryTick">): number =>
  soldTick ?? expiryTick;

/** The instant of its end. */
export const endOf = ({ soldTick, expiresAt }: Pick<Position, "soldTick" | "expiresAt">): string =>
  soldTick === null ? expiresAt : new Date(soldTick * 1000).toISOString();

/** `amount` is a decimal as a form takes it. */
export type Order = { readonly type: Side; readonly amount: string; readonly duration: Duration };

/** `minProceeds` is the least that is taken, a decimal with two places. */
export type SaleOrder = { readonly id: string; readonly minProceeds: string };

/** What keeps a desk from trading for a while. */
export type Guard = {
  readonly isPaused: boolean;
  readonly isMaintenance: boolean;
  /** Opens something, unless its owner is on a break: then `notice`, to be drawn beside it, says until when. */
  readonly unlessPaused: (open: () => void) => void;
  readonly notice: ReactNode;
};

/**
 * Where somebody trades: on the account, which the server keeps, or in practice, which this browser keeps alone. Every trading
 * screen is written against it. A desk is one object for as long as it is on the page, so its hooks may be called.
 */
export type Desk = {
  readonly kind: "account" | "practice";
  /** A decimal with eight places. */
  readonly useBalance: () => string | undefined;
  /** The list of the open ones has them asked for again and again; whoever else reads them shares what it learns. */
  readonly usePositions: (isPolling?: boolean) => PositionsState;
  /** Orders whose price is not shown yet. The account answers with the price. */
  readonly useWaiting: () => readonly WaitingOrder[];
  readonly useGuard: () => Guard;
  /** Rejects with an `ApiError` where it is refused. The same key opens no second position. */
  readonly order: (order: Order, idempotencyKey: string) => Promise<OpenedPosition | WaitingOrder>;
  /** Rejects with an `ApiError` where it is refused. The same key sells nothing twice. */
  readonly sell: (sale: SaleOrder, idempotencyKey: string) => Promise<SoldPosition | Position>;
  /** Decided positions that are older than the one with this id, newest first. */
  readonly fetchBefore: (id: string) => Promise<Position[]>;
  /** Says, while it is so, that nothing is left on the balance, and leads to more. */
  readonly TopUp: ComponentType<{ isEmpty: boolean }>;
  readonly pathOf: (position: Pick<Position, "id">) => string;
};

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error("useDesk needs a DeskContext above it");
  return desk;
}
