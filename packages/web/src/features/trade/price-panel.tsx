import { Suspense, useId, useRef, useState } from "react";
import type { Liveness } from "../../api/live/connection.ts";
import { LiveText, useFollow, useFollowTime, writeText } from "../../api/live/follow.tsx";
import { useLive, usePriceAge, useStore } from "../../api/live/live.ts";
import type { PriceHistory } from "../../api/market/price-history.ts";
import { useFormat } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useText } from "../../locales/text.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/states/loading.tsx";
import { Num, VisuallyHidden } from "../../ui/primitives.tsx";
import { ConnectionState } from "./connection-state.tsx";
import type { WindowMinutes } from "./price-chart.tsx";
import { PriceGauge } from "./price-gauge.tsx";
import styles from "./price-panel.module.css";
import { activeOf, usePositions } from "./use-positions.ts";

/** The price itself does not wait for the chart. */
const PriceChart = lazyPart(async () => ({ default: (await import("./price-chart.tsx")).PriceChart }));

/** The price now, the chart of the last minutes and the gauge. */
export function PricePanel() {
  const text = useText().trade;
  const [choice, setChoice] = useState<WindowMinutes>({ minutes: 5 });
  const [isZoomed, setZoomed] = useState(false);
  return (
    <Card
      title={
        <span className={styles["title"]}>
          {text.pair}
          <ConnectionState />
        </span>
      }
      aside={<WindowChoice value={isZoomed ? undefined : choice.minutes} onChange={setChoice} />}
    >
      <PriceReadout />
      <figure className={styles["plot"]} data-plot aria-label={text.price.chart}>
        <ChartDescription windowMinutes={choice.minutes} />
        <div className={styles["chart"]}>
          <Suspense fallback={<div className={styles["waiting"]}>{<Spinner />}</div>}>
            <PriceChart choice={choice} onZoomed={setZoomed} />
          </Suspense>
          <div className={styles["banner"]}>
            <ConnectionBanner />
          </div>
        </div>
        <PriceGauge />
      </figure>
    </Card>
  );
}

const isTrouble = (state: Liveness): state is "stale" | "reconnecting" | "lost" =>
  state === "stale" || state === "reconnecting" || state === "lost";

/** Says that the price is old, how old, and what that means; nothing while all is well. */
function ConnectionBanner() {
  const { liveness, wake } = useLive();
  const state = useStore(liveness, (value) => value);
  const text = useText().trade.live;
  if (!isTrouble(state)) return null;
  const words = { stale: text.staleText, reconnecting: text.reconnectingText, lost: text.lostText };
  return (
    <Banner
      tone="warn"
      action={
        state !== "stale" && (
          <Button variant="quiet" onClick={wake}>
            {text.tryAgain}
          </Button>
        )
      }
    >
      {words[state]} <PriceAge />
    </Banner>
  );
}

function PriceAge() {
  const text = useText().trade.live;
  const age = usePriceAge();
  return age === undefined ? null : <Num>({text.age(age)})</Num>;
}

/** The chart in words, for those who do not see it: read on demand, renewed twice a minute, never announced. */
function ChartDescription({ windowMinutes }: { windowMinutes: number }) {
  const { history } = useLive();
  const text = useText().trade.price;
  const format = useFormat();
  const { positions = [] } = usePositions();
  const caption = useRef<HTMLElement>(null);
  const price = (milli: number) => format.price(milli / 1000);

  useFollowTime(30, () => {
    const summary = summarisePrices(history, windowMinutes * 60);
    const words =
      summary === undefined
        ? text.noHistory
        : text.summary(
            windowMinutes,
            price(summary.fromMilli),
            price(summary.toMilli),
            price(summary.lowMilli),
            price(summary.highMilli),
          );
    writeText(caption.current, `${words} ${text.summaryPositions(activeOf(positions).length)}`);
  });
  return <VisuallyHidden as="figcaption" ref={caption} />;
}

/** What a chart of the last ticks says in words. Prices are in thousandths. */
type PriceSummary = {
  readonly fromMilli: number;
  readonly toMilli: number;
  readonly lowMilli: number;
  readonly highMilli: number;
};

function summarisePrices(history: PriceHistory, ticks: number): PriceSummary | undefined {
  const newest = history.newest;
  if (newest === undefined) return undefined;
  const known = Array.from({ length: ticks }, (_, index) =>
    history.priceAt(newest - ticks + 1 + index),
  ).filter((milli) => milli !== undefined);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { fromMilli: first, toMilli: last, lowMilli: Math.min(...known), highMilli: Math.max(...known) };
}

const WINDOW_MINUTES = [5, 15] as const;

type WindowChoiceProps = {
  /** Undefined where the chart was zoomed and shows neither. */
  value: WindowMinutes["minutes"] | undefined;
  onChange: (value: WindowMinutes) => void;
};

/** How many minutes the chart shows: small, because it sits in the head of the panel. */
function WindowChoice({ value, onChange }: WindowChoiceProps) {
  const text = useText().trade.price;
  const name = useId();
  return (
    <div className={styles["choice"]} role="radiogroup" aria-label={text.window}>
      {WINDOW_MINUTES.map((minutes) => (
        <label key={minutes} className={styles["option"]}>
          <input
            type="radio"
            name={name}
            className={styles["radio"]}
            checked={minutes === value}
            onChange={() => onChange({ minutes })}
          />
          {text.windowMinutes(minutes)}
        </label>
      ))}
    </div>
  );
}

const UNKNOWN = "\u2013";

/** The price now and its change since the second before. */
function PriceReadout() {
  const { liveness } = useLive();
  const text = useText();
  const format = useFormat();
  const isLive = useStore(liveness, (value) => value === "live");
  return (
    <div className={styles["readout"]} data-live={isLive || undefined}>
      <VisuallyHidden>{text.trade.price.now} </VisuallyHidden>
      <LiveText
        className={styles["price"]}
        text={({ milli }) => format.price(milli / 1000)}
        data-testid="price"
      />
      <Change />
    </div>
  );
}

function Change() {
  const { price } = useLive();
  const text = useText();
  const format = useFormat();
  const line = useRef<HTMLParagraphElement>(null);
  const absolute = useRef<HTMLSpanElement>(null);
  const percent = useRef<HTMLSpanElement>(null);

  useFollow(price, ({ milli, previousMilli }) => {
    if (!line.current) return;
    const change = previousMilli === undefined ? undefined : priceChange(previousMilli, milli);
    line.current.dataset["direction"] = change === undefined ? "none" : change.isDown ? "down" : "up";
    writeText(absolute.current, change === undefined ? UNKNOWN : format.signedPrice(change.milli / 1000));
    writeText(percent.current, change === undefined ? "" : format.percent(change.ratio));
  });

  return (
    <p ref={line} className={styles["change"]} data-testid="price-change">
      <VisuallyHidden>{text.trade.price.change} </VisuallyHidden>
      <ArrowUpIcon size={14} className={styles["up"]} />
      <ArrowDownIcon size={14} className={styles["down"]} />
      <Num ref={absolute} className={styles["absolute"]} />
      <Num ref={percent} />
    </p>
  );
}

/** A move between two prices in thousandths, also as a share of the earlier one. */
type PriceChange = { readonly milli: number; readonly ratio: number; readonly isDown: boolean };

export function priceChange(previousMilli: number, milli: number): PriceChange {
  const change = milli - previousMilli;
  return { milli: change, ratio: change / previousMilli, isDown: change < 0 };
}
