import type { UseQueryResult } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { errorText } from "../../../api/api-error.ts";
import { useFollowTime } from "../../../api/live/follow-time.ts";
import { writeText } from "../../../api/live/follow.ts";
import { useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Time } from "../../../ui/primitives.tsx";
import styles from "./history-card.module.css";

type Identified = { readonly id: string };

type HistoryListProps<T> = {
  label: string;
  query: UseQueryResult<T[]>;
  empty: { title: string; hint: string };
  row: (item: T) => ReactNode;
} & Paging<T>;

type Paging<T> = {
  /** True for what the server pages: everything that is not open any more. */
  isFinished: (item: T) => boolean;
  fetchBefore: (before: string) => Promise<T[]>;
  order: (one: T, other: T) => number;
};

/** The list grows on request instead of scrolling inside the page. */
const ROWS = 8;
const MORE_ROWS = 25;

/** The four states of a list: loading, failed, empty, filled. A failed refresh keeps what was there. */
export function HistoryList<T extends Identified>({ query, empty, ...rest }: HistoryListProps<T>) {
  // Nothing but `data` is read while there is some, so that a poll which changes nothing draws nothing.
  if (query.data === undefined) {
    return query.isError && !query.isFetching ? (
      <FailedList onRetry={() => void query.refetch()} />
    ) : (
      <LoadingRows />
    );
  }
  if (query.data.length === 0) return <EmptyState {...empty} />;
  return <FilledList {...rest} newest={query.data} />;
}

type FilledListProps<T> = Pick<HistoryListProps<T>, "label" | "row"> & Paging<T> & { newest: T[] };

function FilledList<T extends Identified>(props: FilledListProps<T>) {
  const { label, newest, row, order } = props;
  const [shown, setShown] = useState(ROWS);
  const { items, hasMore, load } = useOlder(newest, props.isFinished, props.fetchBefore);
  const sorted = items.toSorted(order);

  async function showMore() {
    if (hasMore && sorted.length < shown + MORE_ROWS) await load();
    setShown(shown + MORE_ROWS);
  }

  return (
    <>
      <ul aria-label={label}>
        {sorted.slice(0, shown).map((item) => (
          <li key={item.id} className={styles["row"]}>
            {row(item)}
          </li>
        ))}
      </ul>
      {(hasMore || sorted.length > shown) && <MoreButton onMore={showMore} />}
    </>
  );
}

function MoreButton({ onMore }: { onMore: () => Promise<void> }) {
  const text = useText();
  const [isLoading, setLoading] = useState(false);

  async function more() {
    setLoading(true);
    try {
      await onMore();
    } catch (error) {
      const body = errorText(error, text, text.common.unknownError);
      notify({ title: text.history.moreFailed, body, tone: "destructive" });
    }
    setLoading(false);
  }

  return (
    <Button variant="quiet" className={styles["more"]} pending={isLoading} onClick={() => void more()}>
      {text.history.more}
    </Button>
  );
}

function FailedList({ onRetry }: { onRetry: () => void }) {
  const { history, common } = useText();
  const retry = (
    <Button variant="quiet" onClick={onRetry}>
      {common.retry}
    </Button>
  );
  return <EmptyState {...history.failed} action={retry} />;
}

function LoadingRows() {
  const { common } = useText();
  return (
    <div role="status" aria-label={common.loading}>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles["row"]}>
          <Skeleton width={160} height={20} />
          <Skeleton width={88} height={20} />
        </div>
      ))}
    </div>
  );
}

type MergedItem = { readonly id: string };

/** The most that one answer holds of what is finished, and what is asked for at a time beyond it. */
export const PAGE = 100;

/** What is known of each item once: where both have it, the first list is newer. */
export function mergeItems<T extends MergedItem>(newer: readonly T[], older: readonly T[]): T[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))];
}

/** Ids ascend with time. */
export const newestFirst = (one: MergedItem, other: MergedItem) => (one.id < other.id ? 1 : -1);

/** True where a newer answer still reaches down to an older one. */
export function isContinued(newer: readonly MergedItem[], older: readonly MergedItem[]): boolean {
  const known = new Set(older.map(({ id }) => id));
  return newer.some(({ id }) => known.has(id));
}

/**
 * Where the first answer ends: the id of the last of its finished items, or undefined where it holds them all. Open
 * items are not paged, and an old item that a push brought back says nothing about what the answer reached down to.
 */
export function endOfFirst<T extends MergedItem>(
  items: readonly T[],
  isFinished: (item: T) => boolean,
): string | undefined {
  return items.filter(isFinished).sort(newestFirst)[PAGE - 1]?.id;
}

type OlderItem = { readonly id: string };

type Older<T> = {
  /** Everything known, newer versions first. */
  readonly items: readonly T[];
  /** True where the server may know more. */
  readonly hasMore: boolean;
  /** Asks for the next page. Throws what the call throws. */
  readonly load: () => Promise<void>;
};

/**
 * What lies beyond the first answer of a list. That answer is a window on the newest: what falls out of it while older
 * pages are shown is kept, so that no gap opens between the two. Where so much came at once that there may be one, paging begins anew.
 */
function useOlder<T extends OlderItem>(
  first: readonly T[],
  isFinished: (item: T) => boolean,
  fetchBefore: (before: string) => Promise<T[]>,
): Older<T> {
  const [older, setOlder] = useState<readonly T[]>();
  /** Where the pages asked for so far end; null after the last. */
  const [end, setEnd] = useState<string | null>();
  const [seen, setSeen] = useState(first);

  if (first !== seen) {
    setSeen(first);
    const fallen = seen.filter(isFinished);
    if (older !== undefined && isContinued(first, fallen)) setOlder(mergeItems(fallen, older));
    else if (older !== undefined) {
      setOlder(undefined);
      setEnd(undefined);
    }
  }

  const before = end === undefined ? endOfFirst(first, isFinished) : (end ?? undefined);
  return {
    items: older === undefined ? first : mergeItems(first, older),
    hasMore: before !== undefined,
    async load() {
      if (before === undefined) return;
      const page = await fetchBefore(before);
      setOlder((known) => mergeItems(known ?? first.filter(isFinished), page));
      setEnd(page.length < PAGE ? null : page.at(-1)!.id);
    },
  };
}

const REFRESH_SECONDS = 30;

/** How long ago something was; its date and time while the price, and with it the time, is not known yet. */
export function Ago({ tick, instant }: { tick: number; instant: string }) {
  const format = useFormat();
  const cell = useRef<HTMLTimeElement>(null);
  useFollowTime(REFRESH_SECONDS, (now) =>
    writeText(cell.current, now === undefined ? format.moment(instant) : format.ago(tick, now)),
  );
  return <Time ref={cell} dateTime={instant} isRelative />;
}
