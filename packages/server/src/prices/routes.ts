import { prices } from "@veritick/contract/fairness.ts";
import { priceNumber } from "@veritick/domain/price-process.ts";
import type { Bind } from "../platform/http/bind.ts";
import { refuse } from "../platform/refusal.ts";
import type { PriceBook } from "./price-book.ts";

const NEWEST = 600;
const MOST = 3600;

export function priceRoutes(bind: Bind, book: PriceBook): void {
  bind(prices, ({ query }) => {
    const to =
      query.to ??
      (query.from === undefined ? book.newestTick : Math.min(query.from + MOST - 1, book.newestTick));
    const from = query.from ?? Math.max(to - NEWEST + 1, book.genesis.tick);
    if (from > to || to - from >= MOST || !book.isPublished(from) || !book.isPublished(to)) {
      return refuse("price_range_invalid", { field: query.from === undefined ? "to" : "from" });
    }
    const count = to - from + 1;
    return {
      from,
      prices: Array.from({ length: count }, (_, index) => priceNumber(book.priceMilliAt(from + index))),
    };
  });
}
