/** An acknowledged order: the front that received it, and when it was sent and answered. */
export type Acknowledged = { readonly front: string; readonly sentMs: number; readonly answeredMs: number };

/** Returns the longest time within a span in which none of these fronts acknowledged an order, in milliseconds. */
export function longestSilenceMs(
  journal: readonly Acknowledged[],
  fronts: readonly string[],
  fromMs: number,
  toMs: number,
): number {
  const longest = fronts.map((front) => {
    const answered = journal
      .filter((order) => order.front === front && order.answeredMs > fromMs && order.answeredMs < toMs)
      .map(({ answeredMs }) => answeredMs);
    const instants = [fromMs, ...answered.sort((a, b) => a - b), toMs];
    return Math.max(...instants.slice(1).map((instant, n) => instant - instants[n]!));
  });
  return Math.max(...longest);
}
