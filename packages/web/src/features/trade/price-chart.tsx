import { useEffect, useRef, useState } from "react";
import { useFormat } from "../../lib/format.ts";
import { useLive } from "../../lib/live/live.ts";
import { useNowTick } from "../../lib/live/now-tick.ts";
import { useTheme } from "../../lib/preferences.ts";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import type { ChartWords } from "./chart/chart-options.ts";
import { readChartTheme } from "./chart/chart-theme.ts";
import { createLiveChart } from "./chart/live-chart.ts";
import type { LiveChart } from "./chart/live-chart.ts";
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
  const text = useText();

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
      {!isFollowing && (
        <Button variant="quiet" className={styles["back"]} onClick={() => chart.current?.follow()}>
          {text.trade.price.backToNow}
        </Button>
      )}
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
  const nowTick = useNowTick(10);
  useEffect(() => {
    if (positions && nowTick !== undefined) chart.current?.setMarks(marksOf(positions, nowTick));
  }, [chart, positions, nowTick]);
}
