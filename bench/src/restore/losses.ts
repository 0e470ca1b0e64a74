/** An acknowledged order: its position, and when it was sent and answered. */
export type Acknowledged = { readonly id: string; readonly sentMs: number; readonly answeredMs: number };

/** Returns the time before the end whose acknowledged orders are lost, from the oldest of them on, in milliseconds. */
export function lostMs(
  journal: readonly Acknowledged[],
  found: ReadonlySet<string>,
  endedMs: number,
): { ms: number; orders: number } {
  const lost = journal.filter(({ id }) => !found.has(id));
  return {
    ms: Math.max(0, ...lost.map(({ answeredMs }) => endedMs - answeredMs)),
    orders: lost.length,
  };
}

/**
 * Compares a database that was recovered to a moment with the orders. Those under way at that moment may be there or not.
 */
export function faultsAt(
  journal: readonly Acknowledged[],
  found: ReadonlySet<string>,
  momentMs: number,
): string[] {
  return journal.flatMap(({ id, sentMs, answeredMs }) => {
    if (answeredMs <= momentMs && !found.has(id)) return [`${id} was acknowledged before it and is gone`];
    if (sentMs > momentMs && found.has(id)) return [`${id} was sent after it and is there`];
    return [];
  });
}
