import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { call } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { keyOf, noticeEndedSession } from "../../../api/query.ts";
import type { StatementSelection } from "./filters.ts";

const fetchPage = (selection: StatementSelection, before: PageParam, signal?: AbortSignal) =>
  call("statement", {
    query: { ...selection, limit: PAGE, ...(before === undefined ? {} : { before }) },
    ...(signal === undefined ? {} : { signal }),
  });

/** The entries of a selection, page by page; what happens meanwhile comes in front of them by itself. */
export function useStatement(selection: StatementSelection) {
  const client = useQueryClient();
  const queryKey = [...keyOf("statement"), selection];
  const query = useInfiniteQuery<StatementEntry[], Error, Pages, unknown[], PageParam>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(selection, pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: nextOf,
    placeholderData: keepPreviousData,
    // Whether a page is the very one of before tells what has moved.
    structuralSharing: false,
    // Nothing keeps it up to date once the page is left.
    gcTime: 0,
  });

  const isThere = query.data !== undefined && !query.isPlaceholderData;
  useChangedBalance(isThere, async () => {
    const fresh = await fetchPage(selection, undefined);
    client.setQueryData<Pages>(queryKey, (known) => known && withNewer(known, fresh));
  });
  return query;
}

/** Calls `refresh` when the balance is another than when the entries were asked for: something has moved it. */
function useChangedBalance(isThere: boolean, refresh: () => Promise<void>) {
  const balance = useCurrentUser()?.balance;
  const told = useRef(balance);
  const run = useEffectEvent(() => {
    told.current = balance;
    // What did not come now comes with the next movement, or with the next visit.
    refresh().catch(noticeEndedSession);
  });
  useEffect(() => {
    if (isThere && balance !== undefined && balance !== told.current) run();
  }, [isThere, balance]);
}

/** The most entries of one answer. */
export const PAGE = 100;

/** The transaction that the next page comes before; undefined for the newest page. */
type PageParam = string | undefined;
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
