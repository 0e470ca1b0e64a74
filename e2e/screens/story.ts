import { durationTicks } from "@veritick/domain/product.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { barrierMilli } from "@veritick/domain/terms.ts";
import type { PriceBook } from "@veritick/server/prices/price-book.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { foreseePrices, isBlockEnd, TERMS } from "../kit/foresight.ts";
import { now } from "../kit/time.ts";

/** A position that a picture shows, settled or open. */
type Wish = {
  readonly duration: Duration;
  readonly amount: string;
  /** The seconds before the picture in which it may open: the most, and the least. */
  readonly opens: readonly [number, number];
  /** Whether it has won, or would win if it ended now. */
  readonly isWinning: boolean;
};

/** A usual quarter of an hour: most short positions lose. One has just been won, and one of the two open ones is winning. */
const WISHES: readonly Wish[] = [
  { duration: 1, amount: "10", opens: [840, 780], isWinning: false },
  { duration: 1, amount: "20", opens: [700, 620], isWinning: true },
  { duration: 1, amount: "20", opens: [560, 480], isWinning: false },
  { duration: 1, amount: "10", opens: [400, 320], isWinning: false },
  { duration: 10, amount: "5", opens: [260, 220], isWinning: false },
  { duration: 3, amount: "15", opens: [150, 80], isWinning: true },
  { duration: 1, amount: "25", opens: [64, 62], isWinning: true },
];

export type Order = {
  readonly tick: number;
  readonly side: Side;
  readonly duration: Duration;
  readonly amount: string;
};
export type Story = { readonly orders: readonly Order[]; readonly pictureTick: number };

/** Finds the order that fulfils a wish at the tick of a picture. */
function findOrder(book: PriceBook, wish: Wish, pictureTick: number): Order | undefined {
  const { duration, amount, isWinning } = wish;
  const terms = TERMS.find((each) => each.duration === duration)!;
  for (let tick = pictureTick - wish.opens[0]; tick <= pictureTick - wish.opens[1]; tick += 1) {
    if (!isBlockEnd(tick)) continue;
    const decides = book.priceMilliAt(Math.min(tick + durationTicks(duration), pictureTick));
    for (const side of ["buy", "sell"] as const) {
      const barrier = barrierMilli(terms, side, book.priceMilliAt(tick));
      if (wins(side, barrier, decides) === isWinning) return { tick, side, duration, amount };
    }
  }
  return undefined;
}

/** Finds the next quarter of an hour in which the prices fulfil all wishes. */
export async function findStory(app: TestApp): Promise<Story> {
  const searched = 7_200;
  const book = await foreseePrices(app, searched);
  const first = now(app) + WISHES[0]!.opens[0] + 1;
  for (let pictureTick = first; pictureTick < now(app) + searched; pictureTick += 1) {
    const orders = WISHES.map((wish) => findOrder(book, wish, pictureTick));
    if (orders.every((order) => order !== undefined)) return { orders, pictureTick };
  }
  throw new Error("the prices of the next two hours show no such quarter of an hour");
}
