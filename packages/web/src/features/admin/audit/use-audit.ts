import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import { adminCall, adminKeyOf, polled, REFRESH_MS } from "../admin-queries.ts";
import type { AuditSelection } from "./filters.ts";

const PAGE = 50;
/** Of more people no more are asked for. */
export const MOST_PEOPLE = 20;

type Pages = InfiniteData<AuditEntry[], string | undefined>;

/** The entries of a selection, page by page, newest first. */
export function useAudit(selection: AuditSelection) {
  return useInfiniteQuery<AuditEntry[], Error, Pages, unknown[], string | undefined>({
    ...polled,
    queryKey: [...adminKeyOf("listAudit"), selection],
    queryFn: ({ pageParam, signal }) =>
      adminCall("listAudit", {
        query: { ...selection, limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)!.id),
    placeholderData: keepPreviousData,
    // All pages are asked for anew, so that the calls stay as few however many there are.
    refetchInterval: ({ state }) => REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
}

/** People whose e-mail has `typed` in it; nobody while nothing is typed. */
export function usePeople(typed: string) {
  const search = typed.trim().toLowerCase();
  return useQuery({
    queryKey: [...adminKeyOf("adminListUsers"), "named", search],
    queryFn: ({ signal }) => adminCall("adminListUsers", { query: { search, limit: MOST_PEOPLE }, signal }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
