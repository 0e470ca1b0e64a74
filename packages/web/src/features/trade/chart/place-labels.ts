/**
 * Moves labels apart that would lie on each other: each keeps its wanted height or goes as little further down (or,
 * at the bottom, up) as the ones before it require. Heights are centres, in pixels.
 */
export function placeLabels(wanted: readonly number[], height: number, space: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let least = height / 2;
  for (const index of order) {
    placed[index] = Math.max(placed[index]!, least);
    least = placed[index]! + height;
  }
  let most = space - height / 2;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index]!, most);
    most = placed[index]! - height;
  }
  return placed;
}
