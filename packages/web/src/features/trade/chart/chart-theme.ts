/** The colours of the chart, resolved from the tokens, because a canvas does not know CSS variables. */
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

/** Matches if the system forces its own colours. The chart then uses them, and shapes tell the sides apart. */
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
  const [canvas, text, mark] = ["Canvas", "CanvasText", "Highlight"].map(read);
  probe.remove();
  return {
    surface: canvas!,
    raised: canvas!,
    // The lines of the price levels must be weaker than the price.
    line: mixed(text!, canvas!, 0.35),
    text: text!,
    quiet: text!,
    ink: text!,
    onInk: canvas!,
    buy: mark!,
    sell: text!,
  };
}

function mixed(one: string, other: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(share * part(one, at) + (1 - share) * part(other, at)));
  return `#${parts.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

const fadedColours = new Map<string, Map<number, string>>();

/** Makes a token's colour, `#rrggbb`, translucent. */
export function faded(hex: string, opacity: number): string {
  const alpha = Math.round(opacity * 255);
  let known = fadedColours.get(hex);
  if (known === undefined) fadedColours.set(hex, (known = new Map<number, string>()));
  let colour = known.get(alpha);
  if (colour === undefined) {
    colour = `${hex.slice(0, 7)}${alpha.toString(16).padStart(2, "0")}`;
    known.set(alpha, colour);
  }
  return colour;
}
