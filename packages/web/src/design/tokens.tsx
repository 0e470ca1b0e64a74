import type { CSSProperties, ReactNode } from "react";
import { Caption, Code, Grid, Lines, Title } from "../ui/primitives.tsx";
import css from "../ui/tokens.css?raw";
import { BothThemes } from "./specimen.tsx";
import styles from "./design.module.css";

type Tokens = ReadonlyMap<string, string>;
type ThemeTokens = { readonly shared: Tokens; readonly dark: Tokens; readonly light: Tokens };

/** Reads the tokens declared in `tokens.css`: those of both themes, and the colours of each. */
export function readTokens(css: string): ThemeTokens {
  const blocks = [...css.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const declared = (belongs: (selector: string) => boolean) =>
    new Map(
      blocks
        .filter(([, selector]) => belongs(selector!.trim()))
        .flatMap(([, , body]) => [...body!.matchAll(/--([\w-]+):\s*([^;]+);/g)])
        .map(([, name, value]) => [name!, value!.replaceAll(/\s+/g, " ")]),
    );
  return {
    shared: declared((selector) => selector === ":root"),
    dark: declared((selector) => selector.includes('"dark"')),
    light: declared((selector) => selector.includes('"light"')),
  };
}

const tokens = readTokens(css);

/** Shows the colours of each theme, then each pair of colours with its contrast. */
export function ColourTokens() {
  return (
    <>
      <BothThemes>
        {(theme) => (
          <Grid as="ul" gap={4} min={132}>
            {[...tokens[theme]]
              .filter(([, value]) => value.startsWith("#"))
              .map(([name, value]) => (
                <li key={name}>
                  <div className={styles["swatch"]} style={{ background: `var(--${name})` }} />
                  <Code as="code">{name}</Code> <Caption as="span">{value}</Caption>
                </li>
              ))}
          </Grid>
        )}
      </BothThemes>
      <BothThemes>
        {(theme) => (
          <Grid as="ul" gap={4} min={200}>
            {PAIRS.map((pair) => (
              <PairView key={`${pair.front} ${pair.ground}`} pair={pair} theme={tokens[theme]} />
            ))}
          </Grid>
        )}
      </BothThemes>
    </>
  );
}

function PairView({ pair, theme }: { pair: Pair; theme: Tokens }) {
  const { front, ground, least } = pair;
  const contrast = contrastOf(pair, theme);
  return (
    <li data-weak={contrast < least || undefined}>
      <div
        className={styles["swatch"]}
        style={{ color: `var(--${front})`, background: `var(--${ground})` }}
        aria-hidden="true"
      >
        {least === 3 ? <span className={styles["dot"]} /> : "Ag 1.25"}
      </div>
      <Code as="code">
        {front} on {ground}
      </Code>{" "}
      <Caption as="span">
        {contrast.toFixed(2)} of {least}
      </Caption>
    </li>
  );
}

const bar = (style: CSSProperties) => <div className={styles["bar"]} style={style} />;

/** How to show the tokens that both themes share. */
const SCALES: readonly [title: string, names: RegExp, sample: (value: string) => ReactNode][] = [
  ["Type", /^size-/, (value) => <span style={{ fontSize: value, lineHeight: 1.1 }}>152.790</span>],
  ["Weights", /^weight-/, (value) => <span style={{ fontWeight: value }}>The price at expiry</span>],
  ["Space", /^space-/, (value) => bar({ width: value })],
  ["Corners", /^radius/, (value) => bar({ width: 64, height: 32, borderRadius: value })],
  [
    "Motion (under the pointer)",
    /^(fast|slow)$/,
    (value) => bar({ width: "25%", transition: `transform ${value} var(--ease)` }),
  ],
  ["Measures", /^(touch|header-height)$/, (value) => bar({ width: value })],
];

/** Shows every token that both themes share. A token that belongs to no scale has no sample. */
export function SizeTokens() {
  const names = [...tokens.shared.keys()];
  const rest = names.filter((name) => !SCALES.some(([, known]) => known.test(name)));
  return (
    <Grid gap={8} min={420} isFit>
      {SCALES.map(([title, known, sample]) => (
        <ScaleView key={title} title={title} names={names.filter((name) => known.test(name))}>
          {sample}
        </ScaleView>
      ))}
      <ScaleView title="Others" names={rest}>
        {() => null}
      </ScaleView>
    </Grid>
  );
}

type ScaleViewProps = { title: string; names: readonly string[]; children: (value: string) => ReactNode };

function ScaleView({ title, names, children }: ScaleViewProps) {
  return (
    <div>
      <Title as="h3">{title}</Title>
      <Lines>
        {names.map((name) => (
          <Grid key={name} as="li" gap={3} align="center" min={120} className={styles["step"]}>
            <Code as="code">{name}</Code>
            <Caption as="span" anywhere>
              {tokens.shared.get(name)}
            </Caption>
            <div>{children(`var(--${name})`)}</div>
          </Grid>
        ))}
      </Lines>
    </div>
  );
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Two tokens of which one is drawn on the other, and their least contrast: 4.5 for text, 3 for shapes. */
type Pair = { readonly front: string; readonly ground: string; readonly least: 3 | 4.5 };

const text = (front: string, ...grounds: string[]): Pair[] =>
  grounds.map((ground) => ({ front, ground, least: 4.5 }));
const shape = (front: string, ...grounds: string[]): Pair[] =>
  grounds.map((ground) => ({ front, ground, least: 3 }));

const SURFACES = ["ground", "surface-1", "surface-2"];

/** Every pair of colours that the interface draws on each other. */
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

/** Returns the contrast of two tokens of a theme by WCAG's measure, from 1 to 21. */
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

/** Blends a translucent colour with its ground. */
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
