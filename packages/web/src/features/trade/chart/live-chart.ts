import { AreaSeries, createChart } from "lightweight-charts";
import type { AreaData, AutoscaleInfo, UTCTimestamp, WhitespaceData } from "lightweight-charts";
import { HISTORY_TICKS } from "../../../lib/market/price-history.ts";
import type { PriceHistory } from "../../../lib/market/price-history.ts";
import { chartOptions, seriesOptions, themeOptions, wordOptions } from "./chart-options.ts";
import type { ChartWords } from "./chart-options.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { futureRoom } from "./future-room.ts";
import { MarksPrimitive } from "./marks-primitive.ts";
import type { PositionMark } from "./position-mark.ts";
import { priceRange } from "./price-range.ts";
import { watchMoves } from "./watch-moves.ts";

export type LiveChart = {
  readonly setWindow: (ticks: number) => void;
  readonly setMarks: (marks: readonly PositionMark[]) => void;
  readonly setTheme: (theme: ChartTheme) => void;
  readonly setWords: (words: ChartWords) => void;
  /** Returns to the newest price after the person has moved the chart. */
  readonly follow: () => void;
  readonly remove: () => void;
};

type Settings = {
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly windowTicks: number;
  /** Told when the person moves the chart away from the newest price, and when it follows again. */
  readonly onFollowing: (isFollowing: boolean) => void;
};

/** Points kept in the drawing; beyond them it starts anew with the last fifteen minutes. */
const MAX_POINTS = 2 * HISTORY_TICKS;

/** The chart of a price history, in imperative form: it draws itself when the history tells of a tick. */
export function createLiveChart(
  container: HTMLElement,
  history: PriceHistory,
  settings: Settings,
): LiveChart {
  const chart = createChart(container, chartOptions(settings.theme, settings.words));
  const series = chart.addSeries(AreaSeries, {
    ...seriesOptions(settings.theme),
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withMarks(original(), shownMarks()),
  });
  const marks = new MarksPrimitive({
    marks: [],
    firstTick: 0,
    newest: undefined,
    theme: settings.theme,
    formatPrice: settings.words.price,
    formatProfit: settings.words.profit,
  });
  series.attachPrimitive(marks);

  let windowTicks = settings.windowTicks;
  let firstTick = 0;
  let newestTick = 0;
  let drawnVersion = -1;
  let currentMarks: readonly PositionMark[] = [];
  let isFollowing = true;

  function sync() {
    const newest = history.newest;
    if (newest === undefined) return;
    const isNext = newest === newestTick + 1 && history.version === drawnVersion;
    if (isNext && newest - firstTick < MAX_POINTS) series.update(pointAt(history, newest));
    else restart(newest);
    newestTick = newest;
    drawnVersion = history.version;
    const milli = history.priceAt(newest);
    marks.update({ firstTick, newest: milli === undefined ? undefined : { tick: newest, milli } });
    if (isFollowing && !moves.isHeld()) showNewest();
  }

  function restart(newest: number) {
    const from = newest - HISTORY_TICKS + 1;
    const gap = history.missing({ from, to: newest })[0];
    // Ticks before the first known one are left out: they may lie before the genesis and never come.
    firstTick = gap?.from === from ? gap.to + 1 : from;
    const points = Array.from({ length: newest - firstTick + 1 }, (_, index) =>
      pointAt(history, firstTick + index),
    );
    series.setData(points);
  }

  function shownMarks(): readonly PositionMark[] {
    const range = chart.timeScale().getVisibleLogicalRange();
    if (range === null) return [];
    return currentMarks.filter(
      ({ entryTick, expiryTick }) =>
        expiryTick - firstTick >= range.from && entryTick - firstTick <= range.to,
    );
  }

  function showNewest() {
    const last = newestTick - firstTick;
    const latestExpiry = Math.max(0, ...currentMarks.map(({ expiryTick }) => expiryTick));
    const room = futureRoom(windowTicks, latestExpiry - newestTick);
    chart.timeScale().setVisibleLogicalRange({ from: last - windowTicks + 1, to: last + room });
  }

  function setFollowing(next: boolean) {
    if (next) showNewest();
    if (isFollowing === next) return;
    isFollowing = next;
    settings.onFollowing(next);
  }

  const moves = watchMoves(
    container,
    () => chart.timeScale().getVisibleLogicalRange(),
    () => setFollowing(false),
  );
  const stopListening = history.subscribe(sync);
  sync();

  return {
    setWindow: (ticks) => {
      windowTicks = ticks;
      setFollowing(true);
    },
    setMarks: (next) => {
      currentMarks = next;
      marks.update({ marks: next });
      if (isFollowing && newestTick > 0) showNewest();
    },
    setTheme: (theme) => {
      chart.applyOptions(themeOptions(theme));
      series.applyOptions(seriesOptions(theme));
      marks.update({ theme });
    },
    setWords: (words) => {
      chart.applyOptions(wordOptions(words));
      marks.update({ formatPrice: words.price, formatProfit: words.profit });
    },
    follow: () => setFollowing(true),
    remove: () => {
      stopListening();
      moves.stop();
      chart.remove();
    },
  };
}

function withMarks(info: AutoscaleInfo | null, marks: readonly PositionMark[]): AutoscaleInfo | null {
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  const line = { low: Math.round(minValue * 1000), high: Math.round(maxValue * 1000) };
  const { low, high } = priceRange(line, marks);
  return { ...info, priceRange: { minValue: low / 1000, maxValue: high / 1000 } };
}

type Point = AreaData<UTCTimestamp> | WhitespaceData<UTCTimestamp>;

/** An unknown tick is white space, so that one bar is always one second. */
function pointAt(history: PriceHistory, tick: number): Point {
  const milli = history.priceAt(tick);
  const time = tick as UTCTimestamp;
  return milli === undefined ? { time } : { time, value: milli / 1000 };
}
