import styles from "./price-drawing.module.css";

/** How far the colour of a side reaches beyond its barrier before it is gone. */
const FADE = 110;

type PriceDrawingProps = {
  prices: readonly number[];
  /** The barriers of a position opened now; undefined while they are not known. */
  buy: number | undefined;
  sell: number | undefined;
  label: string;
};

/** Past prices on the left; on the right, the time of a position with the two lines that would decide it. */
export function PriceDrawing({ prices, buy, sell, label }: PriceDrawingProps) {
  const drawn = sketch(prices, buy, sell);
  if (!drawn) return null;
  const { line, now } = drawn;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles["drawing"]}
      role="img"
      aria-label={label}
    >
      {drawn.buyY !== undefined && <Side side="buy" y={drawn.buyY} towards={-1} />}
      {drawn.sellY !== undefined && <Side side="sell" y={drawn.sellY} towards={1} />}
      <path d={`M${NOW_X} 0V${HEIGHT}`} className={styles["now"]} />
      <path d={line} className={styles["line"]} />
      {/* A line of no length with round ends is a dot that stays round however the drawing is stretched. */}
      <path d={`M${now.x} ${now.y}h0`} className={styles["halo"]} />
      <path d={`M${now.x} ${now.y}h0`} className={styles["dot"]} />
    </svg>
  );
}

function Side({ side, y, towards }: { side: "buy" | "sell"; y: number; towards: 1 | -1 }) {
  const fade = `landing-${side}`;
  return (
    <g className={styles[side]}>
      <linearGradient
        id={fade}
        gradientUnits="userSpaceOnUse"
        x1="0"
        x2="0"
        y1={y}
        y2={y + towards * FADE}
        className={styles["fade"]}
      >
        <stop offset="0" />
        <stop offset="1" stopOpacity="0" />
      </linearGradient>
      <rect
        x={NOW_X}
        y={towards < 0 ? y - FADE : y}
        width={WIDTH - NOW_X}
        height={FADE}
        fill={`url(#${fade})`}
      />
      <path d={`M${NOW_X} ${y}H${WIDTH}`} className={styles["barrier"]} />
    </g>
  );
}

/** Where things are in the drawing of the live price, which is `WIDTH` by `HEIGHT`. */
type Sketch = {
  readonly line: string;
  readonly now: { readonly x: number; readonly y: number };
  readonly buyY: number | undefined;
  readonly sellY: number | undefined;
};

const WIDTH = 640;
export const HEIGHT = 320;
/** The past ends here; the rest of the width is the time of a position opened now. */
export const NOW_X = 440;

const MARGIN = 28;

/** Lays out past prices up to now and the barriers after it, in one vertical scale. `undefined` without prices. */
export function sketch(
  prices: readonly number[],
  buyBarrier: number | undefined,
  sellBarrier: number | undefined,
): Sketch | undefined {
  const newest = prices.at(-1);
  if (newest === undefined) return undefined;
  const low = Math.min(...prices, sellBarrier ?? newest);
  const high = Math.max(...prices, buyBarrier ?? newest);
  const scale = (HEIGHT - 2 * MARGIN) / Math.max(high - low, 0.01);
  const y = (price: number) => round(HEIGHT - MARGIN - (price - low) * scale);
  const step = NOW_X / Math.max(prices.length - 1, 1);
  const points = prices.map((price, index) => `${round(index * step)} ${y(price)}`);
  return {
    line: `M${points.join("L")}`,
    now: { x: NOW_X, y: y(newest) },
    buyY: buyBarrier === undefined ? undefined : y(buyBarrier),
    sellY: sellBarrier === undefined ? undefined : y(sellBarrier),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
