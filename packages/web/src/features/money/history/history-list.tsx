import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFollowTime, writeText } from "../../../api/live/follow.tsx";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";
import { Skeleton, Time } from "../../../ui/primitives.tsx";
import styles from "./history-card.module.css";

type Identified = { readonly id: string };

/** The part of a query that a list needs. */
type ListQuery<T> = {
  readonly data: T[] | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
};

type HistoryListProps<T> = {
  label: string;
  query: ListQuery<T>;
  empty: { title: string; hint: string };
  row: (item: T) => ReactNode;
} & Paging<T>;

type Paging<T> = {
  /** True for items that are no longer open. The server pages only these. */
  isFinished: (item: T) => boolean;
  fetchBefore: (before: string) => Promise<T[]>;
  order: (one: T, other: T) => number;
};

/** The greatest number of finished items in the first answer, and in each later page. */
export const PAGE = 100;

/** The list grows on request instead of scrolling inside the page. */
const ROWS = 8;
const MORE_ROWS = 25;

/** A list that is loading, failed, empty or filled. A failed refresh keeps the rows. */
export function HistoryList<T extends Identified>({ query, empty, ...rest }: HistoryListProps<T>) {
  const { failed } = useText().history;
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
  const { label, newest, row, order } = props;
  const [shown, setShown] = useState(ROWS);
  const { items, hasMore, load } = useOlder(newest, props.isFinished, props.fetchBefore);
  const sorted = items.toSorted(order);

  async function showMore() {
    if (hasMore && sorted.length < shown + MORE_ROWS) await load();
    setShown(shown + MORE_ROWS);
  }
  // With the last rows the button goes, and the focus would go back to the top of the page.
  const keptFocus = useKeptFocus<HTMLDivElement>();

  return (
    <div {...keptFocus} tabIndex={-1}>
      <ul aria-label={label}>
        {sorted.slice(0, shown).map((item) => (
          <li key={item.id} className={styles["row"]}>
            {row(item)}
          </li>
        ))}
      </ul>
      {(hasMore || sorted.length > shown) && <MoreButton className={styles["more"]} onMore={showMore} />}
    </div>
  );
}

type MoreButtonProps = { className?: string | undefined; onMore: () => Promise<unknown> };

/** Loads or draws the next rows of a list, and reports a failure. */
export function MoreButton({ className, onMore }: MoreButtonProps) {
  const { common, history } = useText();
  const tellFailure = useTellFailure();
  const more = useSubmit({
    mutationFn: onMore,
    onError: (error) => void tellFailure(error, common.unknownError, history.moreFailed),
  });
  return (
    <Button variant="quiet" className={className} pending={more.isPending} onClick={() => more.mutate()}>
      {history.more}
    </Button>
  );
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

/** Joins two lists. An item of both appears once, as the newer list has it. */
export function mergeItems<T extends Identified>(newer: readonly T[], older: readonly T[]): T[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))];
}

/** Compares two items, newest first. Ids ascend with time. */
export const newestFirst = (one: Identified, other: Identified) => (one.id < other.id ? 1 : -1);

/** Returns true if a newer answer still reaches down to an older one. */
export function isContinued(newer: readonly Identified[], older: readonly Identified[]): boolean {
  const known = new Set(older.map(({ id }) => id));
  return newer.some(({ id }) => known.has(id));
}

/**
 * Returns the id of the last finished item of the first answer, or undefined if that answer held them all. Open items are
 * not paged. An old item that a push brought back does not count, because the answer did not end there.
 */
export function endOfFirst<T extends Identified>(
  items: readonly T[],
  isFinished: (item: T) => boolean,
): string | undefined {
  return items.filter(isFinished).sort(newestFirst)[PAGE - 1]?.id;
}

type Older<T> = {
  /** Every known item, each in its newest version. */
  readonly items: readonly T[];
  /** True while the server may have more. */
  readonly hasMore: boolean;
  /** Asks for the next page. Throws the error of the call. */
  readonly load: () => Promise<void>;
};

/**
 * Loads pages beyond the first answer of a list. That answer is a window on the newest items. Items that leave it while
 * older pages are shown are kept, so that no gap opens. If so many items came at once that there may be a gap, paging starts
 * again.
 */
function useOlder<T extends Identified>(
  first: readonly T[],
  isFinished: (item: T) => boolean,
  fetchBefore: (before: string) => Promise<T[]>,
): Older<T> {
  const [older, setOlder] = useState<readonly T[]>();
  /** The last id of the pages so far; null after the last page. */
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

/** Shows how long ago something happened, or its date and time until the first price gives the present time. */
export function Ago({ tick, instant }: { tick: number; instant: string }) {
  const format = useFormat();
  const cell = useRef<HTMLTimeElement>(null);
  useFollowTime(REFRESH_SECONDS, (now) =>
    writeText(cell.current, now === undefined ? format.moment(instant) : format.ago(tick, now)),
  );
  return <Time ref={cell} tone="caption" dateTime={instant} isRelative />;
}
