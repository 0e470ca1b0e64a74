import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
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

/** `amount` is a decimal as a form takes it. */
export type Order = { readonly type: Side; readonly amount: string; readonly duration: Duration };

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
  readonly usePositions: () => PositionsState;
  /** Orders whose price is not shown yet. The account answers with the price. */
  readonly useWaiting: () => readonly WaitingOrder[];
  readonly useGuard: () => Guard;
  /** Rejects with an `ApiError` where it is refused. The same key opens no second position. */
  readonly order: (order: Order, idempotencyKey: string) => Promise<OpenedPosition | WaitingOrder>;
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
