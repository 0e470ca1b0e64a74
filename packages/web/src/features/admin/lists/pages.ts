import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isGone, polled, REFRESH_MS } from "../admin-queries.ts";

type Identified = { readonly id: string };

type PagesOptions<T> = {
  queryKey: readonly unknown[];
  fetchPage: (before: string | undefined, signal: AbortSignal) => Promise<T[]>;
  /** The first page holds every item for which this is true. */
  isOpen?: (item: T) => boolean;
  /** Shows the items of the key before until the first page of a new one has come. */
  keepsPrevious?: boolean;
};

export type Pages<T extends Identified> = ReturnType<typeof usePages<T>>;

/** A list that the server sends page by page. It refreshes itself while somebody looks at it. */
export function usePages<T extends Identified>({
  queryKey,
  fetchPage,
  isOpen = never,
  keepsPrevious = false,
}: PagesOptions<T>) {
  const query = useInfiniteQuery<
    T[],
    Error,
    InfiniteData<T[], string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    ...polled,
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => nextAfter(page, isOpen),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    // A refresh loads every page again. Longer lists refresh less often, so that the number of calls stays the same.
    refetchInterval: ({ state }) =>
      isGone(state.error) ? false : REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
  const items = useMemo(
    () => (query.data === undefined ? undefined : openFirst(query.data.pages, isOpen)),
    [query.data, isOpen],
  );
  return { query, items };
}

const never = () => false;

/** The name of the list that is on the screen. While the answer to another search is on its way, it is the one before. */
export function useShownName(name: string, { isPlaceholderData }: { isPlaceholderData: boolean }): string {
  const [shown, setShown] = useState(name);
  if (!isPlaceholderData && shown !== name) setShown(name);
  return shown;
}

/** How many items a page holds, not counting the open ones, which the first page holds all. */
export const PAGE = 50;

/** The query of the page that begins after the item `before`. */
export function pageQuery(before: string | undefined) {
  return { limit: PAGE, ...(before === undefined ? {} : { before }) };
}

/** The last item of `page` that is not open: the next page begins after it. Undefined if there is no next page. */
export function nextAfter<T extends Identified>(
  page: readonly T[],
  isOpen: (item: T) => boolean,
): string | undefined {
  const finished = page.filter((item) => !isOpen(item));
  return finished.length < PAGE ? undefined : finished.at(-1)!.id;
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
