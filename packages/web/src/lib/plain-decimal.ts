/** A decimal text without the zeros that say nothing: "50.00000000" is "50". For copying, so with a point always. */
export function plainDecimal(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
