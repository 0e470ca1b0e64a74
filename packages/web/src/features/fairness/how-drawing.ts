type Bars = { readonly left: number; readonly width: number; readonly middle: number; readonly most: number };

const round = (value: number) => Math.round(value * 10) / 10;

/** A hash as bars around a middle line, one for each pair of digits: two that look the same are the same. */
export function fingerprintBars(hash: string, { left, width, middle, most }: Bars): string {
  const bytes = hash.match(/[0-9a-f]{2}/g) ?? [];
  const apart = width / bytes.length;
  return bytes
    .map((byte, index) => {
      const half = 1.5 + (most - 1.5) * (Number.parseInt(byte, 16) / 255);
      return `M${round(left + (index + 0.5) * apart)} ${round(middle - half)}v${round(2 * half)}`;
    })
    .join("");
}

type Place = { readonly left: number; readonly width: number; readonly top: number; readonly height: number };

/** Prices from left to right, each of which holds until the next; empty without at least two. */
export function minuteLine(prices: readonly number[], { left, width, top, height }: Place): string {
  if (prices.length < 2) return "";
  const low = Math.min(...prices);
  const spread = Math.max(Math.max(...prices) - low, 0.01);
  const x = (index: number) => round(left + (width * index) / (prices.length - 1));
  const y = (price: number) => round(top + height - ((price - low) / spread) * height);
  return prices
    .map((price, index) => (index === 0 ? `M${x(0)} ${y(price)}` : `H${x(index)}V${y(price)}`))
    .join("");
}
