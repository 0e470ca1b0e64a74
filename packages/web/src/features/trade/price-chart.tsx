import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useFollowTime } from "../../api/live/follow.tsx";
import { useLive } from "../../api/live/live.ts";
import { useFormat } from "../../lib/format.ts";
import { useTheme } from "../../lib/preferences.ts";
import { useText } from "../../locales/text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { readChartTheme } from "./chart/chart-theme.ts";
import { composed } from "./chart/composed.ts";
import { createLiveChart } from "./chart/live-chart.ts";
import type { ChartView, LiveChart } from "./chart/live-chart.ts";
import type { ChartWords } from "./chart/pane.ts";
import { marksOf } from "./chart/position-mark.ts";
import styles from "./price-chart.module.css";
import { usePositions } from "./use-positions.ts";

/** How many minutes were chosen to be seen. The same chosen again is another object, and shows them again. */
export type WindowMinutes = { readonly minutes: 5 | 15 };
type PriceChartProps = { choice: WindowMinutes; onZoomed: (isZoomed: boolean) => void };

/** The chart on its canvas. What it shows is told to screen readers by the panel's summary. */
export function PriceChart({ choice, onZoomed }: PriceChartProps) {
  const { history } = useLive();
  const words = useChartWords();
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<LiveChart | undefined>(undefined);
  const [isFollowing, setFollowing] = useState(true);

  useEffect(() => {
    if (!box.current) return;
    const settings = {
      theme: readChartTheme(),
      words,
      windowTicks: choice.minutes * 60,
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

  useEffect(() => chart.current?.setTheme(readChartTheme()), [theme]);
  useEffect(() => chart.current?.setWords(words), [words]);
  useEffect(() => chart.current?.setWindow(choice.minutes * 60), [choice]);
  useChartMarks(chart);

  return (
    <div className={styles["frame"]}>
      <div ref={box} className={styles["canvas"]} aria-hidden="true" />
      <ChartControls chart={() => chart.current} isFollowing={isFollowing} />
    </div>
  );
}

function useChartWords(): ChartWords {
  const format = useFormat();
  const [words, setWords] = useState(() => wordsOf(format));
  if (words.format !== format) setWords(wordsOf(format));
  return words;
}

function wordsOf(format: ReturnType<typeof useFormat>) {
  return {
    format,
    price: (milli: number) => format.price(milli / 1000),
    clock: format.clock,
    profit: format.signedMoney,
  };
}

/** Settled positions leave the chart after a while; looking every ten seconds is exact enough for that. */
function useChartMarks(chart: { readonly current: LiveChart | undefined }) {
  const { positions } = usePositions();
  useFollowTime(10, (nowTick) => {
    if (positions && nowTick !== undefined) chart.current?.setMarks(marksOf(positions, nowTick));
  });
}

type ChartControlsProps = { chart: () => LiveChart | undefined; isFollowing: boolean };

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
export function ChartControls({ chart, isFollowing }: ChartControlsProps) {
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
