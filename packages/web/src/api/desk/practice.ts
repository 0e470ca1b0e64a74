import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { randomUuid } from "@veritick/client/request.ts";
import { browserNowMs, createStore } from "../live/live.ts";
import type { Live, Store } from "../live/live.ts";
import type { MarketTerms } from "../market/market-terms.ts";
import type { TickRange } from "../market/price-history.ts";
import { advance, dueTicks, NEW_BOOK, readBook, takeOrder, takeSale } from "./practice-book.ts";
import type {
  PracticeBook,
  PracticeOrder,
  PracticePosition,
  PracticeRefusal,
  PracticeSale,
  SaleRefusal,
  WaitingOrder,
} from "./practice-book.ts";

/** The parts of the browser that practice needs, named so that a test can stand in for them. */
type PracticeWorld = {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
  readonly nowMs: () => number;
};

type Market = {
  readonly live: Pick<Live, "price" | "history">;
  readonly market: MarketTerms;
  readonly fetchPrices: (range: TickRange) => Promise<Prices>;
  readonly onDecided: (positions: readonly Position[]) => void;
};

/** A sold position, or the reason for the refusal. `proceeds` is the amount it would have brought, if known. */
type SaleAnswer =
  | PracticePosition
  | {
      readonly refused: SaleRefusal | "price_moved" | "price_not_current";
      readonly proceeds?: string | undefined;
    };

export type Practice = {
  readonly book: Store<PracticeBook>;
  /** Enters orders and settles positions with each tick. Call the returned function to stop. */
  readonly follow: (market: Market) => () => void;
  readonly order: (order: PracticeOrder) => WaitingOrder | PracticeRefusal | "price_not_current";
  /** Sells a position. The promise resolves once the price at the end of the block is known. */
  readonly sell: (sale: PracticeSale) => Promise<SaleAnswer>;
  /** Reads the storage again after another tab has changed it. */
  readonly reread: () => void;
  readonly restart: () => void;
};

const MOST_TICKS = 3_600;
/** How many ticks to wait before asking again for prices that did not arrive. */
const REST_TICKS = 5;

/**
 * Creates practice: orders and positions that only this browser keeps. It sends nothing about them to the server and asks it
 * only for public prices. Before each change it reads the storage, because another tab may have changed it.
 */
export function createPractice(world: PracticeWorld): Practice {
  const book = createStore(readBook(world.read()));
  /** Prices older than the live ones, fetched because something waits for them. */
  const older = new Map<number, number>();
  /** The callbacks that wait for the answer to a sale, by the id of the position. */
  const asked = new Map<string, ((answer: SaleAnswer) => void)[]>();
  let followed: Market | undefined;
  let restUntil = 0;
  let isAsking = false;

  function keep(next: PracticeBook) {
    if (next === book.get()) return;
    book.set(next);
    world.write(JSON.stringify(next));
  }

  /** Answers every sale that has ended, even if another tab has ended it. */
  function answerSales(unsold: readonly PracticeSale[] = []) {
    const { sales, positions } = book.get();
    for (const [id, answers] of asked) {
      if (sales.some((sale) => sale.id === id)) continue;
      asked.delete(id);
      const position = positions.find((each) => each.id === id);
      const proceeds = unsold.find((sale) => sale.id === id)?.minProceeds;
      const answer: SaleAnswer =
        position?.status === "sold"
          ? position
          : position?.status === "active"
            ? { refused: "price_moved", proceeds }
            : { refused: "position_not_open" };
      for (const give of answers) give(answer);
    }
  }

  /** Keeps the same object if nothing changed, so that nothing is drawn again. */
  function reread() {
    const kept = readBook(world.read());
    if (JSON.stringify(kept) !== JSON.stringify(book.get())) book.set(kept);
    answerSales();
  }

  function goOn() {
    const newest = followed?.live.price.get().tick;
    if (followed === undefined || newest === undefined || dueTicks(book.get(), newest).length === 0) return;
    reread();
    const { live, market, onDecided } = followed;
    const priceAt = (tick: number) => live.history.priceAt(tick) ?? older.get(tick);
    const next = advance(book.get(), { newest, priceAt }, market);
    keep(next.book);
    answerSales(next.unsold);
    if (next.decided.length > 0) onDecided(next.decided);
    const missing = dueTicks(next.book, newest);
    if (missing.length > 0) void fetchOlder(followed, Math.min(...missing), newest);
  }

  async function fetchOlder(of: Market, first: number, newest: number) {
    if (isAsking || newest < restUntil) return;
    isAsking = true;
    try {
      const from = Math.max(first, of.market.genesisTick);
      const { prices, from: begin } = await of.fetchPrices({
        from,
        to: Math.min(newest, from + MOST_TICKS - 1),
      });
      older.clear();
      for (const [index, price] of prices.entries()) older.set(begin + index, Math.round(price * 1000));
    } catch {
      restUntil = newest + REST_TICKS;
      return;
    } finally {
      isAsking = false;
    }
    if (followed === of) goOn();
  }

  return {
    book,
    follow(market) {
      followed = market;
      const stop = market.live.price.subscribe(goOn);
      goOn();
      return () => {
        stop();
        if (followed === market) followed = undefined;
      };
    },
    order(order) {
      const tick = followed?.live.price.get().tick;
      if (followed === undefined || tick === undefined) return "price_not_current";
      reread();
      const now = { id: orderId(world.nowMs()), ms: world.nowMs(), tick, market: followed.market };
      const next = takeOrder(book.get(), order, now);
      if (typeof next === "string") return next;
      keep(next);
      goOn();
      return next.waiting.at(-1)!;
    },
    sell(sale) {
      const tick = followed?.live.price.get().tick;
      if (followed === undefined || tick === undefined) {
        return Promise.resolve({ refused: "price_not_current" });
      }
      reread();
      const next = takeSale(book.get(), sale, { tick, market: followed.market });
      if (typeof next === "string") return Promise.resolve({ refused: next });
      return new Promise((answer) => {
        asked.set(sale.id, [...(asked.get(sale.id) ?? []), answer]);
        keep(next);
        goOn();
      });
    },
    reread,
    restart() {
      keep({ ...NEW_BOOK });
      answerSales();
    },
  };
}

function orderId(nowMs: number): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUuid().slice(15)}`;
}

const KEY = "practice";

/** The browser's storage. If it is refused, practice lasts for this visit. */
function browserWorld(): PracticeWorld {
  let refused: string | undefined;
  return {
    read() {
      try {
        return refused ?? localStorage.getItem(KEY);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        localStorage.setItem(KEY, text);
        refused = undefined;
      } catch {
        refused = text;
      }
    },
    nowMs: browserNowMs,
  };
}

let shared: Practice | undefined;

/** Returns this browser's practice. All pages of a visit share one, and it follows the changes of other tabs. */
export function browserPractice(): Practice {
  if (shared === undefined) {
    const practice = createPractice(browserWorld());
    addEventListener("storage", ({ key }) => (key === KEY || key === null) && practice.reread());
    shared = practice;
  }
  return shared;
}
