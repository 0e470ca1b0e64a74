import {
  formatFixed,
  minor,
  parseMinor,
  readFormAmount,
  SMALLEST,
  STORABLE_MAX,
} from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { durationTicks, isDuration, MIN_STAKE } from "@veritick/domain/product.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { barrierMilli, maxProfitMinor, winChanceAt } from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import type { Desk, Order } from "../../../api/desk/desk.ts";

/** The choices so far, without the side. `amount` is plain decimal text, as the server takes it. */
export type Ticket = {
  readonly amount: string;
  readonly duration: Duration;
  /** True after the first try to confirm. Errors show from then on, not while the first digits are typed. */
  readonly wasTried: boolean;
  /** True after an order with this amount. The ticket then says that the balance is too small only on the next try. */
  readonly wasOpened: boolean;
};

export type TicketAction =
  | { type: "amount"; amount: string }
  | { type: "duration"; duration: Duration }
  | { type: "tried" }
  | { type: "opened" }
  | { type: "again"; amount: string; duration: Duration };

export type QuickAmount = "10" | "50" | "quarter" | "max";
export const QUICK_AMOUNTS: readonly QuickAmount[] = ["10", "50", "quarter", "max"];

const EMPTY = { amount: "", duration: 1 } as const;

export function newTicket({ amount, duration }: Pick<Ticket, "amount" | "duration"> = EMPTY): Ticket {
  return { amount, duration, wasTried: false, wasOpened: false };
}

export function reduceTicket(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.type) {
    case "amount":
      return { ...ticket, amount: action.amount, wasOpened: false };
    case "duration":
      return { ...ticket, duration: action.duration };
    case "tried":
      return { ...ticket, wasTried: true };
    case "again":
      return newTicket(action);
    case "opened":
      return { ...ticket, wasTried: false, wasOpened: true };
  }
}

const CENT = 1_000_000n;

/** Returns a quick amount in 1e-8 USDMS. Shares of the balance are cut to whole cents; the fixed amounts may exceed it. */
export function quickAmount(quick: QuickAmount, balance: Minor): Minor {
  switch (quick) {
    case "10":
      return minor(10n * 100n * CENT);
    case "50":
      return minor(50n * 100n * CENT);
    case "quarter":
      return minor((balance / 4n / CENT) * CENT);
    case "max":
      return minor((balance / CENT) * CENT);
  }
}

/** Returns a quick amount as plain text with two decimals. */
export function quickAmountText(quick: QuickAmount, balance: Minor): string {
  return formatFixed(quickAmount(quick, balance), 2);
}

/** Returns the next larger or smaller quick amount that the balance covers, as plain text; if none, the same amount. */
export function steppedQuickAmount(amount: string, balance: Minor, direction: 1 | -1): string {
  const from = readStake(amount) ?? 0n;
  const steps = QUICK_AMOUNTS.map((quick) => quickAmount(quick, balance))
    .filter((step) => step >= MIN_STAKE && step <= balance && (direction === 1 ? step > from : step < from))
    .sort((a, b) => (a < b ? -direction : direction));
  return steps[0] === undefined ? amount : formatFixed(steps[0], 2);
}

export type AmountError = "amountInvalid" | "amountUnreadable" | "amountDecimals" | "balanceInsufficient";

/** Returns the first error that prevents confirming. If the balance is unknown, checks against the largest possible one. */
export function ticketError(ticket: Ticket, balance: Minor = STORABLE_MAX): AmountError | undefined {
  const stake = readFormAmount(ticket.amount, SMALLEST);
  switch (stake) {
    case "empty":
    case "tooSmall":
      return "amountInvalid";
    case "unreadable":
      return "amountUnreadable";
    case "tooFine":
      return "amountDecimals";
    case "tooLarge":
      return "balanceInsufficient";
    default:
      return stake > balance ? "balanceInsufficient" : undefined;
  }
}

/** Returns the error to show at the amount now, if any. */
export function shownError(ticket: Ticket, balance: Minor | undefined): AmountError | undefined {
  const error = ticketError(ticket, balance);
  const isTooMuch = error === "balanceInsufficient" && !ticket.wasOpened;
  return ticket.wasTried || isTooMuch || isOverlong(ticket.amount) ? error : undefined;
}

/** Returns true if the text cannot become an amount by further typing: it has more digits than an amount has. */
export function isOverlong(amount: string): boolean {
  return /\d{11}|\.\d{3}/.test(amount);
}

/** Returns the stake in 1e-8 USDMS; undefined if the text is not an amount that may be staked. */
export function readStake(amount: string): Minor | undefined {
  const stake = readFormAmount(amount, MIN_STAKE);
  return typeof stake === "bigint" ? stake : undefined;
}

/** Returns an order as it is sent. Its amount has two decimals however it was typed, because a retry must send the same order. */
export function orderOf(type: Side, { amount, duration }: Pick<Ticket, "amount" | "duration">): Order {
  const stake = readStake(amount);
  return { type, amount: stake === undefined ? amount : formatFixed(stake, 2), duration };
}

/** Returns the profit of a win, in 1e-8 USDMS. */
export function potentialProfit(stake: Minor, terms: Terms): Minor {
  return maxProfitMinor(stake, terms.multiplierHundredths);
}

/** Finds the position opened by an order that got no answer: one like the order, and not known before it. */
export function openedBy<P extends { id: string; type: Side; amount: string; duration: number }>(
  order: Order,
  known: ReadonlySet<string> | undefined,
  positions: readonly P[],
): P | undefined {
  const stake = readStake(order.amount);
  return positions.find(
    ({ id, type, amount, duration }) =>
      known?.has(id) === false &&
      type === order.type &&
      duration === order.duration &&
      parseMinor(amount) === stake,
  );
}

/** The condition of a win if the order entered at this tick and price. */
export type Condition = {
  readonly barrierMilli: number;
  readonly expiryTick: number;
  readonly winChance: number;
};

export function conditionAt(terms: Terms, side: Side, priceMilli: number, tick: number): Condition {
  return {
    barrierMilli: barrierMilli(terms, side, priceMilli),
    expiryTick: tick + durationTicks(terms.duration),
    winChance: winChanceAt(terms, side, priceMilli),
  };
}

/** Returns a chance as "27" in "27 in 100". Small ones keep one decimal, so that 4.5 is not shown as 5. */
export function chanceInHundred(winChance: number): number {
  const hundredths = winChance * 100;
  return hundredths < 10 ? Math.round(hundredths * 10) / 10 : Math.round(hundredths);
}

type LastOrder = { readonly amount: string; readonly duration: Duration; readonly side?: Side };

const NONE: LastOrder = { amount: "", duration: 1 };
/** The first practice order is ready to be confirmed, because play money is there to be tried. */
const FIRST_IN_PRACTICE = JSON.stringify({ amount: "10", duration: 1 });
const keyOf = (kind: Desk["kind"]) => `last-order-${kind}`;

/** Reads the last order, with which a new ticket begins. The amount is kept only if the balance covers it. */
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

/** Returns the last order of a desk, as this browser keeps it. If the browser refuses storage, nothing is remembered. */
export function lastOrder(kind: Desk["kind"], balance: Minor | undefined): LastOrder {
  try {
    const first = kind === "practice" ? FIRST_IN_PRACTICE : null;
    return readLastOrder(localStorage.getItem(keyOf(kind)) ?? first, balance);
  } catch {
    return NONE;
  }
}

/** Returns the complete last order, to be repeated; undefined if there is none. */
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
