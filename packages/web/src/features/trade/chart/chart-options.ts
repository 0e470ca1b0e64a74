import { ColorType, CrosshairMode, LineStyle } from "lightweight-charts";
import type { DeepPartial, TimeChartOptions } from "lightweight-charts";
import { faded } from "./chart-theme.ts";
import type { ChartTheme } from "./chart-theme.ts";

/** How the chart writes numbers. Prices are in thousandths, times are ticks, a profit is decimal text. */
export type ChartWords = {
  readonly price: (milli: number) => string;
  readonly clock: (tick: number) => string;
  readonly profit: (profit: string) => string;
};

const fixedOptions: DeepPartial<TimeChartOptions> = {
  autoSize: true,
  crosshair: { mode: CrosshairMode.Magnet },
  // A wheel over the chart scrolls the page; a drag, a pinch or the axes move the chart.
  handleScroll: { mouseWheel: false, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false },
  handleScale: { mouseWheel: false, pinch: true, axisPressedMouseMove: { time: true, price: false } },
};

const fixedSeriesOptions = {
  lineWidth: 2,
  priceLineStyle: LineStyle.Dotted,
  priceFormat: { type: "price", precision: 3, minMove: 0.001 },
} as const;

export function chartOptions(theme: ChartTheme, words: ChartWords): DeepPartial<TimeChartOptions> {
  const { timeScale, ...colours } = themeOptions(theme);
  const { timeScale: timeWords, ...texts } = wordOptions(words);
  return { ...fixedOptions, ...colours, ...texts, timeScale: { ...timeScale, ...timeWords } };
}

export function themeOptions(theme: ChartTheme): DeepPartial<TimeChartOptions> {
  const crosshair = {
    color: theme.quiet,
    style: LineStyle.Dotted,
    labelBackgroundColor: theme.raised,
  } as const;
  return {
    layout: {
      // The library's own mark brings a style element, which the content security policy forbids; the attribution
      // that its licence asks for is the link under the chart.
      attributionLogo: false,
      background: { type: ColorType.Solid, color: theme.surface },
      textColor: theme.quiet,
      fontFamily: theme.font,
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: faded(theme.line, 0.7) } },
    crosshair: { vertLine: crosshair, horzLine: crosshair },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.14, bottom: 0.14 }, minimumWidth: 52 },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: true,
      allowBoldLabels: false,
      shiftVisibleRangeOnNewBar: false,
    },
  };
}

export function wordOptions({ price, clock }: ChartWords): DeepPartial<TimeChartOptions> {
  return {
    localization: {
      priceFormatter: (dollars: number) => price(Math.round(dollars * 1000)),
      timeFormatter: (time: unknown) => clock(time as number),
    },
    timeScale: { tickMarkFormatter: (time: unknown) => clock(time as number).slice(0, 5) },
  };
}

export function seriesOptions(theme: ChartTheme) {
  return {
    ...fixedSeriesOptions,
    lineColor: theme.ink,
    topColor: faded(theme.ink, 0.13),
    bottomColor: faded(theme.ink, 0),
    crosshairMarkerBackgroundColor: theme.ink,
    crosshairMarkerBorderColor: theme.surface,
  };
}
