import { candleStart } from "@veritick/domain/candles.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { useDesk } from "../../api/desk/desk.ts";
import { useFollowTime, writeText } from "../../api/live/follow.tsx";
import { useLive } from "../../api/live/live.ts";
import { candleHistoryOf, candleSecondsOf, windowParts } from "../../api/market/candle-history.ts";
import type { PriceHistory } from "../../api/market/price-history.ts";
import { useFormat } from "../../lib/format.ts";
import type { Format } from "../../lib/format.ts";
import type { DeskMessages } from "../../locales/messages.ts";
import { useDeskText } from "../../locales/text.ts";
import { VisuallyHidden } from "../../ui/primitives.tsx";
import { ZOOM_STEP } from "./chart/live-chart.ts";
import type { LiveChart } from "./chart/live-chart.ts";
import { activeOf } from "./outcomes.ts";
import styles from "./price-chart.module.css";

/** Describes the chart in words for people who do not see it. Read on demand, renewed twice a minute, never announced. */
export function ChartDescription({ id, windowTicks }: { id: string; windowTicks: number }) {
  const { history } = useLive();
  const text = useDeskText().trade.price;
  const format = useFormat();
  const { data: positions = [] } = useDesk().usePositions();
  const caption = useRef<HTMLParagraphElement>(null);

  function describe() {
    const summary = summaryOf(history, windowTicks, format, text);
    writeText(caption.current, `${summary} ${text.summaryPositions(activeOf(positions).length)}`);
  }
  useFollowTime(30, describe);
  const describeLoaded = useEffectEvent(describe);
  useEffect(() => {
    const seconds = candleSecondsOf(windowTicks);
    if (seconds !== undefined) return candleHistoryOf(history, seconds).follow(() => describeLoaded());
  }, [history, windowTicks]);
  return <VisuallyHidden as="p" id={id} ref={caption} />;
}

export type PriceText = DeskMessages["trade"]["price"];

function summaryOf(history: PriceHistory, windowTicks: number, format: Format, text: PriceText): string {
  const parts = windowParts(history, windowTicks);
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return text.noHistory;
  const isLong = last.to - first.from > 2 * 3600;
  const time = (tick: number) =>
    isLong ? format.moment(new Date(tick * 1000).toISOString()) : format.clock(tick);
  const price = (milli: number) => format.price(milli / 1000);
  return text.summary(
    time(first.from),
    time(last.to),
    price(first.open),
    price(last.close),
    price(Math.min(...parts.map(({ low }) => low))),
    price(Math.max(...parts.map(({ high }) => high))),
  );
}

type ReadableCanvasProps = {
  box: RefObject<HTMLDivElement | null>;
  chart: () => LiveChart | undefined;
  windowTicks: number;
  description: string;
};

const READ_STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };

type Reading = { readonly tick: number; readonly from: number; readonly to: number; readonly words: string };

/** Holds the chart: a slider over its time, whose value is the price that the keys reach. Only keys move it. */
export function ReadableCanvas({ box, chart, windowTicks, description }: ReadableCanvasProps) {
  const { history } = useLive();
  const text = useDeskText().trade.price;
  const format = useFormat();
  const [reading, setReading] = useState<Reading>();

  function read(place: (at: number | undefined, from: number, to: number, step: number) => number) {
    const { newest } = history;
    if (newest === undefined) return;
    const step = candleSecondsOf(windowTicks) ?? 1;
    const to = candleStart(newest, step);
    const from = to - windowTicks + step;
    const tick = Math.min(to, Math.max(from, place(reading?.tick, from, to, step)));
    chart()?.read(tick);
    setReading({ tick, from, to, words: wordsAt(tick) });
  }

  function wordsAt(tick: number): string {
    const price = (milli: number) => format.price(milli / 1000);
    const seconds = candleSecondsOf(windowTicks);
    if (seconds === undefined) {
      const milli = history.priceAt(tick);
      return milli === undefined
        ? text.readNothing(format.clock(tick))
        : text.reading(format.clock(tick), price(milli));
    }
    const candle = candleHistoryOf(history, seconds).candleAt(tick);
    if (candle === undefined) return text.readNothing(format.clock(tick));
    const { open, high, low, close } = candle;
    const [since, until] = [format.clock(tick), format.clock(tick + seconds - 1)];
    return text.readCandle(since, until, price(open), price(high), price(low), price(close));
  }

  function stopReading() {
    chart()?.read(undefined);
    setReading(undefined);
  }

  function press(event: KeyboardEvent) {
    const steps = READ_STEPS[event.key];
    const zoom = { "+": 1 / ZOOM_STEP, "-": ZOOM_STEP }[event.key];
    if (steps !== undefined) read((at, _from, to, step) => (at ?? to) + steps * step);
    else if (event.key === "Home") read((_at, from) => from);
    else if (event.key === "End") read((_at, _from, to) => to);
    else if (event.key === "Escape" && reading !== undefined) stopReading();
    else if (zoom !== undefined) chart()?.zoom(zoom);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={box}
      className={styles["canvas"]}
      role="slider"
      tabIndex={0}
      aria-label={text.read}
      aria-describedby={description}
      aria-valuemin={reading?.from ?? 0}
      aria-valuemax={reading?.to ?? 0}
      aria-valuenow={reading?.tick ?? 0}
      aria-valuetext={reading?.words ?? text.readHint}
      onKeyDown={press}
      onBlur={() => reading !== undefined && stopReading()}
    />
  );
}
