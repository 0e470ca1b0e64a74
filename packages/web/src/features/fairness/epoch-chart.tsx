import { useMemo } from "react";
import { useFormat } from "../../lib/format.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import { across, linePath, rangeOf, timeLines } from "../../ui/plot.ts";
import type { Frame, Span } from "../../ui/plot.ts";
import { leftOf, PlotFrame } from "../../ui/plot-frame.tsx";
import styles from "./epoch-chart.module.css";
import { PriceReader } from "./price-reader.tsx";
import type { PriceRun } from "./price-run.ts";

/** Times this near to an edge would reach over it. */
const EDGE = 0.07;

/** Up to 3,600 prices as one line, each of which can be read by pointer, finger or key. */
export function EpochChart({ span, run }: { span: Span; run: PriceRun }) {
  const { epochPage } = useFairnessText().pages;
  const format = useFormat();
  const { from, to } = span;
  const { frame, line, low, high } = useMemo(() => draw({ from, to }, run), [from, to, run]);
  const { firstTick, milli } = run;
  const lastTick = firstTick + milli.length - 1;
  const price = (value: number | undefined) => format.price((value ?? 0) / 1000);
  const { ticks } = timeLines(span, 6);
  return (
    <figure className={styles["figure"]}>
      <div className={styles["place"]}>
        <PlotFrame
          frame={frame}
          className={styles["chart"]}
          below={
            <div className={styles["times"]}>
              {ticks
                .filter((tick) => Math.abs(across(span, tick) - 0.5) <= 0.5 - EDGE)
                .map((tick) => (
                  <Num key={tick} className={styles["time"]} style={{ left: leftOf(span, tick) }}>
                    {format.clock(tick).slice(0, 5)}
                  </Num>
                ))}
            </div>
          }
        >
          <path d={line} className={styles["line"]} />
        </PlotFrame>
        <PriceReader frame={frame} run={run} />
      </div>
      <figcaption className={styles["unseen"]}>
        {epochPage.summary(
          format.clock(firstTick),
          format.clock(lastTick),
          price(milli[0]),
          price(milli[milli.length - 1]),
          price(low),
          price(high),
        )}
      </figcaption>
    </figure>
  );
}

function draw(span: Span, { firstTick, milli }: PriceRun) {
  const known = Array.from(milli);
  const low = known.reduce((least, each) => Math.min(least, each));
  const high = known.reduce((most, each) => Math.max(most, each));
  const frame: Frame = { ...span, ...rangeOf([low, high]) };
  const lastTick = firstTick + known.length - 1;
  const line = linePath(frame, (tick) => known[tick - firstTick], { from: firstTick, to: lastTick });
  return { frame, line, low, high };
}
