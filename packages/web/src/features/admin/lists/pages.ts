import type { AdminList } from "@veritick/contract/schemas/pushes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { usePagedList } from "../../../api/paged-list.ts";
import type { PagedData } from "../../../api/paged-list.ts";
import { following, isGone, polled, REFRESH_MS } from "../admin-queries.ts";

type Identified = { readonly id: string };

/** The query for one page: the items after `before`, or with `open` only the open ones after it. */
export type PageQuery = { readonly limit: number; readonly before?: string; readonly open?: "true" };

/** The kind of items on later pages. "open" and "both" continue the open items if the first page cannot hold them all. */
type Further = "others" | "open" | "both";

type PagesOptions<T> = {
  queryKey: readonly unknown[];
  /** The lists of the administration whose changes also change this one; "timer" if no push tells. */
  follows: readonly AdminList[] | "timer";
  fetchPage: (page: PageQuery, signal: AbortSignal) => Promise<T[]>;
  /** Tells whether an item is open. The first page holds the open items besides the newest others. */
  isOpen?: (item: T) => boolean;
  further?: Further;
  /** Shows the items of the previous key until the first page of the new one has come. */
  keepsPrevious?: boolean;
};

/** Loads a list page by page and refreshes it while somebody looks at it. */
export function usePages<T extends Identified>({
  queryKey,
  follows,
  fetchPage,
  isOpen = never,
  further = "others",
  keepsPrevious = false,
}: PagesOptions<T>) {
  const query = usePagedList<T[], PageQuery>({
    ...(follows === "timer" ? growing : following(...follows)),
    queryKey,
    fetchPage: (page = { limit: PAGE }, signal) => fetchPage(page, signal),
    nextOf: (pages, asked) => nextPage(pages, asked, isOpen, further),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const items = useMemo(
    () => (query.data === undefined ? undefined : openFirst(query.data.pages, isOpen)),
    [query.data, isOpen],
  );
  const { data } = query;
  const next = data && nextPage(data.pages, data.pageParams, isOpen, further);
  /** The query that loads the next page, if that holds older open items. */
  const olderOpen = next?.open === undefined ? undefined : query;
  return { query, items, olderOpen };
}

/** A refresh loads every page again. Longer lists refresh less often, so that the number of calls stays the same. */
const growing = {
  ...polled,
  refetchInterval: ({
    state,
  }: {
    state: { error: Error | null; data: PagedData<unknown, unknown> | undefined };
  }) => !isGone(state.error) && REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
};

const never = () => false;

/** Returns the name of the list on the screen, which remains the previous one until a new search is answered. */
export function useShownName(name: string, { isPlaceholderData }: { isPlaceholderData: boolean }): string {
  const [shown, setShown] = useState(name);
  if (!isPlaceholderData && shown !== name) setShown(name);
  return shown;
}

/** The number of items on a page, not counting the open ones of the first page. */
export const PAGE = 50;
/** The number of older open items on a page. */
export const OPEN_PAGE = 200;
/** The most open items that the server puts on a first page. */
const MOST_OPEN = 500;

/** Returns the query for the page after those loaded: older open items first, if any. Returns undefined after the last. */
export function nextPage<T extends Identified>(
  pages: readonly (readonly T[])[],
  asked: readonly (PageQuery | undefined)[],
  isOpen: (item: T) => boolean,
  further: Further,
): PageQuery | undefined {
  const isOfOpen = asked.at(-1)?.open !== undefined;
  if (further !== "others" && (isOfOpen || asked.length === 1)) {
    // Items decided since their page came still count as open ones.
    const open = isOfOpen ? pages.at(-1)! : pages[0]!.filter(isOpen);
    if (open.length >= (isOfOpen ? OPEN_PAGE : MOST_OPEN)) {
      return { limit: OPEN_PAGE, before: open.at(-1)!.id, open: "true" };
    }
  }
  if (further === "open") return undefined;
  const others = pages[asked.findLastIndex((page) => page?.open === undefined)]!.filter(
    (item) => !isOpen(item),
  );
  return others.length < PAGE ? undefined : { limit: PAGE, before: others.at(-1)!.id };
}

/** Joins the pages into one list, open items first. An item on several pages appears once, as the first of them has it. */
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
 * Returns the rows of a list while somebody is about to act in it. The kept rows stay in place. Only items after the last of
 * them are added, because they move nothing.
 */
export function extendKept<T extends Identified>(kept: readonly T[], items: readonly T[]): readonly T[] {
  if (kept.length === 0) return items;
  const ids = new Set(kept.map(({ id }) => id));
  const last = items.findLastIndex(({ id }) => ids.has(id));
  const added = last === -1 ? [] : items.slice(last + 1);
  return added.length === 0 ? kept : [...kept, ...added];
}

/** Returns the kept rows in their present state. A row that is no longer known is marked as gone. */
export function rowsOf<T extends Identified>(kept: readonly T[], known: readonly T[]): SteadyRow<T>[] {
  const now = new Map(known.map((item) => [item.id, item]));
  return kept.map((item) => ({ item: now.get(item.id) ?? item, isGone: !now.has(item.id) }));
}

/** Counts the items that wait to be shown. */
export function countNew(kept: readonly Identified[], items: readonly Identified[]): number {
  const ids = new Set(kept.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id)).length;
}
