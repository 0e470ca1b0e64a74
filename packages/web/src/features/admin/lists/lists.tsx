import { useMemo, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { errorText } from "../../../api/client.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Badge, Caption, classNames, Num, Skeleton } from "../../../ui/primitives.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, ListEnd, LoadFailed } from "../../../ui/states.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { useSteadyList } from "./use-steady-list.ts";
import type { SteadyRow } from "./pages.ts";
import styles from "./lists.module.css";

type Words = {
  readonly title: string;
  /** Why these wait, above the list. */
  readonly intro?: ReactNode;
  /** Without these words there is no card while the list is loading or empty. */
  readonly empty?: { readonly title: string; readonly hint: string };
};

type ListCardProps<T> = {
  words: Words;
  pages: {
    readonly query: {
      readonly isError: boolean;
      readonly isFetching: boolean;
      readonly refetch: () => unknown;
    };
    readonly items: readonly T[] | undefined;
    readonly olderOpen?: MoreQuery | undefined;
  };
  isOpen: (item: T) => boolean;
  /** How many are open on the server, loaded or not. */
  openTotal?: number | undefined;
  /** What of all that is known is to be decided. */
  belongs: (item: T) => boolean;
  /** The columns of its rows on wide screens. */
  columns: "deposits" | "withdrawals";
  Row: ComponentType<SteadyRow<T>>;
  /** The id of the row that somebody looks for. It is drawn however far down it is. */
  sought?: string | undefined;
};

/** Rows that are drawn at a time. */
const ROWS = 50;
/** The server counts no further. */
const MOST_COUNTED = 10_000;

/** A list of what is to be decided: loading, failed, empty, or filled. A failed refresh keeps what was there. */
export function ListCard<T extends { readonly id: string }>(props: ListCardProps<T>) {
  const { words, belongs } = props;
  const { query, items: known } = props.pages;
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

type LoadedCardProps<T> = ListCardProps<T> & { known: readonly T[]; items: readonly T[] };

function LoadedCard<T extends { readonly id: string }>(props: LoadedCardProps<T>) {
  const { words, pages, known, items, openTotal = 0, isOpen, columns, Row, sought } = props;
  const { list } = useAdminText();
  const format = useFormat();
  const [wanted, setShown] = useState(ROWS);
  const { rows, newCount, holding } = useSteadyList(items, known, sought);
  const shown = Math.max(wanted, rows.findIndex(({ item }) => item.id === sought) + 1);
  // Whatever is not loaded yet counts as to be decided.
  const unloaded = pages.olderOpen ? Math.max(0, openTotal - known.filter(isOpen).length) : 0;
  const total = items.length + unloaded;
  const count = `${format.number(total)}${openTotal >= MOST_COUNTED ? "+" : ""}`;
  const hasMore = rows.length > shown || pages.olderOpen !== undefined;
  if (rows.length === 0 && !hasMore && words.empty === undefined) return null;
  return (
    <Card title={`${words.title} (${count})`} aside={<NewCount count={newCount} />}>
      {words.intro}
      <div {...holding}>
        {rows.length === 0 && !hasMore && words.empty ? (
          <EmptyState {...words.empty} />
        ) : (
          <ScrollList
            label={list.rows(words.title)}
            columns={columns}
            foot={
              hasMore && (
                <>
                  <Caption>
                    <Num>{list.shown(format.number(Math.min(shown, rows.length)), count)}</Num>
                  </Caption>
                  <ShowMore
                    query={rows.length < shown + ROWS ? pages.olderOpen : undefined}
                    onPress={() => setShown(shown + ROWS)}
                  />
                </>
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

/** What an infinite query says of its next page. */
type MoreQuery = {
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<{ error: Error | null; isFetchNextPageError: boolean }>;
};

type ShowMoreProps = {
  /** Undefined where what comes next is loaded already. */
  query: MoreQuery | undefined;
  onPress?: () => void;
};

/** Loads the next page of a list, and says so where that failed. */
export function ShowMore({ query, onPress }: ShowMoreProps) {
  const text = useText();
  const { list } = useAdminText();

  async function more() {
    onPress?.();
    if (query === undefined) return;
    const { error, isFetchNextPageError } = await query.fetchNextPage();
    if (!isFetchNextPageError) return;
    const body = errorText(error, text, text.common.unknownError);
    notify({ title: list.moreFailed, body, tone: "destructive" });
  }

  return (
    <Button variant="quiet" pending={query?.isFetchingNextPage ?? false} onClick={() => void more()}>
      {list.more}
    </Button>
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

type EndlessListProps<T extends { readonly id: string }> = {
  label: string;
  pages: { readonly query: ListQuery; readonly items: readonly T[] | undefined };
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

/** What a list asks of the query of its pages. */
type ListQuery = Record<"isError" | "isFetching" | "hasNextPage" | "isFetchNextPageError", boolean> & {
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => Promise<unknown>;
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
