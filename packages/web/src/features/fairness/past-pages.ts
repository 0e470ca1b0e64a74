/** Epochs on one page of the list. */
export const PAGE_EPOCHS = 8;

/** The epochs of a page, both ends included; undefined where the price had not begun. Page 0 has the newest. */
export function pastPage(
  page: number,
  firstEpoch: number,
  currentEpoch: number,
): { from: number; to: number; isLast: boolean } | undefined {
  const to = currentEpoch - 1 - page * PAGE_EPOCHS;
  if (to < firstEpoch) return undefined;
  const from = Math.max(firstEpoch, to - PAGE_EPOCHS + 1);
  return { from, to, isLast: from === firstEpoch };
}
