import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isGone, polled, REFRESH_MS } from "../admin-queries.ts";

type Identified = { readonly id: string };

/** What is asked for of one page: the items after `before`, or with `open` the open ones after it. */
export type PageQuery = { readonly limit: number; readonly before?: string; readonly open?: "true" };

/** What the pages after the first hold. Where it is open items, the first one holds only the newest of very many. */
type Further = "others" | "open" | "both";

type PagesOptions<T> = {
  queryKey: readonly unknown[];
  fetchPage: (page: PageQuery, signal: AbortSignal) => Promise<T[]>;
  /** The first page holds the items for which this is true, besides the newest others. */
  isOpen?: (item: T) => boolean;
  further?: Further;
  /** Shows the items of the key before until the first page of a new one has come. */
  keepsPrevious?: boolean;
};

export type Pages<T extends Identified> = ReturnType<typeof usePages<T>>;

/** A list that the server sends page by page. It refreshes itself while somebody looks at it. */
export function usePages<T extends Identified>({
  queryKey,
  fetchPage,
  isOpen = never,
  further = "others",
  keepsPrevious = false,
}: PagesOptions<T>) {
  const query = useInfiniteQuery<T[], Error, InfiniteData<T[], PageQuery>, readonly unknown[], PageQuery>({
    ...polled,
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: { limit: PAGE },
    getNextPageParam: (_page, pages, _asked, allAsked) => nextPage(pages, allAsked, isOpen, further),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    // A refresh loads every page again. Longer lists refresh less often, so that the number of calls stays the same.
    refetchInterval: ({ state }) =>
      isGone(state.error) ? false : REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
  const items = useMemo(
    () => (query.data === undefined ? undefined : openFirst(query.data.pages, isOpen)),
    [query.data, isOpen],
  );
  const { data } = query;
  const next = data && nextPage(data.pages, data.pageParams, isOpen, further);
  /** What loads the next page, where that holds older open items. */
  const olderOpen = next?.open === undefined ? undefined : query;
  return { query, items, olderOpen };
}

const never = () => false;

/** The name of the list that is on the screen. While the answer to another search is on its way, it is the one before. */
export function useShownName(name: string, { isPlaceholderData }: { isPlaceholderData: boolean }): string {
  const [shown, setShown] = useState(name);
  if (!isPlaceholderData && shown !== name) setShown(name);
  return shown;
}

/** How many items a page holds, not counting the open ones of the first page. */
export const PAGE = 50;
/** How many older open ones a page holds. */
export const OPEN_PAGE = 200;
/** The server puts no more open ones on a first page. */
const MOST_OPEN = 500;

/** The page after those that were asked for and came: older open items first, if any. Undefined after the last. */
export function nextPage<T extends Identified>(
  pages: readonly (readonly T[])[],
  asked: readonly PageQuery[],
  isOpen: (item: T) => boolean,
  further: Further,
): PageQuery | undefined {
  const isOfOpen = asked.at(-1)!.open !== undefined;
  if (further !== "others" && (isOfOpen || asked.length === 1)) {
    // What was decided since a page of open ones came still counts.
    const open = isOfOpen ? pages.at(-1)! : pages[0]!.filter(isOpen);
    if (open.length >= (isOfOpen ? OPEN_PAGE : MOST_OPEN)) {
      return { limit: OPEN_PAGE, before: open.at(-1)!.id, open: "true" };
    }
  }
  if (further === "open") return undefined;
  const others = pages[asked.findLastIndex(({ open }) => open === undefined)]!.filter(
    (item) => !isOpen(item),
  );
  return others.length < PAGE ? undefined : { limit: PAGE, before: others.at(-1)!.id };
}

/** All pages as one list, open items first. An item on several pages appears once, as the first of them has it. */
export function openFirst<T extends Identified>(
  pages: readonly (readonly T[])[],
  isOpen: (item: T) => boolean,
): T[] {
  const items = [
    ...new Map(
      pages
        .flat()
        .toReversed()
        .map((item) => [item.id, item]),
    ).values(),
  ].toReversed();
  return [...items.filter(isOpen), ...items.filter((item) => !isOpen(item))];
}

export type SteadyRow<T> = { readonly item: T; readonly isGone: boolean };

/**
 * What a list keeps showing while somebody is about to act in it. Rows stay where they are; only what comes after the
 * last of them may be added, for it moves nothing.
 */
export function extendKept<T extends Identified>(kept: readonly T[], items: readonly T[]): readonly T[] {
  if (kept.length === 0) return items;
  const ids = new Set(kept.map(({ id }) => id));
  const last = items.findLastIndex(({ id }) => ids.has(id));
  const added = last === -1 ? [] : items.slice(last + 1);
  return added.length === 0 ? kept : [...kept, ...added];
}

/** The kept rows as they are now. What is not known any more is gone. */
export function rowsOf<T extends Identified>(kept: readonly T[], known: readonly T[]): SteadyRow<T>[] {
  const now = new Map(known.map((item) => [item.id, item]));
  return kept.map((item) => ({ item: now.get(item.id) ?? item, isGone: !now.has(item.id) }));
}

/** How many items wait to be shown. */
export function countNew(kept: readonly Identified[], items: readonly Identified[]): number {
  const ids = new Set(kept.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id)).length;
}
