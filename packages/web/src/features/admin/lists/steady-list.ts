type Identified = { readonly id: string };

export type SteadyRow<T> = { readonly item: T; readonly isGone: boolean };

/**
 * What a list keeps showing while somebody is about to act in it. Rows stay where they are; only what comes after the
 * last of them may be added, for it moves nothing.
 */
export function extendKept<T extends Identified>(kept: readonly T[], items: readonly T[]): readonly T[] {
  if (kept.length === 0) return items;
  const ids = new Set(kept.map(({ id }) => id));
  const last = items.findLastIndex(({ id }) => ids.has(id));
  const added = last === -1 ? [] : items.slice(last + 1);
  return added.length === 0 ? kept : [...kept, ...added];
}

/** The kept rows as they are now. What is not known any more is gone. */
export function rowsOf<T extends Identified>(kept: readonly T[], known: readonly T[]): SteadyRow<T>[] {
  const now = new Map(known.map((item) => [item.id, item]));
  return kept.map((item) => ({ item: now.get(item.id) ?? item, isGone: !now.has(item.id) }));
}

/** How many items wait to be shown. */
export function countNew(kept: readonly Identified[], items: readonly Identified[]): number {
  const ids = new Set(kept.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id)).length;
}
