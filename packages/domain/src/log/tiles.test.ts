import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fastSha256 } from "../../testing/log-keys.ts";
import { toHex } from "../epochs.ts";
import {
  consistencyNodes,
  EMPTY_ROOT,
  frontierRoot,
  inclusionNodes,
  peaksOf,
  proofOf,
  treeOf,
} from "./merkle.ts";
import type { Hash, HashOf } from "./merkle.ts";
import {
  edgeFrom,
  edgeRoot,
  EMPTY_EDGE,
  growEdge,
  parseTilePath,
  readTiles,
  tilePath,
  tilesBelowEdge,
  tilesFor,
  TILE_WIDTH,
  widthOf,
} from "./tiles.ts";

const SIZE = 70_000;
const LEAVES = Array.from({ length: SIZE }, (_, index) =>
  fastSha256(Uint8Array.of(index >> 16, index >> 8, index)),
);
const whole = growEdge(EMPTY_EDGE, LEAVES, fastSha256);
const FULL = new Map(whole.full.map((tile) => [`${tile.level}/${tile.n}`, tile.hashes]));
const hex = (hashes: readonly Hash[]) => hashes.map(toHex);

/** Reads a log of this size from its full tiles and its edge. */
function readerOf(size: number): { hashOf: HashOf; read: string[] } {
  const { edge } = growEdge(EMPTY_EDGE, LEAVES.slice(0, size), fastSha256);
  const read: string[] = [];
  const hashesOf = (level: number, n: number) => {
    const width = widthOf(level, n, size);
    read.push(tilePath({ level, n, width }));
    return width === TILE_WIDTH ? FULL.get(`${level}/${n}`)! : edge.levels[level]!;
  };
  return { hashOf: readTiles(hashesOf, fastSha256), read };
}

