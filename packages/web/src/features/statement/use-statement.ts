import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { call } from "../../lib/api.ts";
import { useCurrentUser } from "../../lib/current-user.ts";
import { keyOf, noticeEndedSession } from "../../lib/query.ts";
import type { StatementSelection } from "./filters.ts";
import { nextOf, PAGE, withNewer } from "./pages.ts";
import type { PageParam, Pages } from "./pages.ts";

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
