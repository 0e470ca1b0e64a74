import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePrinting } from "../../lib/use-printing.ts";
import { useLaterText } from "../../locales/text.ts";
import { countBefore } from "./pages.ts";
import type { Pages } from "./pages.ts";
import { StatementRow } from "./statement-row.tsx";
import styles from "./statement-table.module.css";
import { useRowHeight } from "./use-row-height.ts";

type StatementTableProps = {
  pages: Pages["pages"];
  /** True where nothing is left to be asked for. */
  isWhole: boolean;
  /** To be called when the last rows come near; undefined while there is nothing to ask for. */
  onEnd: (() => void) | undefined;
};

/** Rows out of sight that are kept on either side (on paper all), and how near the end is when more is asked for. */
const OVERSCAN = 12;
const NEAR_END = 30;

/** A table of any length, of which only what is in sight is drawn. The page itself scrolls it. */
export function StatementTable({ pages, isWhole, onEnd }: StatementTableProps) {
  const { table, columns } = useLaterText().statement;
  const body = useRef<HTMLDivElement>(null);
  const entries = pages.flat();
  const rowHeight = useRowHeight();
  const isPrinting = usePrinting();
  const scrollMargin = useTopOf(body);
  // What it gives back is read while drawing only, and nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => entries[index]?.transactionId ?? index,
    overscan: isPrinting ? entries.length : OVERSCAN,
    scrollMargin,
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const isNearEnd = last >= entries.length - NEAR_END;

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useStillView(pages, rowHeight, scrollMargin);
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);

  return (
    <div
      role="table"
      className={styles["table"]}
      aria-label={table}
      aria-rowcount={isWhole ? entries.length + 1 : -1}
    >
      <div role="rowgroup" className={styles["head"]}>
        <div role="row" aria-rowindex={1} className={styles["columns"]}>
          {(["kind", "reference", "time", "amount", "balance"] as const).map((column) => (
            <span key={column} role="columnheader" data-column={column}>
              {columns[column]}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={body}
        role="rowgroup"
        className={styles["body"]}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ key, index, start }) => (
          <StatementRow
            key={key}
            entry={entries[index]!}
            rowIndex={index + 2}
            top={start - scrollMargin}
            height={rowHeight}
          />
        ))}
      </div>
    </div>
  );
}

/** How far down the page an element begins. Looked up whenever the page grows, for that may be above it. */
function useTopOf(element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

/** Newer entries push the others down: who reads further below keeps them in view. */
function useStillView(pages: Pages["pages"], rowHeight: number, top: number) {
  const first = useRef(pages[0]);
  useLayoutEffect(() => {
    const count = countBefore(first.current, pages);
    first.current = pages[0];
    if (count > 0 && scrollY > top) scrollBy({ top: count * rowHeight, behavior: "instant" });
  }, [pages, rowHeight, top]);
}
