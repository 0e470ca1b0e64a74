import type { InfiniteQueryObserverBaseResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Badge, Caption, classNames, Num } from "../../../ui/primitives.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, ListEnd, Loaded, LoadingRows } from "../../../ui/states.tsx";
import type { Loadable, LoadedProps } from "../../../ui/states.tsx";
import { MoreButton } from "../../money/public.ts";
import { useSteadyList } from "./use-steady-list.ts";
import type { SteadyRow } from "./pages.ts";
import styles from "./lists.module.css";

/** The columns of a list on wide screens. Its rows are grids on them. */
export type Columns = "deposits" | "withdrawals" | "users" | "positions" | "one";

type Words = {
  readonly title: string;
  /** The reason why these items wait, shown above the list. */
  readonly intro?: ReactNode;
  /** Without these words, the card is hidden while the list is loading or empty. */
  readonly empty?: { readonly title: string; readonly hint: string };
};

type ListCardProps<T> = {
  words: Words;
  pages: {
    readonly query: Loadable<unknown>;
    readonly items: readonly T[] | undefined;
    readonly olderOpen?: Pick<InfiniteQueryObserverBaseResult, "fetchNextPage"> | undefined;
  };
  isOpen: (item: T) => boolean;
  /** The number of open items on the server, loaded or not. */
  openTotal?: number | undefined;
  /** Tells whether a known item still needs a decision. */
  belongs: (item: T) => boolean;
  columns: Columns;
  Row: ComponentType<SteadyRow<T>>;
  /** The id of the row that the address asks for. It is drawn however far down it is. */
  linkedId?: string | undefined;
};

/** The number of rows drawn at a time. */
const ROWS = 50;
/** The server counts only up to this number. */
const MOST_COUNTED = 10_000;

/** A list of items to decide: loading, failed, empty or filled. A failed refresh keeps the rows. */
export function ListCard<T extends { readonly id: string }>(props: ListCardProps<T>) {
  const { words, belongs } = props;
  const { query, items: known } = props.pages;
  const items = useMemo(() => known?.filter(belongs), [known, belongs]);
  if (known && items) return <LoadedCard {...props} known={known} items={items} />;
  if (!query.isError && words.empty === undefined) return null;
  return (
    <Card title={words.title}>
      <LoadedRows query={query} />
    </Card>
  );
}

type LoadedCardProps<T> = ListCardProps<T> & { known: readonly T[]; items: readonly T[] };

function LoadedCard<T extends { readonly id: string }>(props: LoadedCardProps<T>) {
  const { words, pages, known, items, openTotal = 0, isOpen, columns, Row, linkedId } = props;
  const { list } = useTextOf("admin");
  const format = useFormat();
  const [wanted, setShown] = useState(ROWS);
  const { rows, newCount, holding } = useSteadyList(items, known, linkedId);
  const shown = Math.max(wanted, rows.findIndex(({ item }) => item.id === linkedId) + 1);
  // Open items that are not loaded yet count as undecided.
  const unloaded = pages.olderOpen ? Math.max(0, openTotal - known.filter(isOpen).length) : 0;
  const total = items.length + unloaded;
  const count = `${format.number(total)}${openTotal >= MOST_COUNTED ? "+" : ""}`;
  const hasMore = rows.length > shown || pages.olderOpen !== undefined;
  if (rows.length === 0 && !hasMore && words.empty === undefined) return null;

  async function showMore() {
    setShown(shown + ROWS);
    if (rows.length < shown + ROWS) await pages.olderOpen?.fetchNextPage({ throwOnError: true });
  }

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
                  <MoreButton onMore={showMore} />
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

/** Tells how many new items a list withholds while it stands still. */
export function NewCount({ count }: { count: number }) {
  const { list } = useTextOf("admin");
  return <span role="status">{count > 0 && <Badge tone="warn">{list.news(count)}</Badge>}</span>;
}

export function LoadedRows<T>(props: Pick<LoadedProps<T>, "query" | "children">) {
  return <Loaded {...props} failed={useTextOf("admin").list.failed} loading={<LoadingRows />} />;
}

type ScrollListProps = {
  label: string;
  columns: Columns;
  isBusy?: boolean;
  /** Shown below the rows, inside the box that scrolls. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * A list that scrolls in its own box. It sets the columns and its rows are grids on them, so that rows line up whatever they
 * contain.
 */
export function ScrollList({ label, columns, isBusy = false, foot, children }: ScrollListProps) {
  return (
    // People who scroll with keys must be able to focus the box.
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

/** Returns the class of rows in the page itself. A class of their own may set other columns. */
export const rowsClass = (columns?: Columns, className?: string) =>
  classNames(styles["endlessRows"], columns && styles[columns], className);

type EndlessListProps<T extends { readonly id: string }> = {
  label: string;
  pages: { readonly query: ListQuery; readonly items: readonly T[] | undefined };
  /** All known items, if the list is a part of them. An item that only left the list is then not marked as gone. */
  known?: readonly T[] | undefined;
  /** True if no further page can hold an item of the list. */
  isWhole?: boolean;
  /** Another name makes it another list, which need not stand still. */
  name?: string;
  /** True while the rows are those of the previous list. */
  isBusy?: boolean;
  /** Lays the count of new items over the list, so that it moves nothing. */
  isCountOver?: boolean;
  empty: { readonly title: string; readonly hint: string };
  columns?: Columns;
  className?: string | undefined;
  row: (row: SteadyRow<T>) => ReactNode;
};

/** The part of a paged query that a list uses. */
type ListQuery = Loadable<unknown> & ComponentProps<typeof ListEnd>["pages"];

const NONE: readonly never[] = [];

/** A list in the page itself. It loads more when its end comes near, and stands still while somebody uses it. */
export function EndlessList<T extends { readonly id: string }>(props: EndlessListProps<T>) {
  const { label, pages, known, isWhole = false, name, isBusy = false, isCountOver = false } = props;
  const { query, items } = pages;
  const { list } = useTextOf("admin").userPage;
  const { rows, newCount, holding } = useSteadyList<T>(items ?? NONE, known ?? items ?? NONE, name);
  if (items === undefined) return <LoadedRows query={query} />;
  return (
    <div {...holding} className={styles["endless"]} aria-busy={isBusy}>
      <div className={isCountOver ? styles["countOver"] : undefined}>
        <NewCount count={newCount} />
      </div>
      {rows.length === 0 ? (
        <EmptyState {...props.empty} />
      ) : (
        <>
          <ul aria-label={label} className={rowsClass(props.columns, props.className)}>
            {rows.map(props.row)}
          </ul>
          {!isWhole && <ListEnd pages={query} loading={list.loadingMore} end={list.end} />}
        </>
      )}
    </div>
  );
}
