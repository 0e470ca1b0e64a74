import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useAdminText, useText } from "../../../locales/text.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/loading.tsx";
import { classNames } from "../../../ui/primitives.tsx";
import styles from "./lists.module.css";
import { FailedList, LoadingRows, NewCount } from "./list-card.tsx";
import type { Pages } from "./pages.ts";
import type { SteadyRow } from "./steady-list.ts";
import { useSteadyList } from "./use-steady-list.ts";

type EndlessListProps<T extends { readonly id: string }> = {
  label: string;
  pages: Pages<T>;
  /** All that is known, where the list is a part of that: what has left the list is not gone then. */
  known?: readonly T[] | undefined;
  /** True where nothing of the list can come with a further page. */
  isWhole?: boolean;
  /** With another name it is another list, which need not stand still. */
  name?: string;
  /** True while the rows are those of the list before. */
  isBusy?: boolean;
  /** Lays the count of new items over the list, so that it moves nothing. */
  isCountOver?: boolean;
  empty: { readonly title: string; readonly hint: string };
  className?: string | undefined;
  row: (row: SteadyRow<T>) => ReactNode;
};

const NONE: readonly never[] = [];

/** A list in the page itself. It loads more when its end comes near, and stands still while somebody uses it. */
export function EndlessList<T extends { readonly id: string }>(props: EndlessListProps<T>) {
  const { label, pages, known, isWhole = false, name, isBusy = false, isCountOver = false } = props;
  const { query, items } = pages;
  const { rows, newCount, holding } = useSteadyList<T>(items ?? NONE, known ?? items ?? NONE, name);
  if (items === undefined) {
    const isFailed = query.isError && !query.isFetching;
    return isFailed ? <FailedList onRetry={() => void query.refetch()} /> : <LoadingRows />;
  }
  return (
    <div {...holding} className={styles["endless"]} aria-busy={isBusy}>
      <div className={isCountOver ? styles["countOver"] : undefined}>
        <NewCount count={newCount} />
      </div>
      {rows.length === 0 ? (
        <EmptyState {...props.empty} />
      ) : (
        <>
          <ul aria-label={label} className={classNames(styles["endlessRows"], props.className)}>
            {rows.map(props.row)}
          </ul>
          {!isWhole && <More query={query} />}
        </>
      )}
    </div>
  );
}

function More({ query }: { query: Pages<{ id: string }>["query"] }) {
  const { common } = useText();
  const { list } = useAdminText().userPage;
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError;
  const place = useNearEnd(isReady, () => void fetchNextPage());
  return (
    <div ref={place} className={styles["endlessFoot"]} role="status">
      {isFetchNextPageError ? (
        <>
          {list.failedMore}
          <LinkButton onClick={() => void fetchNextPage()}>{common.retry}</LinkButton>
        </>
      ) : hasNextPage ? (
        <>
          <Spinner />
          {list.loadingMore}
        </>
      ) : (
        list.end
      )}
    </div>
  );
}

/** How far below the edge of the window the end may be when more is asked for. */
const MARGIN = "800px";

function useNearEnd(isReady: boolean, onNear: () => void) {
  const place = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    const end = place.current;
    if (!isReady || end === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) near.current();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [isReady]);
  return place;
}
