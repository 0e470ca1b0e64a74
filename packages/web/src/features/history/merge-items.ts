type Identified = { readonly id: string };

/** The most that one answer holds of what is finished, and what is asked for at a time beyond it. */
export const PAGE = 100;

/** What is known of each item once: where both have it, the first list is newer. */
export function mergeItems<T extends Identified>(newer: readonly T[], older: readonly T[]): T[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))];
}

/** Ids ascend with time. */
export const newestFirst = (one: Identified, other: Identified) => (one.id < other.id ? 1 : -1);

/** True where a newer answer still reaches down to an older one. */
export function isContinued(newer: readonly Identified[], older: readonly Identified[]): boolean {
  const known = new Set(older.map(({ id }) => id));
  return newer.some(({ id }) => known.has(id));
}

/**
 * Where the first answer ends: the id of the last of its finished items, or undefined where it holds them all. Open
 * items are not paged, and an old item that a push brought back says nothing about what the answer reached down to.
 */
export function endOfFirst<T extends Identified>(
  items: readonly T[],
  isFinished: (item: T) => boolean,
): string | undefined {
  return items.filter(isFinished).sort(newestFirst)[PAGE - 1]?.id;
}
