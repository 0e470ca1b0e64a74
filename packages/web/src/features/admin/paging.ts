type Identified = { readonly id: string };

/** Items of one answer, beyond those that are open, which the first one holds all. */
export const PAGE = 50;

/** Where the page after `page` begins: after the last of what is not open; undefined where there is none. */
export function nextAfter<T extends Identified>(
  page: readonly T[],
  isOpen: (item: T) => boolean,
): string | undefined {
  const finished = page.filter((item) => !isOpen(item));
  return finished.length < PAGE ? undefined : finished.at(-1)!.id;
}

/** All pages as one list: each item once, as the first page that has it knows it, and what is open before the rest. */
export function openFirst<T extends Identified>(
  pages: readonly (readonly T[])[],
  isOpen: (item: T) => boolean,
): T[] {
  const items = [
    ...new Map(
      pages
        .flat()
        .toReversed()
        .map((item) => [item.id, item]),
    ).values(),
  ].toReversed();
  return [...items.filter(isOpen), ...items.filter((item) => !isOpen(item))];
}

export function pageQuery(before: string | undefined) {
  return { limit: PAGE, ...(before === undefined ? {} : { before }) };
}
