import { frontierRoot, peaksOf, treeOf } from "./merkle.ts";
import type { Hash, HashOf, Node, Sha256 } from "./merkle.ts";

/** The hashes in a full tile. Each hash of level 1 stands for a full tile of level 0, and so on. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

/** A tile of a log (C2SP `tlog-tiles`): `width` hashes of a level, or a bundle of as many entries. */
export type Tile = { readonly level: number | "entries"; readonly n: number; readonly width: number };

/** Returns the address of a tile below the log's prefix: `tile/0/x001/234` or `tile/0/x001/234.p/5`. */
export function tilePath({ level, n, width }: Tile): string {
  const digits = String(n);
  const path = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").replace(/\d{3}(?=\d)/g, "x$&/");
  return `tile/${level}/${path}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/** Reads such an address; undefined for any that `tilePath` does not write. */
export function parseTilePath(path: string): Tile | undefined {
  const parts = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (parts === null) return undefined;
  const [, level, place, width] = parts;
  const tile: Tile = {
    level: level === "entries" ? level : Number(level),
    n: Number(place!.replaceAll(/\D/g, "")),
    width: Number(width ?? TILE_WIDTH),
  };
  const isTile = tile.width >= 1 && tile.width <= TILE_WIDTH && (level === "entries" || Number(level) <= 63);
  return isTile && tilePath(tile) === path ? tile : undefined;
}

/** Returns the number of hashes of a tile in a log of this size: 0 if it does not exist, `TILE_WIDTH` if it is full. */
export function widthOf(level: Tile["level"], n: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === "entries" ? 0 : level));
  return Math.min(Math.max(hashes - n * TILE_WIDTH, 0), TILE_WIDTH);
}

/** The level and number of the tile that holds a subtree, and the hashes in it that the subtree consists of. */
function tileOf({ height, place }: Node) {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const n = Math.floor((place * count) / TILE_WIDTH);
  return { level, n, from: place * count - n * TILE_WIDTH, count };
}

/** Returns the tiles that hold these subtrees in a log of this size, each once. */
export function tilesFor(nodes: readonly Node[], size: number): Tile[] {
  const tiles = nodes.map(tileOf).map(({ level, n }) => ({ level, n, width: widthOf(level, n, size) }));
  return [...new Map(tiles.map((tile) => [tilePath(tile), tile])).values()];
}

/** Returns a function that computes the hashes of subtrees from those of tiles. It throws if a tile is too short. */
export const readTiles =
  (hashesOf: (level: number, n: number) => readonly Hash[], hash?: Sha256): HashOf =>
  (node) => {
    const { level, n, from, count } = tileOf(node);
    const hashes = hashesOf(level, n).slice(from, from + count);
    if (hashes.length !== count) throw new RangeError(`tile ${n} of level ${level} is too short`);
    return treeOf(hashes, hash).root;
  };

/** The hashes of each level's last tile, the lowest level first, as far as that tile is not full. */
export type Edge = { readonly size: number; readonly levels: readonly (readonly Hash[])[] };

export const EMPTY_EDGE: Edge = { size: 0, levels: [[]] };

/** Returns the root of a log. Its edge is enough for it. */
export function edgeRoot({ size, levels }: Edge, hash?: Sha256): Hash {
  const peaks = peaksOf(size).map(readTiles((level) => levels[level]!, hash));
  return frontierRoot({ size, peaks }, hash);
}

export type FullTile = { readonly level: number; readonly n: number; readonly hashes: readonly Hash[] };

/** Adds leaves to a log. Returns its new edge, and the tiles that became full, in order. */
export function growEdge(
  edge: Edge,
  leaves: readonly Hash[],
  hash?: Sha256,
): { edge: Edge; full: FullTile[] } {
  const levels = edge.levels.map((hashes) => [...hashes]);
  const full: FullTile[] = [];
  let { size } = edge;
  for (const leaf of leaves) {
    size += 1;
    let added = leaf;
    for (let level = 0; ; level += 1) {
      const hashes = (levels[level] ??= []);
      hashes.push(added);
      if (hashes.length < TILE_WIDTH) break;
      full.push({ level, n: size / TILE_WIDTH ** (level + 1) - 1, hashes });
      levels[level] = [];
      added = treeOf(hashes, hash).root;
    }
  }
  return { edge: { size, levels }, full };
}

/**
 * Returns the full tiles below the edge of a log: the edge of level 1 consists of the roots of the tiles of level 0 from
 * `from` up to `to`, which is not among them, and so on. Level 0 itself ends with the leaves from `leavesFrom` on.
 */
export function tilesBelowEdge(size: number): {
  leavesFrom: number;
  tiles: { level: number; from: number; to: number }[];
} {
  const tiles = [];
  let to = Math.floor(size / TILE_WIDTH);
  for (let level = 0; to > 0; level += 1) {
    tiles.push({ level, from: to - (to % TILE_WIDTH), to });
    to = Math.floor(to / TILE_WIDTH);
  }
  return { leavesFrom: size - (size % TILE_WIDTH), tiles };
}

/**
 * Makes the edge of a log again from its last leaves, and from the hashes of the tiles that `tilesBelowEdge` names.
 *
 * @throws RangeError if they are not those of a log of this size
 */
export function edgeFrom(
  size: number,
  leaves: readonly Hash[],
  tiles: readonly (readonly (readonly Hash[])[])[],
  hash?: Sha256,
): Edge {
  const levels = [leaves, ...tiles.map((level) => level.map((hashes) => treeOf(hashes, hash).root))];
  const found = levels.reduce((sum, hashes, level) => sum + hashes.length * TILE_WIDTH ** level, 0);
  if (found !== size || tiles.flat().some(({ length }) => length !== TILE_WIDTH))
    throw new RangeError(`the tiles are not those of a log of ${size} entries`);
  return { size, levels };
}
