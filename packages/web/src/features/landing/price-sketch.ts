/** Where things are in the drawing of the live price, which is `WIDTH` by `HEIGHT`. */
export type Sketch = {
  readonly line: string;
  readonly now: { readonly x: number; readonly y: number };
  readonly buyY: number | undefined;
  readonly sellY: number | undefined;
};

export const WIDTH = 640;
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
