import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./history-list.module.css";

type HistoryListProps<T> = {
  label: string;
  query: UseQueryResult<T[]>;
  empty: { title: string; hint: string };
  row: (item: T) => ReactNode;
};

/** The four states of a list: loading, failed, empty, filled. A failed refresh keeps what was there. */
export function HistoryList<T extends { id: string }>({ label, query, empty, row }: HistoryListProps<T>) {
  // Nothing but `data` is read while there is some, so that a poll which changes nothing draws nothing.
  if (query.data === undefined) {
    return query.isError && !query.isFetching ? (
      <FailedList onRetry={() => void query.refetch()} />
    ) : (
      <LoadingRows />
    );
  }
  if (query.data.length === 0) return <EmptyState {...empty} />;
  return (
    <ul className={styles["list"]} aria-label={label} tabIndex={0}>
      {query.data.map((item) => (
        <li key={item.id} className={styles["row"]}>
          {row(item)}
        </li>
      ))}
    </ul>
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
