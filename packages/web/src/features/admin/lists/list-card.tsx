import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { Skeleton } from "../../../ui/states/loading.tsx";
import { classNames, Quiet } from "../../../ui/primitives.tsx";
import { LoadFailed } from "../../../ui/states/load-failed.tsx";
import styles from "./lists.module.css";
import type { SteadyRow } from "./steady-list.ts";
import { useSteadyList } from "./use-steady-list.ts";

type Words = {
  readonly title: string;
  /** Without these words there is no card while the list is loading or empty. */
  readonly empty?: { readonly title: string; readonly hint: string };
};

type ListCardProps<T> = {
  words: Words;
  query: UseQueryResult<T[]>;
  /** How many there are in all: the list holds only the newest of very many. */
  total?: number | undefined;
  /** What of all that is known is to be decided. */
  belongs: (item: T) => boolean;
  /** The columns of its rows on wide screens. */
  columns: "deposits" | "withdrawals";
  Row: ComponentType<SteadyRow<T>>;
};

/** The server lists no more open ones at once. */
const MOST_LISTED = 500;
/** Rows beyond the first that are drawn at a time. */
const ROWS = 50;

/** A list of what is to be decided: loading, failed, empty, or filled. A failed refresh keeps what was there. */
export function ListCard<T extends { readonly id: string }>(props: ListCardProps<T>) {
  const { words, query, belongs } = props;
  const known = query.data;
  const items = useMemo(() => known?.filter(belongs), [known, belongs]);
  if (known && items) return <LoadedCard {...props} known={known} items={items} />;
  const isFailed = query.isError && !query.isFetching;
  if (!isFailed && words.empty === undefined) return null;
  return (
    <Card title={words.title}>
      {isFailed ? <FailedList onRetry={() => query.refetch()} /> : <LoadingRows />}
    </Card>
  );
}

type LoadedCardProps<T> = Omit<ListCardProps<T>, "query"> & { known: readonly T[]; items: readonly T[] };

function LoadedCard<T extends { readonly id: string }>(props: LoadedCardProps<T>) {
  const { words, known, items, total = 0, columns, Row } = props;
  const { list } = useAdminText();
  const [shown, setShown] = useState(ROWS);
  const { rows, newCount, holding } = useSteadyList(items, known);
  const isCut = items.length >= MOST_LISTED && total > items.length;
  if (rows.length === 0 && words.empty === undefined) return null;
  return (
    <Card
      title={`${words.title} (${Math.max(items.length, isCut ? total : 0)})`}
      aside={<NewCount count={newCount} />}
    >
      {isCut && <Quiet>{list.cut(items.length)}</Quiet>}
      <div {...holding}>
        {rows.length === 0 && words.empty ? (
          <EmptyState {...words.empty} />
        ) : (
          <ScrollList
            label={list.rows(words.title)}
            columns={columns}
            foot={
              rows.length > shown && (
                <Button variant="quiet" onClick={() => setShown(shown + ROWS)}>
                  {list.more}
                </Button>
              )
            }
          >
            {rows.slice(0, shown).map(({ item, isGone }) => (
              <Row key={item.id} item={item} isGone={isGone} />
            ))}
          </ScrollList>
        )}
      </div>
    </Card>
  );
}

/** Says that there is more than the list shows while it stands still. */
export function NewCount({ count }: { count: number }) {
  const { list } = useAdminText();
  return <span role="status">{count > 0 && <Badge tone="warn">{list.news(count)}</Badge>}</span>;
}

export function FailedList({ onRetry }: { onRetry: () => unknown }) {
  return <LoadFailed title={useAdminText().list.failed} onRetry={onRetry} />;
}

export function LoadingRows() {
  const { common } = useText();
  return (
    <div role="status" aria-label={common.loading}>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles["row"]}>
          <Skeleton width={200} height={20} />
          <Skeleton width={120} height={20} />
        </div>
      ))}
    </div>
  );
}

type ScrollListProps = {
  label: string;
  columns: "deposits" | "withdrawals" | "users";
  isBusy?: boolean;
  /** Below the rows, inside what scrolls. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * A list that scrolls in a place of its own. Its rows are grids on the columns that it sets, so that they line up
 * whatever is in them.
 */
export function ScrollList({ label, columns, isBusy = false, foot, children }: ScrollListProps) {
  return (
    // What scrolls must be reachable for those who scroll with keys.
    <div
      className={styles["scroll"]}
      role="group"
      aria-label={label}
      aria-busy={isBusy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <ul className={classNames(styles["rows"], styles[columns])}>{children}</ul>
      {foot && <div className={styles["foot"]}>{foot}</div>}
    </div>
  );
}
