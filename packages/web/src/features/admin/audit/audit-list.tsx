import { useEffect, useMemo, useState } from "react";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { FailedList, LoadingRows, NewCount } from "../list-card.tsx";
import { useSteadyList } from "../use-steady-list.ts";
import { AuditEntry } from "./audit-entry.tsx";
import styles from "./audit-page.module.css";
import { isSelected, writeSelection } from "./filters.ts";
import type { AuditSelection } from "./filters.ts";
import { useAudit } from "./use-audit.ts";

type AuditListProps = {
  selection: AuditSelection;
  /** False where all entries are about the same user. */
  showsSubject?: boolean;
};

/** The log, or why there is none; a failed page keeps those before it. It stands still while it is used. */
export function AuditList({ selection, showsSubject = true }: AuditListProps) {
  const { audit: words } = useAdminText();
  const query = useAudit(selection);
  const { data, hasNextPage, fetchNextPage } = query;
  const entries = useMemo(() => data?.pages.flat() ?? [], [data]);
  // While the answer to another selection is on its way, the entries are those of the one before.
  const name = writeSelection(selection);
  const [shownName, setShownName] = useState(name);
  if (!query.isPlaceholderData && shownName !== name) setShownName(name);
  const { rows, newCount, holding } = useSteadyList(entries, entries, shownName);
  const isReady = hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  const end = useEnd(isReady ? () => void fetchNextPage() : undefined);

  if (data === undefined) {
    return query.isError && !query.isFetching ? (
      <FailedList onRetry={() => void query.refetch()} />
    ) : (
      <LoadingRows />
    );
  }
  if (rows.length === 0) {
    return <EmptyState {...(isSelected(selection) && showsSubject ? words.noMatch : words.empty)} />;
  }
  return (
    <div {...holding} className={styles["list"]} aria-busy={query.isPlaceholderData}>
      <div className={styles["news"]}>
        <NewCount count={newCount} />
      </div>
      <ul>
        {rows.map(({ item }) => (
          <AuditEntry key={item.id} entry={item} showsSubject={showsSubject} />
        ))}
      </ul>
      <div ref={end} className={styles["foot"]} role="status">
        {query.isFetchNextPageError ? (
          <Failed onRetry={() => void fetchNextPage()} />
        ) : hasNextPage ? (
          <>
            <Spinner />
            {words.loading}
          </>
        ) : (
          words.end
        )}
      </div>
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { common } = useText();
  const { list } = useAdminText();
  return (
    <>
      {list.moreFailed}
      <Button variant="quiet" onClick={onRetry}>
        {common.retry}
      </Button>
    </>
  );
}

/** How far below what is seen more is asked for. */
const AHEAD = "600px";

/** Calls `onNear` whenever the end of a list comes near and it is given: while more is on its way it is not. */
function useEnd(onNear: (() => void) | undefined) {
  const [end, setEnd] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (end === null || onNear === undefined) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end);
    return () => observer.disconnect();
  });
  return setEnd;
}
