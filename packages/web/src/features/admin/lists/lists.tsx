import type { InfiniteQueryObserverBaseResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Badge, Caption, Num } from "../../../ui/primitives.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, Loaded, LoadingRows } from "../../../ui/states.tsx";
import { ListEnd } from "../../../ui/list-end.tsx";
import type { Loadable, LoadedProps } from "../../../ui/states.tsx";
import { MoreButton } from "../../money/public-history.ts";
import { useSteadyList } from "./use-steady-list.ts";
import { Rows } from "./record-table.tsx";
import type { RecordTable } from "./record-table.tsx";
import { SelectionInList, useSelection } from "./selection.tsx";
import styles from "./lists.module.css";

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
  table: RecordTable<T>;
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
  const { words, pages, known, items, openTotal = 0, isOpen, table, linkedId } = props;
  const { list } = useTextOf("admin");
  const format = useFormat();
  const [wanted, setShown] = useState(ROWS);
  const { rows, newCount, holding } = useSteadyList(items, known, linkedId);
  const selection = useSelection(rows, table.together);
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
    <Card
      title={`${words.title} (${count})`}
      aside={
        <>
          <NewCount count={newCount} />
          {rows.length > 0 && selection.bar}
        </>
      }
    >
      {words.intro}
      <div {...holding}>
        {rows.length === 0 && !hasMore && words.empty ? (
          <EmptyState {...words.empty} />
        ) : (
          <ScrollList
            label={list.rows(words.title)}
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
            <SelectionInList value={selection.context}>
              <Rows table={table} rows={rows.slice(0, shown)} linkedId={linkedId} />
            </SelectionInList>
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
  isBusy?: boolean;
  /** Shown below the rows, inside the box that scrolls. */
  foot?: ReactNode;
  children: ReactNode;
};

/** A list that scrolls in its own box. */
export function ScrollList({ label, isBusy = false, foot, children }: ScrollListProps) {
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
      {children}
      {foot && <div className={styles["foot"]}>{foot}</div>}
    </div>
  );
}

type EndlessListProps<T> = {
  label: string;
  table: RecordTable<T>;
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
  /** Lets people select rows and decide them together, as the table says. */
  isSelectable?: boolean;
  empty: { readonly title: string; readonly hint: string };
  linkedId?: string | undefined;
};

/** The part of a paged query that a list uses. */
type ListQuery = Loadable<unknown> & ComponentProps<typeof ListEnd>["pages"];

const NONE: readonly never[] = [];

/** A list in the page itself. It loads more when its end comes near, and stands still while somebody uses it. */
export function EndlessList<T extends { readonly id: string }>(props: EndlessListProps<T>) {
  const { label, table, pages, known, isWhole = false, name, linkedId } = props;
  const { isBusy = false, isCountOver = false, isSelectable = false } = props;
  const { query, items } = pages;
  const { list } = useTextOf("admin").userPage;
  const { rows, newCount, holding } = useSteadyList<T>(items ?? NONE, known ?? items ?? NONE, name);
  const selection = useSelection(rows, table.together, isSelectable);
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
          {selection.bar}
          <SelectionInList value={selection.context}>
            <Rows aria-label={label} table={table} rows={rows} linkedId={linkedId} />
          </SelectionInList>
          {!isWhole && <ListEnd pages={query} loading={list.loadingMore} end={list.end} />}
        </>
      )}
    </div>
  );
}
