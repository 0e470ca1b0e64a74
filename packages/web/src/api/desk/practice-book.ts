import type { Position } from "@veritick/contract/schemas/positions.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { parsePriceMilli, priceAsDecimal8 } from "@veritick/domain/price.ts";
import {
  formatMultiplier,
  isDuration,
  multiplierHundredths,
  parseMultiplier,
} from "@veritick/domain/product.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { isTooLateToSell, saleAt } from "@veritick/domain/sale.ts";
import { expiryTick, settle } from "@veritick/domain/settlement.ts";
import { barrierMilli, winChanceAt } from "@veritick/domain/terms.ts";
import type { WinRule } from "@veritick/domain/terms.ts";
import { entryTickAt } from "../market/entry-tick.ts";
import { marketIn } from "../market/market-terms.ts";
import type { MarketTerms } from "../market/market-terms.ts";

/** The balance with which practice begins, in USDMS that nobody owes. */
const PRACTICE_START = "10000.00000000";

/** The most open positions that practice accepts, and the most decided ones that it keeps. */
const MOST_OPEN = 50;
const MOST_DECIDED = 100;

/** An order whose price is not shown yet. Its stake has already left the balance. */
export type WaitingOrder = {
  readonly id: string;
  readonly type: Side;
  /** A decimal with eight places, like all amounts here. */
  readonly amount: string;
  readonly duration: Duration;
  /** When the order was given, in Unix milliseconds. */
  readonly orderedMs: number;
  readonly entryTick: number;
};

/** A sale whose price is not shown yet. Like an order, it takes effect at the end of its block. */
type WaitingSale = {
  readonly id: string;
  readonly tick: number;
  readonly minProceeds: string;
};

/** A position with the inputs of its barrier. On the account, the receipt has them. */
export type PracticePosition = Position & {
  readonly barrier: { readonly rule: WinRule; readonly pull: string; readonly reach: string };
};

/** The whole practice account, as the browser keeps it. */
export type PracticeBook = {
  readonly version: 1;
  readonly balance: string;
  readonly waiting: readonly WaitingOrder[];
  readonly sales: readonly WaitingSale[];
  /** Newest first. */
  readonly positions: readonly PracticePosition[];
};

export const NEW_BOOK: PracticeBook = {
  version: 1,
  balance: PRACTICE_START,
  waiting: [],
  sales: [],
  positions: [],
};

/** The nil UUID: practice positions belong to no account. */
const PRACTICE_USER = "00000000-0000-0000-0000-000000000000";

/** Reads the kept book. An unreadable text gives a new book, since this is play money. */
export function readBook(text: string | null): PracticeBook {
  try {
    const book = JSON.parse(text ?? "") as PracticeBook;
    if (book.version !== 1) return NEW_BOOK;
    parseMinor(book.balance);
    for (const { amount, duration, entryTick } of book.waiting) {
      parseMinor(amount);
      if (!isDuration(duration) || !Number.isSafeInteger(entryTick)) return NEW_BOOK;
    }
    for (const { minProceeds, tick } of book.sales) {
      parseMinor(minProceeds);
      if (!Number.isSafeInteger(tick)) return NEW_BOOK;
    }
    for (const position of book.positions) {
      const { amount, barrierPrice, entryPrice, barrier, expiryTick: expiry } = position;
      BigInt(barrier.pull);
      BigInt(barrier.reach);
      parseMinor(amount);
      parsePriceMilli(barrierPrice);
      parsePriceMilli(entryPrice);
      if (!isOffered(position) || !Number.isSafeInteger(expiry)) return NEW_BOOK;
    }
    return book;
  } catch {
    return NEW_BOOK;
  }
}

/** Tells whether the product has such positions. The server guarantees it on the account; here, anybody can edit the text. */
const isOffered = ({ duration, multiplier }: PracticePosition): boolean =>
  isDuration(duration) && multiplier === formatMultiplier(multiplierHundredths(duration));

export const isActive = ({ status }: Position): boolean => status === "active";

/** The reasons for which practice refuses an order: the account's own, and more open positions than the browser keeps. */
export type PracticeRefusal = "balance_insufficient" | "practice_full";

export type PracticeOrder = { readonly type: Side; readonly stake: Minor; readonly duration: Duration };

