import { candleStart } from "@veritick/domain/candles.ts";
import type { Candle } from "@veritick/domain/candles.ts";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { useFollowTime, writeText } from "../../api/live/follow.tsx";
import { useLive } from "../../api/live/live.ts";
import { candleHistoryOf, candleSecondsOf, windowParts } from "../../api/market/candle-history.ts";
import type { PriceHistory } from "../../api/market/price-history.ts";
import { useFormat } from "../../lib/format.ts";
import type { Format } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useTheme } from "../../lib/preferences.ts";
import { useText } from "../../locales/text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TableIcon } from "../../ui/icons.tsx";
import { VisuallyHidden } from "../../ui/primitives.tsx";
import { forcedColours, readChartTheme } from "./chart/chart-theme.ts";
import { composed } from "./chart/composed.ts";
import { createLiveChart } from "./chart/live-chart.ts";
import type { ChartView, LiveChart } from "./chart/live-chart.ts";
import type { ChartWords } from "./chart/pane.ts";
import { marksOf } from "./chart/position-mark.ts";
import styles from "./price-chart.module.css";
import { activeOf, usePositions } from "./use-positions.ts";

const PriceTable = lazyPart(async () => ({ default: (await import("./price-table.tsx")).PriceTable }));

/** How many minutes were chosen to be seen. The same chosen again is another object, and shows them again. */
export type WindowMinutes = { readonly minutes: 5 | 15 | 60 | 1_440 };
type PriceChartProps = { choice: WindowMinutes; onZoomed: (isZoomed: boolean) => void };

/** The chart on its canvas, with its content in words and in a table. */
export function PriceChart({ choice, onZoomed }: PriceChartProps) {
  const { history } = useLive();
  const words = useChartWords();
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<LiveChart | undefined>(undefined);
  const [isFollowing, setFollowing] = useState(true);
  const [isTableOpen, setTableOpen] = useState(false);
  const windowTicks = choice.minutes * 60;
  const description = useId();

  useEffect(() => {
    if (!box.current) return;
    const settings = {
      theme: readChartTheme(),
      words,
      windowTicks,
      onView({ isFollowing: follows, isZoomed }: ChartView) {
        setFollowing(follows);
        onZoomed(isZoomed);
      },
    };
    const made = createLiveChart(box.current, history, settings);
    chart.current = made;
    const showComposed = () => made.setComposed(composed.get());
    showComposed();
    const stop = composed.subscribe(showComposed);
    return () => {
      stop();
      made.remove();
      chart.current = undefined;
    };
    // The rest of the settings is told to the chart that is there, below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [history]);

  useEffect(() => {
    const retheme = () => chart.current?.setTheme(readChartTheme());
    retheme();
    const forced = forcedColours();
    forced.addEventListener("change", retheme);
    return () => forced.removeEventListener("change", retheme);
  }, [theme]);
  useEffect(() => chart.current?.setWords(words), [words]);
  // The same choice made again shows the window again.
  useEffect(() => chart.current?.setWindow(choice.minutes * 60), [choice]);
  useChartMarks(chart);

  return (
    <div className={styles["frame"]}>
      <ChartDescription id={description} windowTicks={windowTicks} />
      <ReadableCanvas box={box} chart={() => chart.current} {...{ windowTicks, description }} />
      <ChartControls
        chart={() => chart.current}
        isFollowing={isFollowing}
        onTable={() => setTableOpen(true)}
      />
      {isTableOpen && <PriceTable windowTicks={windowTicks} onClose={() => setTableOpen(false)} />}
    </div>
  );
}

/** The chart in words, for those who do not see it: read on demand, renewed twice a minute, never announced. */
function ChartDescription({ id, windowTicks }: { id: string; windowTicks: number }) {
  const { history } = useLive();
  const text = useText().trade.price;
  const format = useFormat();
  const { positions = [] } = usePositions();
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

type PriceText = ReturnType<typeof useText>["trade"]["price"];

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
  /** The id of what describes it. */
  description: string;
};

/** How many ticks or candles a key moves the crosshair. */
const READ_STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };

type Reading = { readonly tick: number; readonly from: number; readonly to: number; readonly words: string };

/** Where the chart is drawn: a slider over its time, whose value is the price that the keys lead to. It speaks only of keys. */
function ReadableCanvas({ box, chart, windowTicks, description }: ReadableCanvasProps) {
  const { history } = useLive();
  const text = useText().trade.price;
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
    const zoom = { "+": 1 / STEP, "-": STEP }[event.key];
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

function useChartWords(): ChartWords {
  const format = useFormat();
  const text = useText().trade.price;
  const [words, setWords] = useState(() => wordsOf(format, text));
  if (words.format !== format || words.text !== text) setWords(wordsOf(format, text));
  return words;
}

function wordsOf(format: Format, text: PriceText) {
  const price = (milli: number) => format.price(milli / 1000);
  return {
    format,
    text,
    price,
    clock: format.clock,
    profit: format.signedMoney,
    candle: ({ open, high, low, close }: Candle) =>
      text.candle(price(open), price(high), price(low), price(close)),
    noHistory: text.noHistory,
  };
}

/** Settled positions leave the chart after a while; looking every ten seconds is exact enough for that. */
function useChartMarks(chart: { readonly current: LiveChart | undefined }) {
  const { positions } = usePositions();
  useFollowTime(10, (nowTick) => {
    if (positions && nowTick !== undefined) chart.current?.setMarks(marksOf(positions, nowTick));
  });
}

type ChartControlsProps = {
  chart: () => LiveChart | undefined;
  isFollowing: boolean;
  onTable: () => void;
};

const STEP = 1.5;

/** What the arrow keys and their neighbours do while one of the buttons has the focus. */
const KEYS: Record<string, (chart: LiveChart) => void> = {
  ArrowLeft: (chart) => chart.pan(-0.2),
  ArrowRight: (chart) => chart.pan(0.2),
  "+": (chart) => chart.zoom(1 / STEP),
  "-": (chart) => chart.zoom(STEP),
  End: (chart) => chart.follow(),
};

/** Moves the chart without dragging it: by button or by key. */
function ChartControls({ chart, isFollowing, onTable }: ChartControlsProps) {
  const text = useText().trade.price;

  function press(event: KeyboardEvent) {
    const move = KEYS[event.key];
    const shown = chart();
    if (move === undefined || shown === undefined) return;
    event.preventDefault();
    move(shown);
  }

  return (
    <div role="group" aria-label={text.move} className={styles["controls"]}>
      <IconButton
        label={text.zoomOut}
        className={styles["zoom"]}
        onKeyDown={press}
        onClick={() => chart()?.zoom(STEP)}
      >
        {"\u2212"}
      </IconButton>
      <IconButton
        label={text.zoomIn}
        className={styles["zoom"]}
        onKeyDown={press}
        onClick={() => chart()?.zoom(1 / STEP)}
      >
        +
      </IconButton>
      <IconButton label={text.showTable} className={styles["zoom"]} onKeyDown={press} onClick={onTable}>
        <TableIcon size={18} />
      </IconButton>
      {!isFollowing && (
        <Button
          variant="quiet"
          className={styles["back"]}
          onKeyDown={press}
          onClick={() => chart()?.follow()}
        >
          {text.backToNow}
        </Button>
      )}
    </div>
  );
}
