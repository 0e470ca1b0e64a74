import type { Tokens } from "./tokens.ts";

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** What stands on what, and how much they must differ: 4.5 for text, 3 for what only has to be made out. */
export type Pair = { readonly front: string; readonly ground: string; readonly least: 3 | 4.5 };

const text = (front: string, ...grounds: string[]): Pair[] =>
  grounds.map((ground) => ({ front, ground, least: 4.5 }));
const shape = (front: string, ...grounds: string[]): Pair[] =>
  grounds.map((ground) => ({ front, ground, least: 3 }));

const SURFACES = ["ground", "surface-1", "surface-2"];

/** Every pair of colours that the interface puts upon each other. */
export const PAIRS: readonly Pair[] = [
  ...text("text", ...SURFACES, "surface-hover"),
  ...text("text-quiet", ...SURFACES, "surface-hover"),
  ...text("accent", ...SURFACES),
  ...text("buy", "ground", "surface-1", "buy-soft"),
  ...text("sell", "ground", "surface-1", "sell-soft"),
  ...text("warn", "ground", "surface-1", "warn-soft"),
  ...text("on-ink", "ink", "ink-hover"),
  ...text("on-buy", "buy-solid", "buy-solid-hover"),
  ...text("on-sell", "sell-solid", "sell-solid-hover"),
  ...text("paper-ink", "paper"),
  ...shape("line-strong", ...SURFACES),
  ...shape("accent", "surface-hover"),
  ...shape("buy-solid", "ground", "surface-1"),
  ...shape("sell-solid", "ground", "surface-1"),
];

/** How much two tokens of a theme differ, by WCAG's measure: from 1 to 21. */
export function contrastOf({ front, ground }: Pick<Pair, "front" | "ground">, theme: Tokens): number {
  const below = over(parse(theme, ground), parse(theme, "surface-1"));
  const [high, low] = [luminance(over(parse(theme, front), below)), luminance(below)].sort((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

function parse(theme: Tokens, name: string): Colour {
  const parts = /^#(..)(..)(..)(..)?$/.exec(theme.get(name) ?? "")?.slice(1);
  if (parts === undefined) throw new Error(`--${name} is no colour in hexadecimal digits`);
  const [red, green, blue, alpha] = parts.map((digits) => Number.parseInt(digits ?? "ff", 16));
  return [red!, green!, blue!, (alpha ?? 255) / 255];
}

/** What is seen of a colour that lets another one through. */
function over(front: Colour, ground: Colour): Colour {
  const mixed = (index: 0 | 1 | 2) => front[index] * front[3] + ground[index] * (1 - front[3]);
  return [mixed(0), mixed(1), mixed(2), 1];
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
