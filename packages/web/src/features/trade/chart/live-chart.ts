import { drawInNextFrame, forgetDraw } from "../../../api/live/follow.tsx";
import { candleStart } from "@veritick/domain/candles.ts";
import { candleHistoryOf, candleSecondsOf } from "../../../api/market/candle-history.ts";
import type { CandleHistory } from "../../../api/market/candle-history.ts";
import type { PriceHistory } from "../../../api/market/price-history.ts";
import { onPixelRatio } from "../../../lib/browser.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { expiryOf } from "../order-preview.ts";
import type { OrderPreview } from "../order-preview.ts";
import { contextOf, drawChart } from "./draw-chart.ts";
import { watchGestures } from "./gestures.ts";
import { panned, placeOf, reachOf, withinReach, zoomed } from "./pane.ts";
import type { ChartWords, Place, Span } from "./pane.ts";
import type { PositionMark } from "./position-mark.ts";
import { forgetFont } from "./shapes.ts";

/** The zoom factor of one press of a key or a button. */
export const ZOOM_STEP = 1.5;

export type LiveChart = {
  readonly setWindow: (ticks: number) => void;
  readonly set: (changed: Partial<Shown>) => void;
  /** Shows a longer time if the factor is above 1, else a shorter one. */
  readonly zoom: (factor: number) => void;
  /** Moves to later times, or to earlier ones if below 0, by a share of the shown time. */
  readonly pan: (share: number) => void;
  /** Returns to the newest price after the person has moved the chart. */
  readonly follow: () => void;
  /** Puts the crosshair on a tick and brings it into view; undefined removes it. */
  readonly read: (tick: number | undefined) => void;
  readonly remove: () => void;
};

export type ChartView = {
  readonly isFollowing: boolean;
  /** Whether the shown length of time differs from the chosen one. */
  readonly isZoomed: boolean;
};

type Shown = {
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly marks: readonly PositionMark[];
  readonly orderPreview: OrderPreview | undefined;
};

type Settings = Shown & {
  readonly windowTicks: number;
  /** Called when the person moves the chart away from the newest price or zooms, and when it follows again. */
  readonly onView: (view: ChartView) => void;
};

/** Creates the chart of a price history in imperative form. It draws itself whenever the history changes. */
export function createLiveChart(
  container: HTMLElement,
  history: PriceHistory,
  settings: Settings,
): LiveChart {
  const canvas = document.createElement("canvas");
  container.append(canvas);
  let { windowTicks, onView, ...shown } = settings;
  /** The span that the person looks at; undefined while the chart follows the newest price. */
  let chosen: Span | undefined;
  /** The shown length of time, in ticks, when the person began to move the chart. */
  let followedTicks = 0;
  let view: ChartView = { isFollowing: true, isZoomed: false };
  let pointer: Place | number | undefined;
  let candles: CandleHistory | undefined;
  let stopCandles = () => {};
  let size = { width: 0, height: 0 };
  let plotWidth = 1;

  function shownSpan(newest: number): Span {
    if (chosen) return chosen;
    const expiries = shown.marks.map(({ expiryTick }) => expiryTick);
    if (shown.orderPreview) expiries.push(expiryOf(shown.orderPreview, newest));
    const latestExpiry = Math.max(0, ...expiries);
    const room = futureRoom(windowTicks, latestExpiry - newest);
    // Candles stay in place until the next one begins.
    const end = candles ? candleStart(newest, candles.seconds) + candles.seconds - 1 : newest;
    return { from: end - windowTicks + 1, to: end + room };
  }

  function showCandles() {
    const seconds = candleSecondsOf(windowTicks);
    if (candles?.seconds === seconds) return;
    stopCandles();
    candles = seconds === undefined ? undefined : candleHistoryOf(history, seconds);
    stopCandles = candles?.follow(redraw) ?? (() => {});
  }

  function draw() {
    const { newest } = history;
    fit();
    if (newest === undefined || size.width === 0) return;
    const span = shownSpan(history.shown);
    plotWidth = drawChart(canvas, { ...size, ...shown, span, history, candles, pointer });
  }
  const redraw = () => drawInNextFrame(draw);

  /** Gives the canvas as many pixels as its place has on this screen. That clears it. */
  function fit() {
    const [width, height] = [size.width, size.height].map((each) => Math.round(each * devicePixelRatio));
    if (canvas.width === width && canvas.height === height) return;
    canvas.width = width!;
    canvas.height = height!;
    forgetFont(contextOf(canvas));
  }

  const reach = () => reachOf(candles?.seconds);

  function tell(next: ChartView) {
    const isNew = next.isFollowing !== view.isFollowing || next.isZoomed !== view.isZoomed;
    view = next;
    if (isNew) onView(next);
  }

  function look(at: (span: Span, newest: number) => Span) {
    const { newest } = history;
    if (newest === undefined) return;
    const before = shownSpan(history.shown);
    chosen = withinReach(at(before, newest), newest - reach().back, newest);
    if (view.isFollowing) followedTicks = before.to - before.from;
    tell({ isFollowing: false, isZoomed: Math.abs(chosen.to - chosen.from - followedTicks) > 0.5 });
    redraw();
  }

  function follow() {
    chosen = undefined;
    tell({ isFollowing: true, isZoomed: false });
    redraw();
  }

  const ends = [
    watchGestures(canvas, {
      onPan: (pixels) => look((span) => panned(span, (pixels / plotWidth) * (span.to - span.from))),
      onZoom: (factor, x) => look((span) => zoomed(span, factor, x / plotWidth, reach())),
      onPoint: (place) => {
        pointer = place;
        redraw();
      },
      onReset: follow,
    }),
    history.subscribe(redraw),
    onPixelRatio(redraw),
  ];
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    size = { width, height };
    // Nobody sees the canvas empty, because it is drawn at once.
    draw();
  });
  observer.observe(container);
  // If the browser dropped the canvas's content, the canvas comes back without its font.
  canvas.addEventListener("contextrestored", () => {
    forgetFont(contextOf(canvas));
    redraw();
  });
  showCandles();

  return {
    setWindow: (ticks) => {
      windowTicks = ticks;
      showCandles();
      follow();
    },
    set: (changed) => {
      shown = { ...shown, ...changed };
      redraw();
    },
    zoom: (factor) => look((span, newest) => zoomed(span, factor, placeOf(span, newest), reach())),
    pan: (share) => look((span) => panned(span, share * (span.to - span.from))),
    follow,
    read(tick) {
      pointer = tick;
      const span = shownSpan(history.shown);
      if (tick !== undefined && (tick < span.from || tick > span.to)) {
        const length = span.to - span.from;
        look(() => panned(span, tick - span.from - length * (tick < span.from ? 0.1 : 0.9)));
      } else redraw();
    },
    remove: () => {
      stopCandles();
      for (const end of ends) end();
      observer.disconnect();
      forgetDraw(draw);
      canvas.remove();
    },
  };
}

/** The numbers of future ticks from which the chart chooses: few, so that it seldom moves, up to half of the window. */
const STEPS = [75, 195, 320, 450, 660];

export function futureRoom(windowTicks: number, longestLeftTicks: number): number {
  const most = Math.floor(windowTicks * 0.5);
  const least = Math.min(windowTicks / 4, Math.max(300, windowTicks / 24));
  const wanted = STEPS.find((step) => step >= longestLeftTicks + 10) ?? STEPS.at(-1)!;
  return Math.min(Math.max(wanted, Math.floor(least)), most);
}