describe("the address of a tile", () => {
  it.each([
    ["tile/0/000", { level: 0, n: 0, width: 256 }],
    ["tile/0/999.p/1", { level: 0, n: 999, width: 1 }],
    ["tile/1/x001/000", { level: 1, n: 1000, width: 256 }],
    ["tile/63/x001/x234/067.p/255", { level: 63, n: 1_234_067, width: 255 }],
    ["tile/entries/x001/234.p/5", { level: "entries" as const, n: 1234, width: 5 }],
  ])("is written and read: %s", (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it.each([
    "tile/0/0",
    "tile/0/00",
    "tile/0/0000",
    "tile/0/x000/001",
    "tile/0/001/234",
    "tile/0/x001/x234",
    "tile/00/000",
    "tile/64/000",
    "tile/-1/000",
    "tile/data/000",
    "tile/0/000.p/0",
    "tile/0/000.p/01",
    "tile/0/000.p/256",
    "tile/0/000.p/",
    "tile/0/000/",
    "tile/0/000\n",
    "/tile/0/000",
    "tile/0/x999/x999/x999/x999/x999/999",
    "",
  ])("has no other form: %j", (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });

  it("is read as it was written, and no rubbish is", () => {
    const tile = fc.record({
      level: fc.oneof(fc.nat({ max: 63 }), fc.constant("entries" as const)),
      n: fc.nat({ max: 10 ** 12 }),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tile, fc.string(), (each, text) => {
        expect(parseTilePath(tilePath(each))).toEqual(each);
        expect(parseTilePath(text)).toBeUndefined();
      }),
    );
  });
});

describe("the tiles of a log of 70,000 entries", () => {
  it("are those of the standard's example", () => {
    const full = (level: number) => whole.full.filter((tile) => tile.level === level).map(({ n }) => n);
    expect(full(0)).toEqual(Array.from({ length: 273 }, (_, n) => n));
    expect(full(1)).toEqual([0]);
    expect(full(2)).toEqual([]);
    expect(whole.edge.levels.map(({ length }) => length)).toEqual([112, 17, 1]);
    expect([272, 273, 274].map((n) => widthOf(0, n, SIZE))).toEqual([256, 112, 0]);
    expect([272, 273, 274].map((n) => widthOf("entries", n, SIZE))).toEqual([256, 112, 0]);
    expect([0, 1, 2].map((n) => widthOf(1, n, SIZE))).toEqual([256, 17, 0]);
    expect([0, 1].map((n) => widthOf(2, n, SIZE))).toEqual([1, 0]);
    expect(widthOf(63, 0, SIZE)).toBe(0);
  });

  it("lead to the root", () => {
    const { hashOf, read } = readerOf(SIZE);
    const peaks = peaksOf(SIZE).map(hashOf);
    const root = toHex(treeOf(LEAVES, fastSha256).root);
    expect(toHex(frontierRoot({ size: SIZE, peaks }, fastSha256))).toBe(root);
    expect(toHex(edgeRoot(whole.edge, fastSha256))).toBe(root);
    expect(edgeRoot(EMPTY_EDGE)).toEqual(EMPTY_ROOT);
    expect(new Set(read)).toEqual(new Set(["tile/2/000.p/1", "tile/1/001.p/17", "tile/0/273.p/112"]));
    expect(tilesFor(peaksOf(SIZE), SIZE).map(tilePath)).toEqual([...new Set(read)]);
  });
});

describe("tiles", () => {
  const size = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 65_000, max: SIZE }));

  it("are enough for every proof, and no others are read", () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (count, place, before) => {
        const tree = treeOf(LEAVES.slice(0, count), fastSha256);
        const { hashOf, read } = readerOf(count);
        for (const parts of [
          inclusionNodes(place % count, count),
          consistencyNodes(before % (count + 1), count),
        ]) {
          read.length = 0;
          const proof = proofOf(parts, hashOf, fastSha256);
          expect(hex(proof)).toEqual(hex(proofOf(parts, tree.hashOf, fastSha256)));
          expect(new Set(tilesFor(parts.flat(), count).map(tilePath))).toEqual(new Set(read));
        }
      }),
      { numRuns: 6 },
    );
  });

  it("are filled in order, however the entries come", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 700 }), { maxLength: 6 }), (steps) => {
        let edge = EMPTY_EDGE;
        const full = [];
        for (const step of steps) {
          const grown = growEdge(edge, LEAVES.slice(edge.size, edge.size + step), fastSha256);
          full.push(...grown.full);
          edge = grown.edge;
        }
        expect({ edge, full }).toEqual(growEdge(EMPTY_EDGE, LEAVES.slice(0, edge.size), fastSha256));
      }),
      { numRuns: 30 },
    );
  });

  it("make the edge again that a log had before its process ended", () => {
    const edges = [0, 1, 255, 256, 257, 65_535, 65_536, 65_537, SIZE];
    for (const count of edges) {
      const { leavesFrom, tiles } = tilesBelowEdge(count);
      const read = tiles.map(({ level, from, to }) =>
        Array.from({ length: to - from }, (_, at) => FULL.get(`${level}/${from + at}`)!),
      );
      const { edge } = growEdge(EMPTY_EDGE, LEAVES.slice(0, count), fastSha256);
      expect(edgeFrom(count, LEAVES.slice(leavesFrom, count), read, fastSha256)).toEqual(edge);
    }
  });

  it("that are too few or too short make no edge, and no hash of a subtree", () => {
    const message = "the tiles are not those of a log of 300 entries";
    const leaves = LEAVES.slice(256, 300);
    const tile = LEAVES.slice(0, 256);
    expect(edgeFrom(300, leaves, [[tile]], fastSha256).size).toBe(300);
    for (const [some, read] of [
      [leaves.slice(1), [[tile]]],
      [leaves, [[]]],
      [leaves, []],
      [leaves, [[tile.slice(1)]]],
    ] as const)
      expect(() => edgeFrom(300, some, read, fastSha256)).toThrow(new RangeError(message));
    const hashOf = readTiles(() => tile.slice(0, 5), fastSha256);
    expect(hashOf({ height: 2, place: 0 })).toEqual(treeOf(tile.slice(0, 4), fastSha256).root);
    expect(() => hashOf({ height: 2, place: 1 })).toThrow(new RangeError("tile 0 of level 0 is too short"));
  });

  it("are not changed by growth", () => {
    const { edge } = growEdge(EMPTY_EDGE, LEAVES.slice(0, 300), fastSha256);
    const before = structuredClone(edge);
    growEdge(edge, LEAVES.slice(300, 600), fastSha256);
    expect(edge).toEqual(before);
  });
});
