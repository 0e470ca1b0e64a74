import type { Candle } from "@veritick/domain/candles.ts";
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useDesk } from "../../api/desk/desk.ts";
import { useFollowTime } from "../../api/live/follow.tsx";
import { useLive } from "../../api/live/live.ts";
import { useFormat } from "../../lib/format.ts";
import type { Format } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useTheme } from "../../lib/preferences.ts";
import { useDeskText } from "../../locales/text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TableIcon } from "../../ui/more-icons.tsx";
import { ChartDescription, ReadableCanvas } from "./chart-reader.tsx";
import type { PriceText } from "./chart-reader.tsx";
import { forcedColours, readChartTheme } from "./chart/chart-theme.ts";
import { orderPreview } from "./order-preview.ts";
import { createLiveChart, ZOOM_STEP } from "./chart/live-chart.ts";
import type { LiveChart } from "./chart/live-chart.ts";
import type { ChartWords } from "./chart/pane.ts";
import { marksOf } from "./chart/position-mark.ts";
import styles from "./price-chart.module.css";

const PriceTable = lazyPart(async () => (await import("./price-table.tsx")).PriceTable);

/** The chosen window, in minutes. Choosing the same again makes another object, which shows that window again. */
export type WindowMinutes = { readonly minutes: 5 | 15 | 60 | 1_440 };
type PriceChartProps = { choice: WindowMinutes; onZoomed: (isZoomed: boolean) => void };

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
    const made = createLiveChart(box.current, history, {
      theme: readChartTheme(),
      words,
      marks: [],
      orderPreview: orderPreview.get(),
      windowTicks,
      onView({ isFollowing: follows, isZoomed }) {
        setFollowing(follows);
        onZoomed(isZoomed);
      },
    });
    chart.current = made;
    const stop = orderPreview.subscribe(() => made.set({ orderPreview: orderPreview.get() }));
    return () => {
      stop();
      made.remove();
      chart.current = undefined;
    };
    // The effects below pass the other settings to the existing chart.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [history]);

  useEffect(() => {
    const retheme = () => chart.current?.set({ theme: readChartTheme() });
    retheme();
    const forced = forcedColours();
    forced.addEventListener("change", retheme);
    return () => forced.removeEventListener("change", retheme);
  }, [theme]);
  useEffect(() => chart.current?.set({ words }), [words]);
  // Making the same choice again shows that window again.
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

function useChartWords(): ChartWords {
  const format = useFormat();
  const text = useDeskText().trade.price;
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

/** Settled positions leave the chart after a while. A check every ten seconds is exact enough. */
function useChartMarks(chart: { readonly current: LiveChart | undefined }) {
  const { data: positions } = useDesk().usePositions();
  useFollowTime(10, (nowTick) => {
    if (positions && nowTick !== undefined) chart.current?.set({ marks: marksOf(positions, nowTick) });
  });
}

type ChartControlsProps = {
  chart: () => LiveChart | undefined;
  isFollowing: boolean;
  onTable: () => void;
};

/** The actions of the keys while one of the buttons has the focus. */
const KEYS: Record<string, (chart: LiveChart) => void> = {
  ArrowLeft: (chart) => chart.pan(-0.2),
  ArrowRight: (chart) => chart.pan(0.2),
  "+": (chart) => chart.zoom(1 / ZOOM_STEP),
  "-": (chart) => chart.zoom(ZOOM_STEP),
  End: (chart) => chart.follow(),
};

function ChartControls({ chart, isFollowing, onTable }: ChartControlsProps) {
  const text = useDeskText().trade.price;

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
        onClick={() => chart()?.zoom(ZOOM_STEP)}
      >
        {"\u2212"}
      </IconButton>
      <IconButton
        label={text.zoomIn}
        className={styles["zoom"]}
        onKeyDown={press}
        onClick={() => chart()?.zoom(1 / ZOOM_STEP)}
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
