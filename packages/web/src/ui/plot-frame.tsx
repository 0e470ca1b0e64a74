import type { ReactNode } from "react";
import { useFormat } from "../lib/format.ts";
import { classNames, Num } from "./primitives.tsx";
import { across, down, pointOf, priceLines, SIDE } from "./plot.ts";
import type { Frame, Span } from "./plot.ts";
import styles from "./plot-frame.module.css";

type PlotFrameProps = {
  frame: Frame;
  className?: string | undefined;
  /** Drawn into the square, above the lines of the prices. */
  children: ReactNode;
  /** Laid over the drawing. */
  over?: ReactNode;
  /** What stands below it, each at its own tick. */
  below: ReactNode;
  /** What stands beside it, each at its own price. */
  beside?: ReactNode;
};

/** A drawing with prices at its right. It is stretched to its place, so that it fits a screen as well as paper. */
export function PlotFrame({ frame, className, children, over, below, beside }: PlotFrameProps) {
  const format = useFormat();
  const lines = priceLines(frame);
  const levels = lines.map((milli) => `M0 ${pointOf(frame, frame.from, milli).y}H${SIDE}`);
  return (
    <div className={classNames(styles["frame"], className)} aria-hidden="true">
      <div className={styles["plot"]}>
        <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" className={styles["drawing"]}>
          <path d={levels.join("")} className={styles["grid"]} />
          {children}
        </svg>
        {over}
      </div>
      <div className={styles["prices"]}>
        {lines.map((milli) => (
          <Num
            key={milli}
            data-milli={milli}
            className={styles["price"]}
            style={{ top: topOf(frame, milli) }}
          >
            {format.price(milli / 1000)}
          </Num>
        ))}
        {beside}
      </div>
      <div className={styles["below"]}>{below}</div>
    </div>
  );
}

const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

/** Where a price is in the place of the drawing. */
export const topOf = (frame: Frame, milli: number) => percent(down(frame, milli));

/** Where a tick is, from the left and from the right. */
export const leftOf = (span: Span, tick: number) => percent(across(span, tick));
export const rightOf = (span: Span, tick: number) => percent(1 - across(span, tick));
