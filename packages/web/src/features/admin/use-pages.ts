import { useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import { useMemo } from "react";
import { isGone, polled, REFRESH_MS } from "./admin-queries.ts";
import { nextAfter, openFirst } from "./paging.ts";

type Identified = { readonly id: string };

type PagesOptions<T> = {
  queryKey: readonly string[];
  fetchPage: (before: string | undefined, signal: AbortSignal) => Promise<T[]>;
  /** What the first page holds all of. */
  isOpen?: (item: T) => boolean;
};

const nothing = () => false;

/** A list that the server gives page by page, kept up to date while it is looked at. */
export function usePages<T extends Identified>({ queryKey, fetchPage, isOpen = nothing }: PagesOptions<T>) {
  const query = useInfiniteQuery<
    T[],
    Error,
    InfiniteData<T[], string | undefined>,
    readonly string[],
    string | undefined
  >({
    ...polled,
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => nextAfter(page, isOpen),
    // All pages are asked for anew, so that the calls stay as few however many there are.
    refetchInterval: ({ state }) =>
      isGone(state.error) ? false : REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
  const items = useMemo(
    () => (query.data === undefined ? undefined : openFirst(query.data.pages, isOpen)),
    [query.data, isOpen],
  );
  return { query, items };
}

export type Pages<T extends Identified> = ReturnType<typeof usePages<T>>;
