import { useEffect, useRef, useState } from "react";
import { useFormat } from "../../lib/format.ts";
import { useLive } from "../../lib/live/live.ts";
import { useFollowTime } from "../../lib/live/follow-time.ts";
import { useTheme } from "../../lib/preferences.ts";
import { ChartControls } from "./chart-controls.tsx";
import { readChartTheme } from "./chart/chart-theme.ts";
import { createLiveChart } from "./chart/live-chart.ts";
import type { LiveChart } from "./chart/live-chart.ts";
import type { ChartWords } from "./chart/pane.ts";
import { marksOf } from "./chart/position-mark.ts";
import { usePositions } from "./use-positions.ts";
import styles from "./price-chart.module.css";

/** The chart on its canvas. What it shows is told to screen readers by the panel's summary. */
export function PriceChart({ windowMinutes }: { windowMinutes: number }) {
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
      windowTicks: windowMinutes * 60,
      onFollowing: setFollowing,
    };
    const made = createLiveChart(box.current, history, settings);
    chart.current = made;
    return () => {
      made.remove();
      chart.current = undefined;
    };
    // The rest of the settings is told to the chart that is there, below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [history]);

  useEffect(() => chart.current?.setTheme(readChartTheme()), [theme]);
  useEffect(() => chart.current?.setWords(words), [words]);
  useEffect(() => chart.current?.setWindow(windowMinutes * 60), [windowMinutes]);
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
