import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import { useMemo } from "react";
import { polled, REFRESH_MS } from "../admin-queries.ts";

const PAGE = 50;

type Page<T> = { readonly items: T[]; readonly next: string | null };

/** What is asked of the server for one page. */
export type RecordQuery = Record<string, string> & { limit: string };

type Options<T> = {
  queryKey: readonly unknown[];
  selection: Readonly<Record<string, string>>;
  fetchPage: (query: RecordQuery, signal: AbortSignal) => Promise<Page<T>>;
};

/**
 * Records page by page, kept up to date while somebody looks at them. `reached` is where the server stopped looking while it
 * found next to nothing; undefined where it found enough or is through.
 */
export function useRecords<T extends { readonly id: string }>({
  queryKey,
  selection,
  fetchPage,
}: Options<T>) {
  const query = useInfiniteQuery<
    Page<T>,
    Error,
    InfiniteData<Page<T>, string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    ...polled,
    queryKey: [...queryKey, selection],
    queryFn: ({ pageParam, signal }) =>
      fetchPage(
        { ...selection, limit: String(PAGE), ...(pageParam === undefined ? {} : { after: pageParam }) },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // A refresh loads every page again. Longer lists refresh less often, so that the number of calls stays the same.
    refetchInterval: ({ state }) => REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
  const { data } = query;
  const items = useMemo(
    () =>
      data && [...new Map(data.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()],
    [data],
  );
  const last = data?.pages.at(-1);
  const reached = last !== undefined && last.items.length < PAGE ? (last.next ?? undefined) : undefined;
  return { query, items, reached };
}
