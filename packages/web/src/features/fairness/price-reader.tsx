import { useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { useFormat } from "../../lib/format.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import { across } from "../../ui/plot.ts";
import type { Frame } from "../../ui/plot.ts";
import { leftOf, topOf } from "../../ui/plot-frame.tsx";
import styles from "./epoch-chart.module.css";
import { nextTick } from "./next-tick.ts";
import type { PriceRun } from "./price-run.ts";

/** Lies over the drawing and tells time and price of what a pointer is on; by keys it is a slider. */
export function PriceReader({ frame, run }: { frame: Frame; run: PriceRun }) {
  const { epochPage } = useFairnessText().pages;
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const [tick, setTick] = useState<number>();
  const { firstTick, milli } = run;
  const lastTick = firstTick + milli.length - 1;
  const within = (each: number) => Math.min(lastTick, Math.max(firstTick, Math.round(each)));
  const at = tick === undefined ? undefined : within(tick);
  const price = at === undefined ? undefined : milli[at - firstTick];

  function point({ clientX }: PointerEvent) {
    const { left, width } = place.current!.getBoundingClientRect();
    setTick(within(frame.from + ((clientX - left) / width) * (frame.to - frame.from)));
  }

  function press(event: KeyboardEvent) {
    const next = nextTick(event.key, at ?? lastTick, { from: firstTick, to: lastTick });
    if (next === undefined) return;
    event.preventDefault();
    setTick(next);
  }

  const words = (each: number) =>
    `${format.clock(each)}, ${format.price((milli[each - firstTick] ?? 0) / 1000)}`;
  return (
    <div
      ref={place}
      role="slider"
      tabIndex={0}
      aria-label={epochPage.read}
      aria-valuemin={firstTick}
      aria-valuemax={lastTick}
      aria-valuenow={at ?? lastTick}
      aria-valuetext={words(at ?? lastTick)}
      className={styles["reader"]}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && setTick(undefined)}
      onFocus={() => setTick((known) => known ?? lastTick)}
      onBlur={() => setTick(undefined)}
      onKeyDown={press}
    >
      {at !== undefined && price !== undefined && (
        <>
          <span className={styles["cross"]} style={{ left: leftOf(frame, at) }} />
          <span className={styles["dot"]} style={{ left: leftOf(frame, at), top: topOf(frame, price) }} />
          <Num
            className={styles["tag"]}
            data-side={across(frame, at) > 0.5 ? "left" : "right"}
            style={{ left: leftOf(frame, at) }}
          >
            <strong>{format.price(price / 1000)}</strong> {format.clock(at)}
          </Num>
        </>
      )}
    </div>
  );
}
