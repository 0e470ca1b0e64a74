import { isDuration } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Desk } from "../../../api/desk/desk.ts";
import { readStake } from "./ticket.ts";

export type LastOrder = { readonly amount: string; readonly duration: Duration };

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
  const { amount, duration } = kept;
  const stake = typeof amount === "string" ? readStake(amount) : undefined;
  const isHeld = stake !== undefined && balance !== undefined && stake <= balance;
  return {
    amount: isHeld ? (amount as string) : NONE.amount,
    duration: isDuration(duration) ? duration : NONE.duration,
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

export function rememberOrder(kind: Desk["kind"], { amount, duration }: LastOrder): void {
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify({ amount, duration }));
  } catch {
    return;
  }
}
