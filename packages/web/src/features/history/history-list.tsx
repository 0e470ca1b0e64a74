import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
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

/** The list grows on request instead of scrolling inside the page. */
const ROWS = 8;
const MORE_ROWS = 25;

/** The four states of a list: loading, failed, empty, filled. A failed refresh keeps what was there. */
export function HistoryList<T extends { id: string }>({ label, query, empty, row }: HistoryListProps<T>) {
  const [shown, setShown] = useState(ROWS);
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
    <>
      <ul aria-label={label}>
        {query.data.slice(0, shown).map((item) => (
          <li key={item.id} className={styles["row"]}>
            {row(item)}
          </li>
        ))}
      </ul>
      {query.data.length > shown && <MoreButton onMore={() => setShown(shown + MORE_ROWS)} />}
    </>
  );
}

function MoreButton({ onMore }: { onMore: () => void }) {
  const { history } = useText();
  return (
    <Button variant="quiet" className={styles["more"]} onClick={onMore}>
      {history.more}
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
