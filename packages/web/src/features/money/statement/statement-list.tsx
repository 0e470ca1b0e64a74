import { useLaterText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { isFiltered, isWrongWayRound, selectionOf } from "./filters.ts";
import type { Filters } from "./filters.ts";
import styles from "./statement-list.module.css";
import { StatementTable } from "./statement-table.tsx";
import { useStatement } from "./use-statement.ts";

/** The entries, or why there are none; a failed page keeps those before it. */
export function StatementList({ filters }: { filters: Filters }) {
  const { statement } = useLaterText();
  const query = useStatement(selectionOf(filters));
  const { data, hasNextPage, fetchNextPage } = query;

  if (data === undefined) {
    return query.isError && !query.isFetching ? (
      <EmptyState {...statement.failed} action={<Retry onRetry={() => void query.refetch()} />} />
    ) : (
      <LoadingRows />
    );
  }
  const isEmpty = data.pages.every((page) => page.length === 0);
  if (isWrongWayRound(filters) || isEmpty) {
    return <EmptyState {...(isFiltered(filters) ? statement.noMatch : statement.empty)} />;
  }
  const isReady = hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  return (
    <div className={styles["list"]} aria-busy={query.isPlaceholderData}>
      <StatementTable
        pages={data.pages}
        isWhole={!hasNextPage}
        onEnd={isReady ? () => void fetchNextPage() : undefined}
      />
      <div className={styles["foot"]} role="status">
        {query.isFetchNextPageError ? (
          <>
            {statement.failedMore}
            <Retry onRetry={() => void fetchNextPage()} />
          </>
        ) : hasNextPage ? (
          <>
            <Spinner />
            {statement.loading}
          </>
        ) : (
          statement.end
        )}
      </div>
    </div>
  );
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const { common } = useText();
  return (
    <Button variant="quiet" onClick={onRetry}>
      {common.retry}
    </Button>
  );
}

function LoadingRows() {
  const { common } = useText();
  return (
    <div role="status" aria-label={common.loading} className={styles["loading"]}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} width="100%" height={40} />
      ))}
    </div>
  );
}
