import type { ReactNode } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { EmptyState, ListEnd } from "../../../ui/states/placeholders.tsx";
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
  const { list } = useAdminText().userPage;
  const { rows, newCount, holding } = useSteadyList<T>(items ?? NONE, known ?? items ?? NONE, name);
  if (items === undefined) {
    const isFailed = query.isError && !query.isFetching;
    return isFailed ? <FailedList onRetry={() => query.refetch()} /> : <LoadingRows />;
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
          {!isWhole && <ListEnd pages={query} loading={list.loadingMore} end={list.end} />}
        </>
      )}
    </div>
  );
}
