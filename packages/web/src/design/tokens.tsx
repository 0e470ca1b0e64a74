import type { CSSProperties, ReactNode } from "react";
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
const isColour = (value: string) => value.startsWith("#");

/** Shows the colours of each theme, then each pair of colours with its contrast. */
export function ColourTokens() {
  return (
    <>
      <BothThemes>{(theme) => <Swatches theme={tokens[theme]} />}</BothThemes>
      <BothThemes>
        {(theme) => (
          <ul className={styles["pairs"]}>
            {PAIRS.map((pair) => (
              <PairView key={`${pair.front} ${pair.ground}`} pair={pair} theme={tokens[theme]} />
            ))}
          </ul>
        )}
      </BothThemes>
    </>
  );
}

function Swatches({ theme }: { theme: Tokens }) {
  const colours = [...theme].filter(([, value]) => isColour(value));
  return (
    <ul className={styles["swatches"]}>
      {colours.map(([name, value]) => (
        <li key={name}>
          <span className={styles["swatch"]} style={{ background: `var(--${name})` }} />
          <code className={styles["token"]}>{name}</code>
          <code className={styles["value"]}>{value}</code>
        </li>
      ))}
    </ul>
  );
}

function PairView({ pair, theme }: { pair: Pair; theme: Tokens }) {
  const { front, ground, least } = pair;
  const contrast = contrastOf(pair, theme);
  return (
    <li className={styles["pair"]} data-weak={contrast < least || undefined}>
      <span
        className={styles["sample"]}
        style={{ color: `var(--${front})`, background: `var(--${ground})` }}
        aria-hidden="true"
      >
        {least === 3 ? <span className={styles["dot"]} /> : "Ag 1.25"}
      </span>
      <code className={styles["token"]}>
        {front} on {ground}
      </code>
      <span className={styles["value"]}>
        {contrast.toFixed(2)} of {least}
      </span>
    </li>
  );
}

const { shared } = readTokens(css);

type Scale = { title: string; names: RegExp; sample: (name: string) => ReactNode };

const bar = (style: CSSProperties) => <span className={styles["bar"]} style={style} />;

const SCALES: readonly Scale[] = [
  {
    title: "Type",
    names: /^size-/,
    sample: (name) => <span style={{ fontSize: `var(--${name})`, lineHeight: 1.1 }}>152.790</span>,
  },
  {
    title: "Weights",
    names: /^weight-/,
    sample: (name) => <span style={{ fontWeight: `var(--${name})` }}>The price at expiry</span>,
  },
  { title: "Space", names: /^space-/, sample: (name) => bar({ width: `var(--${name})` }) },
  {
    title: "Corners",
    names: /^radius/,
    sample: (name) => <span className={styles["corner"]} style={{ borderRadius: `var(--${name})` }} />,
  },
  {
    title: "Motion (under the pointer)",
    names: /^(fast|slow)$/,
    sample: (name) => (
      <span className={styles["track"]}>
        {bar({ width: "25%", transition: `transform var(--${name}) var(--ease)` })}
      </span>
    ),
  },
  { title: "Measures", names: /^(touch|header-height)$/, sample: (name) => bar({ width: `var(--${name})` }) },
  { title: "Layers", names: /^layer-/, sample: () => null },
  { title: "Others", names: /^(font|ease|page-width|floating-room)$/, sample: () => null },
];

/** Shows every token that both themes share. A token that belongs to no scale is under "Not shown". */
export function SizeTokens() {
  const rest = [...shared.keys()].filter((name) => !SCALES.some(({ names }) => names.test(name)));
  return (
    <div className={styles["scales"]}>
      {SCALES.map(({ title, names, sample }) => (
        <ScaleView key={title} title={title} tokens={[...shared.keys()].filter((name) => names.test(name))}>
          {sample}
        </ScaleView>
      ))}
      {rest.length > 0 && (
        <ScaleView title="Not shown" tokens={rest}>
          {() => null}
        </ScaleView>
      )}
    </div>
  );
}

type ScaleViewProps = { title: string; tokens: readonly string[]; children: (name: string) => ReactNode };

function ScaleView({ title, tokens, children }: ScaleViewProps) {
  return (
    <div>
      <h3 className={styles["scaleTitle"]}>{title}</h3>
      <ul>
        {tokens.map((name) => (
          <li key={name} className={styles["step"]}>
            <code className={styles["token"]}>{name}</code>
            <code className={styles["value"]}>{shared.get(name)}</code>
            <span className={styles["sample"]}>{children(name)}</span>
          </li>
        ))}
      </ul>
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
