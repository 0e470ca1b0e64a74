import type { FairnessBeacon } from "@veritick/contract/schemas/fairness.ts";
import { useMemo, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { useFormat } from "../../../../lib/format.ts";
import { useTextOf } from "../../../../locales/text.ts";
import { Card } from "../../../../ui/card.tsx";
import { EmptyState, Loaded } from "../../../../ui/states.tsx";
import type { Loadable } from "../../../../ui/states.tsx";
import { Caption, Num, Skeleton, VisuallyHidden } from "../../../../ui/primitives.tsx";
import {
  across,
  leftOf,
  linePath,
  PlotFrame,
  PlotTimes,
  rangeOf,
  timeLines,
  topOf,
} from "../../../../ui/plot/plot.tsx";
import type { Frame, Span } from "../../../../ui/plot/plot.tsx";
import styles from "./epoch-chart.module.css";
import type { Phase, PriceRun } from "./use-epoch.ts";

type EpochChartCardProps = {
  span: Span;
  phase: Phase;
  beacon: FairnessBeacon["kind"];
  made: PriceRun | undefined;
  published: Loadable<PriceRun>;
};

/** The prices of the hour: computed from its seed if that is public and right, otherwise as published. */
export function EpochChartCard(props: EpochChartCardProps) {
  const { span, phase, beacon, made, published } = props;
  const { chart, chartNote, upcomingChart } = useTextOf("fairness").pages.epochPage;
  const run = made ?? published.data;
  const origin = made !== undefined || (phase === "over" && run === undefined) ? "made" : "published";
  return (
    <Card title={chart[origin]}>
      {phase === "upcoming" ? (
        <EmptyState title={upcomingChart.title} hint={upcomingChart.hint[beacon]} />
      ) : (
        <Loaded
          query={{ ...published, data: run?.milli.length === 0 ? undefined : run }}
          loading={<Skeleton width="100%" height="24rem" />}
        >
          {(known) => (
            <>
              <EpochChart span={span} run={known} />
              <Caption>{chartNote[origin === "published" && phase === "over" ? "instead" : origin]}</Caption>
            </>
          )}
        </Loaded>
      )}
    </Card>
  );
}

/** Times nearer to an edge than this share of the width would cross it. */
const EDGE = 0.07;

/** Draws up to 3,600 prices as one line. Pointer, finger and keys can read each price. */
function EpochChart({ span, run }: { span: Span; run: PriceRun }) {
  const { epochPage } = useTextOf("fairness").pages;
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
            <PlotTimes
              span={span}
              ticks={ticks}
              words={(tick) => format.clock(tick).slice(0, 5)}
              edge={EDGE}
              className={styles["times"]}
            />
          }
        >
          <path d={line} className={styles["line"]} />
        </PlotFrame>
        <PriceReader frame={frame} run={run} />
      </div>
      <VisuallyHidden as="figcaption">
        {epochPage.summary(
          format.clock(firstTick),
          format.clock(lastTick),
          price(milli[0]),
          price(milli[milli.length - 1]),
          price(low),
          price(high),
        )}
      </VisuallyHidden>
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

/** Lies over the chart and shows the time and price under the pointer. For the keyboard it is a slider. */
function PriceReader({ frame, run }: { frame: Frame; run: PriceRun }) {
  const { epochPage } = useTextOf("fairness").pages;
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

const MINUTE = 60;

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: MINUTE,
  PageDown: -MINUTE,
};

/** Returns the tick that a key moves to, or undefined for other keys. */
export function nextTick(key: string, tick: number, { from, to }: Span): number | undefined {
  if (key === "Home") return from;
  if (key === "End") return to;
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(to, Math.max(from, tick + step));
}
