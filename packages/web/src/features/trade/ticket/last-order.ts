import { STORABLE_MAX } from "@veritick/domain/money.ts";
import { isDuration } from "@veritick/domain/product.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Desk } from "../../../api/desk/desk.ts";
import { readStake } from "./ticket.ts";

export type LastOrder = { readonly amount: string; readonly duration: Duration; readonly side?: Side };

const NONE: LastOrder = { amount: "", duration: 1 };
/** Play money is there to be tried: the first practice order is ready to be confirmed. */
const FIRST_IN_PRACTICE = JSON.stringify({ amount: "10", duration: 1 });
const keyOf = (kind: Desk["kind"]) => `last-order-${kind}`;

/** The amount and duration with which a new ticket begins: those of the last order, the amount as long as the balance holds it. */
export function readLastOrder(text: string | null, balance: Minor | undefined): LastOrder {
  let kept: Partial<Record<keyof LastOrder, unknown>>;
  try {
    kept = Object(JSON.parse(text ?? "null")) as typeof kept;
  } catch {
    return NONE;
  }
  const { amount, duration, side } = kept;
  const stake = typeof amount === "string" ? readStake(amount) : undefined;
  const isHeld = stake !== undefined && balance !== undefined && stake <= balance;
  return {
    amount: isHeld ? (amount as string) : NONE.amount,
    duration: isDuration(duration) ? duration : NONE.duration,
    ...(side === "buy" || side === "sell" ? { side } : {}),
  };
}

/** That of a desk as this browser keeps it. One that refuses storage remembers nothing. */
export function lastOrder(kind: Desk["kind"], balance: Minor | undefined): LastOrder {
  try {
    const first = kind === "practice" ? FIRST_IN_PRACTICE : null;
    return readLastOrder(localStorage.getItem(keyOf(kind)) ?? first, balance);
  } catch {
    return NONE;
  }
}

/** The whole of it, to be repeated; undefined where there is none. */
export function orderToRepeat(kind: Desk["kind"]): Required<LastOrder> | undefined {
  const { amount, duration, side } = lastOrder(kind, STORABLE_MAX);
  return side === undefined || amount === "" ? undefined : { amount, duration, side };
}

export function rememberOrder(kind: Desk["kind"], order: Required<LastOrder>): void {
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify(order));
  } catch {
    return;
  }
}
