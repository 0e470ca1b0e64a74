import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { call } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { keyOf, noticeEndedSession } from "../../../api/query.ts";
import { usePagedList } from "../../../api/paged-list.ts";
import type { PagedData } from "../../../api/paged-list.ts";
import type { StatementSelection } from "./filters.ts";

/** The greatest number of entries in an answer. */
export const PAGE = 100;

/** A page holds the entries before this transaction. Undefined for the newest page. */
type PageParam = string | undefined;
export type Pages = PagedData<StatementEntry[], string>;

/** Loads the entries of a selection page by page. New entries appear in front of them. */
export function useStatement(selection: StatementSelection) {
  const client = useQueryClient();
  const queryKey = [...keyOf("statement"), selection];
  const query = usePagedList<StatementEntry[], string>({
    queryKey,
    fetchPage: (before, signal) => fetchPage(selection, before, signal),
    nextOf: (pages) => nextOf(pages.at(-1)!),
    placeholderData: keepPreviousData,
    // `countBefore` recognises a page by its identity, so an unchanged page must stay the same object.
    structuralSharing: false,
    // Nothing keeps the entries up to date after the person leaves the page.
    gcTime: 0,
  });

  const isThere = query.data !== undefined && !query.isPlaceholderData;
  useChangedBalance(isThere, async () => {
    await bringNewer(client, queryKey, await fetchPage(selection, undefined));
  });
  return query;
}

/**
 * Puts new entries into the statement. A page that is still on its way would come with the entries of the time at which it
 * was asked for, so it is cancelled; the end of the list asks for it again.
 */
export async function bringNewer(
  client: QueryClient,
  queryKey: readonly unknown[],
  fresh: StatementEntry[],
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Pages>(queryKey, (known) => known && withNewer(known, fresh));
}

/** Calls `refresh` when the balance differs from the one at the last request, because then there are new entries. */
function useChangedBalance(isThere: boolean, refresh: () => Promise<void>) {
  const balance = useCurrentUser()?.balance;
  const told = useRef(balance);
  const run = useEffectEvent(() => {
    told.current = balance;
    // Entries that are missed now come with the next movement or the next visit.
    refresh().catch(noticeEndedSession);
  });
  useEffect(() => {
    if (isThere && balance !== undefined && balance !== told.current) run();
  }, [isThere, balance]);
}

const fetchPage = (selection: StatementSelection, before: PageParam, signal?: AbortSignal) =>
  call("statement", {
    query: { ...selection, limit: PAGE, ...(before === undefined ? {} : { before }) },
    ...(signal === undefined ? {} : { signal }),
  });

/** Returns the transaction before which the next page begins, or undefined after the last page. */
export const nextOf = (page: readonly StatementEntry[]): PageParam =>
  page.length < PAGE ? undefined : page.at(-1)!.transactionId;

/**
 * Puts new entries in front of the known pages. `fresh` is the newest page as it is now. If it does not reach down to the
 * known entries, it replaces them all.
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

/** Counts the entries in front of the former first page. Returns 0 if that page is gone. */
export function countBefore(first: readonly StatementEntry[] | undefined, pages: Pages["pages"]): number {
  const index = pages.findIndex((page) => page === first);
  return pages.slice(0, Math.max(0, index)).reduce((sum, page) => sum + page.length, 0);
}
