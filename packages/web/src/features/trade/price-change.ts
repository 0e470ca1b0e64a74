/** A move between two prices in thousandths, also as a share of the earlier one. */
export type PriceChange = { readonly milli: number; readonly ratio: number; readonly isDown: boolean };

export function priceChange(previousMilli: number, milli: number): PriceChange {
  const change = milli - previousMilli;
  return { milli: change, ratio: change / previousMilli, isDown: change < 0 };
}
