import { useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData, UseInfiniteQueryOptions } from "@tanstack/react-query";

/** The loaded pages of a list, and the cursor that asked for each. The first has none. */
export type PagedData<Page, Cursor> = InfiniteData<Page, Cursor | undefined>;

type PagesOptions<Page, Cursor, Shown> = Omit<
  UseInfiniteQueryOptions<Page, Error, Shown, readonly unknown[], Cursor | undefined>,
  "queryFn" | "initialPageParam" | "getNextPageParam"
> & {
  fetchPage: (cursor: Cursor | undefined, signal: AbortSignal) => Promise<Page>;
  /** Returns the cursor of the page after those loaded, or undefined after the last. */
  nextOf: (pages: Page[], cursors: (Cursor | undefined)[]) => Cursor | undefined;
};

/** Loads a list page by page. `select` makes the list of the pages; it must stay the same function. */
export function usePagedList<Page, Cursor, Shown = PagedData<Page, Cursor>>(
  options: PagesOptions<Page, Cursor, Shown>,
) {
  const { fetchPage, nextOf, ...rest } = options;
  return useInfiniteQuery<Page, Error, Shown, readonly unknown[], Cursor | undefined>({
    ...rest,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam as Cursor | undefined, signal),
    initialPageParam: undefined,
    getNextPageParam: (_last, pages, _cursor, cursors) => nextOf(pages, cursors),
  });
}
