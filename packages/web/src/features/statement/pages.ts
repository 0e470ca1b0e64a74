import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import type { InfiniteData } from "@tanstack/react-query";

/** The most entries of one answer. */
export const PAGE = 100;

/** The transaction that the next page comes before; undefined for the newest page. */
export type PageParam = string | undefined;
export type Pages = InfiniteData<StatementEntry[], PageParam>;

/** Where the page after `page` begins; undefined after the last. */
export const nextOf = (page: readonly StatementEntry[]): PageParam =>
  page.length < PAGE ? undefined : page.at(-1)!.transactionId;

/**
 * The pages with what has happened since in front of them. `fresh` is the newest page as it is now. Where it does not
 * reach down to what was known, everything begins anew with it.
 */
export function withNewer(known: Pages, fresh: StatementEntry[]): Pages {
  const newest = known.pages.find((page) => page.length > 0)?.[0];
  const newer =
    newest === undefined
      ? fresh
      : fresh.filter(({ transactionId }) => BigInt(transactionId) > BigInt(newest.transactionId));
  if (newer.length === 0) return known;
  if (newer.length === PAGE) return { pages: [fresh], pageParams: [undefined] };
  return { pages: [newer, ...known.pages], pageParams: [undefined, ...known.pageParams] };
}

/** How many entries stand in front of what was the first page before; none where it is there no more. */
export function countBefore(first: readonly StatementEntry[] | undefined, pages: Pages["pages"]): number {
  const index = pages.findIndex((page) => page === first);
  return pages.slice(0, Math.max(0, index)).reduce((sum, page) => sum + page.length, 0);
}