type Now = { readonly tick: number; readonly market: MarketTerms };

/** Takes an order at the newest shown tick. As on the account, it enters at the end of that moment's block. */
export function takeOrder(
  book: PracticeBook,
  { type, stake, duration }: PracticeOrder,
  now: Now & { readonly id: string; readonly ms: number },
): PracticeBook | PracticeRefusal {
  const left = parseMinor(book.balance) - stake;
  if (left < 0n) return "balance_insufficient";
  if (book.waiting.length + book.positions.filter(isActive).length >= MOST_OPEN) return "practice_full";
  const entryTick = entryTickAt(now.market.beacon, now.tick);
  const order = { id: now.id, type, amount: formatMinor(stake), duration, orderedMs: now.ms, entryTick };
  return { ...book, balance: formatMinor(minor(left)), waiting: [...book.waiting, order] };
}

export type PracticeSale = { readonly id: string; readonly minProceeds: string };

/** The reasons for which practice refuses a sale. They are the account's. */
export type SaleRefusal = "position_not_open" | "position_too_late";

/** Takes a sale at the newest shown tick. As on the account, it takes effect at the end of that moment's block. */
export function takeSale(
  book: PracticeBook,
  { id, minProceeds }: PracticeSale,
  { tick: nowTick, market }: Now,
): PracticeBook | SaleRefusal {
  const position = book.positions.find((each) => each.id === id);
  if (position === undefined || !isActive(position)) return "position_not_open";
  if (book.sales.some((sale) => sale.id === id)) return book;
  const tick = entryTickAt(market.beacon, nowTick);
  if (isTooLateToSell(position.expiryTick, tick, market.beacon.period)) return "position_too_late";
  return { ...book, sales: [...book.sales, { id, tick, minProceeds }] };
}

/** The known prices by tick, in thousandths. */
type KnownPrices = {
  /** The newest tick that is shown. */
  readonly newest: number;
  readonly priceAt: (tick: number) => number | undefined;
};

/** Returns the ticks whose prices decide something that is due. */
export function dueTicks(book: PracticeBook, newest: number): number[] {
  const due = [
    ...book.waiting.map(({ entryTick }) => entryTick),
    ...book.sales.map(({ tick }) => tick),
    ...book.positions.filter(isActive).map((position) => position.expiryTick),
  ];
  return due.filter((tick) => tick <= newest);
}

type Advanced = {
  readonly book: PracticeBook;
  readonly decided: readonly PracticePosition[];
  /** Sales that would have paid less than `minProceeds`. Here `minProceeds` is the amount that they would have paid. */
  readonly unsold: readonly PracticeSale[];
};

/**
 * Enters orders, and sells and settles positions, each at the price of its own tick, however late. Anything due whose price
 * is unknown waits. If a price has ended, its stakes are refunded. Returns the same book if nothing changed.
 */
export function advance(book: PracticeBook, prices: KnownPrices, market: MarketTerms): Advanced {
  let balance = parseMinor(book.balance);
  const decided: PracticePosition[] = [];
  const entered: PracticePosition[] = [];
  const waiting = book.waiting.filter((order) => {
    if (order.entryTick > prices.newest) return true;
    if (order.entryTick < market.genesisTick) {
      balance = minor(balance + parseMinor(order.amount));
      return false;
    }
    const milli = prices.priceAt(order.entryTick);
    if (milli === undefined) return true;
    entered.unshift(enter(order, milli, market));
    return false;
  });
  const unsold: PracticeSale[] = [];
  const sales = book.sales.filter(({ tick }) => tick > prices.newest || isWaitedFor(tick, prices, market));
  const positions = [...entered, ...book.positions].map((position) => {
    if (!isActive(position) || sales.some(({ id }) => id === position.id)) return position;
    const sale = book.sales.find(({ id }) => id === position.id);
    let ended = sale && sell(position, sale, prices, market);
    if (ended !== undefined && "minProceeds" in ended) {
      unsold.push(ended);
      ended = undefined;
    }
    if (ended === undefined && position.expiryTick <= prices.newest) ended = decide(position, prices, market);
    if (ended === undefined) return position;
    balance = minor(balance + ended.credit);
    decided.push(ended.position);
    return ended.position;
  });
  const isSame = waiting.length === book.waiting.length && sales.length === book.sales.length;
  if (decided.length === 0 && isSame) return { book, decided, unsold };
  return {
    book: { ...book, balance: formatMinor(balance), waiting, sales, positions: bounded(positions) },
    decided,
    unsold,
  };
}

