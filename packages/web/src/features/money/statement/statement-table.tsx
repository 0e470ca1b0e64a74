import { useWindowVirtualizer } from "@tanstack/react-virtual";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useMatches } from "../../../lib/browser.ts";
import { usePrinting } from "../../../lib/print.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { TextLink } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Num, Time, VisuallyHidden } from "../../../ui/primitives.tsx";
import { useMomentIn } from "../zone.ts";
import { countBefore } from "./use-statement.ts";
import type { Pages } from "./use-statement.ts";
import styles from "./statement-page.module.css";

type StatementTableProps = {
  pages: Pages["pages"];
  /** The time zone of the times. */
  zone: string;
  /** True if no more pages follow. */
  isWhole: boolean;
};

/** The number of rows to draw out of sight on either side. On paper, all are drawn. */
const OVERSCAN = 12;

/** A table of any length that draws only the rows in sight. It scrolls with the page. */
export function StatementTable({ pages, zone, isWhole }: StatementTableProps) {
  const { table, columns } = useTextOf("later").statement;
  const body = useRef<HTMLDivElement>(null);
  const entries = pages.flat();
  const isLong = entries.some(
    ({ amount, balanceAfter }) => isLongAmount(amount) || isLongAmount(balanceAfter),
  );
  const rowHeight = useRowHeight(isLong);
  const isPrinting = usePrinting();
  const momentOf = useMomentIn(zone);
  const scrollMargin = useTopOf(body);
  // The result is read only while drawing, and no compiler memoizes anything here.
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

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useStillView(pages, rowHeight, scrollMargin);

  return (
    <div
      role="table"
      className={styles["table"]}
      data-long={isLong || undefined}
      aria-label={table}
      aria-rowcount={isWhole ? entries.length + 1 : -1}
    >
      <VisuallyHidden as="div" role="rowgroup" className={styles["names"]}>
        <div role="row" aria-rowindex={1} className={styles["columns"]}>
          {(["kind", "reference", "time", "amount", "balance"] as const).map((column) => (
            <span key={column} role="columnheader" data-column={column}>
              {columns[column]}
            </span>
          ))}
        </div>
      </VisuallyHidden>
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
            momentOf={momentOf}
            rowIndex={index + 2}
            top={start - scrollMargin}
            height={rowHeight}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * Returns how far down the page an element begins. It measures whenever the page grows, because the growth may be above the
 * element.
 */
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

/** Scrolls along when new entries push the others down, so that users keep the rows they are reading in view. */
function useStillView(pages: Pages["pages"], rowHeight: number, top: number) {
  const first = useRef(pages[0]);
  useLayoutEffect(() => {
    const count = countBefore(first.current, pages);
    first.current = pages[0];
    if (count > 0 && scrollY > top) scrollBy({ top: count * rowHeight, behavior: "instant" });
  }, [pages, rowHeight, top]);
}

type StatementRowProps = {
  entry: StatementEntry;
  momentOf: (instant: string) => string;
  rowIndex: number;
  top: number;
  height: number;
};

const StatementRow = memo(function StatementRow(props: StatementRowProps) {
  const { entry, momentOf, rowIndex, top, height } = props;
  const { statement } = useTextOf("later");
  const format = useFormat();
  const { kind, reference, amount, balanceAfter, createdAt } = entry;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={styles["row"]}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span role="cell" data-column="kind" className={styles["kind"]}>
        {reference !== null && kind.startsWith("position_") ? (
          <TextLink href={`/positions/${reference}`} className={styles["receipt"]}>
            {statement.kinds[kind]}
          </TextLink>
        ) : (
          statement.kinds[kind]
        )}
      </span>
      <span role="cell" data-column="reference" className={styles["reference"]}>
        {reference === null ? (
          <VisuallyHidden className={styles["id"]}>{statement.noReference}</VisuallyHidden>
        ) : (
          <>
            <VisuallyHidden className={styles["id"]} title={reference} translate="no">
              {shortOf(reference)}
            </VisuallyHidden>
            <CopyButton label={`${statement.copyReference} ${shortOf(reference)}`} value={reference} />
          </>
        )}
      </span>
      <span role="cell" data-column="time" className={styles["time"]}>
        <Time dateTime={createdAt}>{momentOf(createdAt)}</Time>
      </span>
      <span role="cell" data-column="amount" data-sign={signOf(amount)} className={styles["amount"]}>
        <Num>{format.signedExactAmount(amount)}</Num>
      </span>
      <span role="cell" data-column="balance" className={styles["balance"]}>
        <span className={styles["name"]}>{statement.columns.balance} </span>
        <Num>{format.exactAmount(balanceAfter)}</Num>
      </span>
    </div>
  );
});

/** Returns the end of an id. Neighbouring rows share its beginning, which is the time. */
const shortOf = (reference: string) => reference.slice(-8);

const signOf = (amount: string) => (amount.startsWith("-") ? "minus" : "plus");

/** Heights in rem, so that rows grow with the user's own text size. The style sheet breaks at the same width. */
const NARROW_ROWS_REM = 4.25;
const LONG_ROWS_REM = 6;
const WIDE_ROWS_REM = 3.25;

const isLongAmount = (amount: string) => /\d{7}\./.test(amount);

/** Returns the height of a row in pixels: one line on wide screens, two on phones, three on phones if figures are long. */
function useRowHeight(isLong: boolean): number {
  const isWide = useMatches("(min-width: 768px)");
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round((isWide ? WIDE_ROWS_REM : isLong ? LONG_ROWS_REM : NARROW_ROWS_REM) * rem);
}
