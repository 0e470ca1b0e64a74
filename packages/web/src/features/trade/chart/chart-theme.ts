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

/** Where the system's own colours are forced, the chart is drawn in them; shapes tell the sides apart. */
export const forcedColours = () => matchMedia("(forced-colors: active)");

export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  if (forcedColours().matches) return { ...readForcedColours(), font: style.fontFamily };
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

function readForcedColours(): Omit<ChartTheme, "font"> {
  const probe = document.body.appendChild(document.createElement("span"));
  const read = (name: string) => {
    probe.style.color = name;
    const parts = getComputedStyle(probe).color.match(/\d+/g) ?? [];
    return `#${parts
      .slice(0, 3)
      .map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("")}`;
  };
  const [canvas, text, mark, line] = ["Canvas", "CanvasText", "Highlight", "GrayText"].map(read);
  probe.remove();
  return {
    surface: canvas!,
    raised: canvas!,
    line: line!,
    text: text!,
    quiet: text!,
    ink: text!,
    onInk: canvas!,
    buy: mark!,
    sell: text!,
  };
}

/** A token colour, which is `#rrggbb`, made translucent. */
export function faded(hex: string, opacity: number): string {
  const alpha = Math.round(opacity * 255);
  return `${hex.slice(0, 7)}${alpha.toString(16).padStart(2, "0")}`;
}
