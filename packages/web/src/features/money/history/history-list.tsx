import { useQueryClient } from "@tanstack/react-query";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { usePagedList } from "../../../api/paged-list.ts";
import type { PagedData } from "../../../api/paged-list.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFollowTime, writeText } from "../../../api/live/follow.tsx";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useText, useDeskText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, Loaded, LoadingRows } from "../../../ui/states.tsx";
import { ListEnd } from "../../../ui/list-end.tsx";
import type { Loadable } from "../../../ui/states.tsx";
import { Stack, Time } from "../../../ui/primitives.tsx";
import styles from "./history-card.module.css";

type Identified = { readonly id: string };

type HistoryListProps<T> = {
  label: string;
  query: Loadable<T[]>;
  empty: { title: string; hint: string };
  row: (item: T) => ReactNode;
} & Paging<T>;

type Paging<T> = {
  /** True for items that are no longer open. The server pages only these. */
  isFinished: (item: T) => boolean;
  fetchBefore: (before: string) => Promise<T[]>;
  order: (one: T, other: T) => number;
  filter?: ListFilter<T> | undefined;
};

/** Leaves some of the finished items. `fetchBefore` fetches only such ones; the newest come with all others. */
export type ListFilter<T> = {
  /** Differs from that of every other filter. */
  key: string;
  fits: (item: T) => boolean;
  /** Says that older items are being searched. */
  searching: string;
  /** Stands in the place of a list without any item that fits. */
  empty: ReactNode;
};

/** The greatest number of finished items in the first answer, and in each later page. */
export const PAGE = 100;

/** The list grows on request instead of scrolling inside the page. */
const ROWS = 8;
const MORE_ROWS = 25;

/** A list that is loading, failed, empty or filled. A failed refresh keeps the rows. */
export function HistoryList<T extends Identified>({ query, empty, ...rest }: HistoryListProps<T>) {
  const { failed } = useDeskText().history;
  return (
    <Loaded query={query} failed={failed} loading={<LoadingRows />}>
      {(newest) =>
        newest.length === 0 ? <EmptyState {...empty} /> : <FilledList {...rest} newest={newest} />
      }
    </Loaded>
  );
}

type FilledListProps<T> = Pick<HistoryListProps<T>, "label" | "row"> & Paging<T> & { newest: T[] };

function FilledList<T extends Identified>(props: FilledListProps<T>) {
  const { label, newest, row, order, filter } = props;
  const [shown, setShown] = useState(ROWS);
  const { items, pages } = useOlder(newest, props.isFinished, props.fetchBefore);
  const { hasNextPage, fetchNextPage } = pages;
  const sorted = (filter === undefined ? items : items.filter(filter.fits)).toSorted(order);
  /** True while the newest items leave too few rows, and older ones may fit. */
  const isSearching = filter !== undefined && hasNextPage && sorted.length < shown;

  async function showMore() {
    if (hasNextPage && sorted.length < shown + MORE_ROWS) await fetchNextPage({ throwOnError: true });
    setShown(shown + MORE_ROWS);
  }
  // With the last rows the button goes, and the focus would go back to the top of the page.
  const keptFocus = useKeptFocus<HTMLDivElement>();

  return (
    <Stack gap={4} {...keptFocus} tabIndex={-1}>
      {sorted.length > 0 && (
        <ul aria-label={label} className={styles["list"]}>
          {sorted.slice(0, shown).map((item) => (
            <li key={item.id}>{row(item)}</li>
          ))}
        </ul>
      )}
      {isSearching ? (
        <ListEnd pages={pages} loading={filter.searching} end="" />
      ) : (
        (hasNextPage || sorted.length > shown) && <MoreButton onMore={showMore} />
      )}
      {filter !== undefined && sorted.length === 0 && !hasNextPage && filter.empty}
    </Stack>
  );
}

/** Loads or draws the next rows of a list, and reports a failure. */
export function MoreButton({ onMore }: { onMore: () => Promise<unknown> }) {
  const { common } = useText();
  const { history } = useDeskText();
  const tellFailure = useTellFailure();
  const more = useSubmit({
    mutationFn: onMore,
    onError: (error) => void tellFailure(error, common.unknownError, history.moreFailed),
  });
  return (
    <Button variant="quiet" pending={more.isPending} onClick={() => more.mutate()}>
      {history.more}
    </Button>
  );
}

/** Joins two lists. An item of both appears once, as the newer list has it. */
export function mergeItems<T extends Identified>(newer: readonly T[], older: readonly T[]): T[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))];
}

/** Compares two items, newest first. Ids ascend with time. */
export const newestFirst = (one: Identified, other: Identified) => (one.id < other.id ? 1 : -1);

/** The newest finished items, then the older pages. */
type Pages<T> = PagedData<readonly T[], string>;

/**
 * Puts the newest finished items in front of the older pages. Items that have left the first answer are kept then, so that no
 * gap opens. If so many items came at once that there may be a gap, paging starts again.
 */
export function withNewest<T extends Identified>({ pages, pageParams }: Pages<T>, newest: T[]): Pages<T> {
  const [first, ...older] = pages;
  const known = new Set(first?.map(({ id }) => id));
  return older.length > 0 && newest.some(({ id }) => known.has(id))
    ? { pages: [mergeItems(newest, first!), ...older], pageParams }
    : { pages: [newest], pageParams: [undefined] };
}

/**
 * Returns the id before which the page after this one begins, or undefined after the last. An old item that a push brought
 * back to the first page does not count, because the answer did not end there.
 */
export const nextBefore = (page: readonly Identified[]): string | undefined =>
  page.toSorted(newestFirst)[PAGE - 1]?.id;

/** Loads pages beyond the first answer of a list, which shows the newest items and which another query keeps up to date. */
function useOlder<T extends Identified>(
  first: readonly T[],
  isFinished: (item: T) => boolean,
  fetchBefore: (before: string) => Promise<T[]>,
) {
  const client = useQueryClient();
  const list = useId();
  const newest = useMemo(() => first.filter(isFinished), [first, isFinished]);
  const query = usePagedList<readonly T[], string>({
    queryKey: ["older", list],
    fetchPage: async (before) => (before === undefined ? newest : fetchBefore(before)),
    nextOf: (pages) => nextBefore(pages.at(-1)!),
    initialData: { pages: [newest], pageParams: [undefined] },
    gcTime: 0,
  });
  const pages = query.data?.pages ?? [];
  // A page that arrives comes with the newest items of the time at which it was asked for.
  useLayoutEffect(() => {
    client.setQueryData<Pages<T>>(["older", list], (known) => known && withNewest(known, newest));
  }, [client, list, newest, pages.length]);
  return { items: pages.reduce<readonly T[]>(mergeItems, first), pages: query };
}

const REFRESH_SECONDS = 30;

/** Shows how long ago something happened, or its date and time until the first price gives the present time. */
export function Ago({ tick, instant }: { tick: number; instant: string }) {
  const format = useFormat();
  const cell = useRef<HTMLTimeElement>(null);
  useFollowTime(REFRESH_SECONDS, (now) =>
    writeText(cell.current, now === undefined ? format.moment(instant) : format.ago(tick, now)),
  );
  return <Time ref={cell} tone="caption" dateTime={instant} isRelative />;
}
