import { useState } from "react";
import { endOfFirst, isContinued, mergeItems, PAGE } from "./merge-items.ts";

type Identified = { readonly id: string };

export type Older<T> = {
  /** Everything known, newer versions first. */
  readonly items: readonly T[];
  /** True where the server may know more. */
  readonly hasMore: boolean;
  /** Asks for the next page. Throws what the call throws. */
  readonly load: () => Promise<void>;
};

/**
 * What lies beyond the first answer of a list. That answer is a window on the newest: what falls out of it while older
 * pages are shown is kept, so that no gap opens between the two. Where so much came at once that there may be one, paging begins anew.
 */
export function useOlder<T extends Identified>(
  first: readonly T[],
  isFinished: (item: T) => boolean,
  fetchBefore: (before: string) => Promise<T[]>,
): Older<T> {
  const [older, setOlder] = useState<readonly T[]>();
  /** Where the pages asked for so far end; null after the last. */
  const [end, setEnd] = useState<string | null>();
  const [seen, setSeen] = useState(first);

  if (first !== seen) {
    setSeen(first);
    const fallen = seen.filter(isFinished);
    if (older !== undefined && isContinued(first, fallen)) setOlder(mergeItems(fallen, older));
    else if (older !== undefined) {
      setOlder(undefined);
      setEnd(undefined);
    }
  }

  const before = end === undefined ? endOfFirst(first, isFinished) : (end ?? undefined);
  return {
    items: older === undefined ? first : mergeItems(first, older),
    hasMore: before !== undefined,
    async load() {
      if (before === undefined) return;
      const page = await fetchBefore(before);
      setOlder((known) => mergeItems(known ?? first.filter(isFinished), page));
      setEnd(page.length < PAGE ? null : page.at(-1)!.id);
    },
  };
}
