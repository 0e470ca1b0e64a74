/** Returns the value below which the share `p` (0 to 1) of the values lies. Sorts a copy. */
export function percentile(values: ArrayLike<number>, p: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) throw new Error("there is nothing to take a percentile of");
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]!;
}

/** Returns the middle value, or the mean of the two middle values. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) throw new Error("there is nothing to take a median of");
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export type Latencies = { p50Ms: number; p99Ms: number };

/** The median of each figure over several turns. */
export const medianLatencies = (turns: readonly Latencies[]): Latencies => ({
  p50Ms: median(turns.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(turns.map(({ p99Ms }) => p99Ms)),
});