const isWaitedFor = (tick: number, { priceAt }: KnownPrices, { genesisTick }: MarketTerms) =>
  tick >= genesisTick && priceAt(tick) === undefined;

/** Returns the sold position, or the proceeds if they are below `minProceeds`. Returns undefined if the price has ended. */
function sell(
  position: PracticePosition,
  { id, tick, minProceeds }: WaitingSale,
  { priceAt }: KnownPrices,
  market: MarketTerms,
): Ended | PracticeSale | undefined {
  const milli = priceAt(tick);
  if (milli === undefined || position.entryTick < market.genesisTick) return undefined;
  const { sellFeeMillionths } = marketIn(market, epochOf(position.entryTick)) ?? market;
  const { expiryTick: expiry } = position;
  const { proceedsMinor } = saleAt(
    { ...stakedOf(position), expiryTick: expiry },
    tick,
    milli,
    sellFeeMillionths,
  );
  const proceeds = formatMinor(proceedsMinor);
  if (proceedsMinor < parseMinor(minProceeds)) return { id, minProceeds: proceeds };
  const profit = formatMinor(minor(proceedsMinor - parseMinor(position.amount)));
  const soldPrice = priceAsDecimal8(milli);
  return {
    position: { ...position, status: "sold", soldTick: tick, soldPrice, proceeds, profit },
    credit: proceedsMinor,
  };
}

const stakedOf = ({ type, barrierPrice, amount, multiplier }: PracticePosition) => ({
  side: type,
  barrierMilli: parsePriceMilli(barrierPrice),
  stakeMinor: parseMinor(amount),
  multiplierHundredths: parseMultiplier(multiplier),
});

function enter(order: WaitingOrder, entryMilli: number, market: MarketTerms): PracticePosition {
  const { id, type, amount, duration, entryTick, orderedMs } = order;
  // The terms of the hour of the entry, if they are still published.
  const offer = marketIn(market, epochOf(entryTick)) ?? market;
  const terms = offer.terms.find((each) => each.duration === duration);
  if (terms === undefined) throw new RangeError(`no terms for ${duration} minutes`);
  const expiry = expiryTick(entryTick, duration);
  return {
    id,
    userId: PRACTICE_USER,
    type,
    entryPrice: priceAsDecimal8(entryMilli),
    barrierPrice: priceAsDecimal8(barrierMilli(terms, type, entryMilli)),
    winChance: winChanceAt(terms, type, entryMilli),
    amount,
    duration,
    multiplier: formatMultiplier(terms.multiplierHundredths),
    status: "active",
    createdAt: new Date(orderedMs).toISOString(),
    expiresAt: new Date(expiry * 1000 + market.beacon.delayMs).toISOString(),
    entryTick,
    round: roundOf(market.beacon, entryTick),
    expiryTick: expiry,
    resultPrice: null,
    profit: null,
    refundReason: null,
    soldTick: null,
    soldPrice: null,
    proceeds: null,
    barrier: { rule: terms.winRule, pull: String(terms.pull), reach: String(terms.reach) },
  };
}

type Ended = { readonly position: PracticePosition; readonly credit: bigint };

function decide(
  position: PracticePosition,
  { priceAt }: KnownPrices,
  { genesisTick }: MarketTerms,
): Ended | undefined {
  if (position.entryTick < genesisTick) {
    const refunded = { ...position, status: "refunded", profit: formatMinor(minor(0n)) } as const;
    return { position: refunded, credit: parseMinor(position.amount) };
  }
  const milli = priceAt(position.expiryTick);
  if (milli === undefined) return undefined;
  const { status, profitMinor, creditMinor } = settle(stakedOf(position), milli);
  const resultPrice = priceAsDecimal8(milli);
  return {
    position: { ...position, status, resultPrice, profit: formatMinor(profitMinor) },
    credit: creditMinor,
  };
}

function bounded(positions: readonly PracticePosition[]): PracticePosition[] {
  let decided = 0;
  return positions.filter((position) => isActive(position) || ++decided <= MOST_DECIDED);
}
