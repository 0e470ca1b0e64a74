import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { errorText } from "../../lib/api-error.ts";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { notify } from "../../ui/notice-store.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./history-list.module.css";
import { useOlder } from "./use-older.ts";

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
