/** The colours of the chart, resolved from the tokens for a canvas, which knows no CSS variables. */
export type ChartTheme = {
  readonly surface: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly ink: string;
  readonly onInk: string;
  readonly buy: string;
  readonly sell: string;
  readonly font: string;
};

export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    surface: token("surface-1"),
    raised: token("surface-hover"),
    line: token("line"),
    text: token("text"),
    quiet: token("text-quiet"),
    ink: token("ink"),
    onInk: token("on-ink"),
    buy: token("buy"),
    sell: token("sell"),
    font: style.fontFamily,
  };
}

/** A token colour, which is `#rrggbb`, made translucent. */
export function faded(hex: string, opacity: number): string {
  const alpha = Math.round(opacity * 255);
  return `${hex.slice(0, 7)}${alpha.toString(16).padStart(2, "0")}`;
}
