import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fastSha256 } from "../../testing/log-keys.ts";
import { toHex } from "../epochs.ts";
import {
  appendLeaf,
  consistencyNodes,
  EMPTY_ROOT,
  frontierRoot,
  hashLeaf,
  hashNode,
  inclusionNodes,
  isConsistent,
  isSameHash,
  peaksOf,
  proofOf,
  rootFrom,
  treeOf,
} from "./merkle.ts";
import type { Frontier, Hash } from "./merkle.ts";

const MOST = 300;
const LEAVES = Array.from({ length: MOST + 1 }, (_, index) =>
  hashLeaf(utf8ToBytes(`entry ${index}\n`), fastSha256),
);
const treeOfSize = (size: number) => treeOf(LEAVES.slice(0, size), fastSha256);
const TREES = Array.from({ length: MOST + 1 }, (_, size) => treeOfSize(size));
const rootOfSize = (size: number) => TREES[size]!.root;
const pathOf = (index: number, size: number) => TREES[size]!.pathOf(index);
const consistencyOf = (older: number, size: number) =>
  proofOf(consistencyNodes(older, size), TREES[size]!.hashOf, fastSha256);
const headOf = (size: number) => ({ size, root: rootOfSize(size) });

const hex = (hashes: readonly Hash[]) => hashes.map(toHex);
const areSame = (some: readonly Hash[], others: readonly Hash[]) =>
  some.length === others.length && some.every((hash, at) => isSameHash(hash, others[at]!));
const flipped = (hash: Hash, bit: number) => hash.with(bit >> 3, hash[bit >> 3]! ^ (1 << (bit & 7)));
const sizes = Array.from({ length: MOST }, (_, index) => index + 1);

/** The definitions of RFC 6962, 2.1, as they stand there, of the leaves from `from` to `to`. */
const known = new Map<string, Hash>();
function mth(from: number, to: number): Hash {
  const found = known.get(`${from}-${to}`);
  if (found !== undefined) return found;
  const split = from + splitOf(to - from);
  const root = to - from === 1 ? LEAVES[from]! : hashNode(mth(from, split), mth(split, to), fastSha256);
  known.set(`${from}-${to}`, root);
  return root;
}
const splitOf = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));
function path(index: number, from: number, to: number): Hash[] {
  if (to - from === 1) return [];
  const split = from + splitOf(to - from);
  return index < split
    ? [...path(index, from, split), mth(split, to)]
    : [...path(index, split, to), mth(from, split)];
}
function subproof(older: number, from: number, to: number, isWhole: boolean): Hash[] {
  if (older === to) return isWhole ? [] : [mth(from, to)];
  const split = from + splitOf(to - from);
  return older <= split
    ? [...subproof(older, from, split, isWhole), mth(split, to)]
    : [...subproof(older, split, to, false), mth(from, split)];
}

describe("the tree", () => {
  it("hashes leaves and nodes as RFC 6962 says", () => {
    const [left, right] = [LEAVES[0]!, LEAVES[1]!];
    expect(toHex(EMPTY_ROOT)).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(toHex(hashLeaf(new Uint8Array()))).toBe(
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    );
    expect(hashNode(left, right)).toEqual(sha256(Uint8Array.of(1, ...left, ...right)));
    expect(isSameHash(left, Uint8Array.from(left))).toBe(true);
    expect(isSameHash(left, left.subarray(1))).toBe(false);
    expect(isSameHash(left, right)).toBe(false);
  });

  it("has the root and the proofs of the definitions, for all sizes from 1 to 300", () => {
    expect(toHex(rootOfSize(0))).toBe(toHex(EMPTY_ROOT));
    for (const size of sizes) {
      expect(toHex(rootOfSize(size))).toBe(toHex(mth(0, size)));
      for (let index = 0; index < size; index += 1) {
        const isRight =
          areSame(pathOf(index, size), path(index, 0, size)) &&
          areSame(consistencyOf(index + 1, size), subproof(index + 1, 0, size, true));
        if (!isRight) expect.fail(`leaf ${index} of ${size}`);
      }
    }
  });

  it("is the same with another implementation of SHA-256", () => {
    expect(treeOf(LEAVES.slice(0, 7)).root).toEqual(
      Uint8Array.from(treeOf(LEAVES.slice(0, 7), fastSha256).root),
    );
    expect(hex(treeOf(LEAVES.slice(0, 7)).pathOf(4))).toEqual(hex(pathOf(4, 7)));
  });

  it("refuses leaves and sizes that it never had", () => {
    expect(() => inclusionNodes(3, 3)).toThrow(new RangeError("a tree of 3 leaves has no leaf 3"));
    expect(() => inclusionNodes(-1, 3)).toThrow(RangeError);
    expect(() => consistencyNodes(4, 3)).toThrow(new RangeError("a tree of 3 leaves never had 4"));
    expect(() => consistencyNodes(0.5, 3)).toThrow(RangeError);
  });

  it("consists of perfect subtrees, one for each bit of its size", () => {
    expect(peaksOf(0)).toEqual([]);
    expect(peaksOf(13)).toEqual([
      { height: 3, place: 0 },
      { height: 2, place: 2 },
      { height: 0, place: 12 },
    ]);
    expect(peaksOf(2 ** 49 - 1)).toHaveLength(49);
    expect(peaksOf(2 ** 49)).toEqual([{ height: 49, place: 0 }]);
  });
});

describe("the frontier", () => {
  it("has the root of all its leaves at every size, also from its peaks alone", () => {
    let grown: Frontier = { size: 0, peaks: [] };
    for (let size = 0; size <= MOST; size += 1) {
      expect(toHex(frontierRoot(grown, fastSha256))).toBe(toHex(rootOfSize(size)));
      expect(hex(peaksOf(size).map(TREES[size]!.hashOf))).toEqual(hex(grown.peaks));
      grown = appendLeaf(grown, LEAVES[size]!, fastSha256);
    }
  });

  it("grows to the root of any leaves", () => {
    const leaf = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 70 }), (leaves) => {
        const empty: Frontier = { size: 0, peaks: [] };
        const grown = leaves.reduce((frontier, each) => appendLeaf(frontier, each), empty);
        expect(grown.size).toBe(leaves.length);
        expect(frontierRoot(grown)).toEqual(treeOf(leaves).root);
      }),
      { numRuns: 50 },
    );
  });
});

describe("an inclusion proof", () => {
  it("leads every leaf of all sizes from 1 to 300 to the root, and with one bit changed elsewhere", () => {
    for (const size of sizes) {
      for (let index = 0; index < size; index += 1) {
        const leaf = LEAVES[index]!;
        const steps = pathOf(index, size);
        const isProved = (given: Hash, proof: readonly Hash[]) => {
          const root = rootFrom(given, index, size, proof, fastSha256);
          return root !== undefined && isSameHash(root, rootOfSize(size));
        };
        if (!isProved(leaf, steps)) expect.fail(`leaf ${index} of ${size}`);
        const bit = (index * 31 + size) % 256;
        const at = (index + size) % (steps.length + 1);
        const isFooled =
          at === steps.length
            ? isProved(flipped(leaf, bit), steps)
            : isProved(leaf, steps.with(at, flipped(steps[at]!, bit)));
        if (isFooled) expect.fail(`leaf ${index} of ${size} with bit ${bit} of ${at} changed`);
      }
    }
  });

  const place = fc.tuple(fc.integer({ min: 2, max: MOST }), fc.nat(), fc.nat()).map(([size, index, step]) => {
    const steps = pathOf(index % size, size);
    return { size, index: index % size, steps, step: step % steps.length };
  });
  const leadsTo = (index: number, size: number, steps: readonly Hash[], leaf = LEAVES[index % MOST]!) =>
    toHex(rootFrom(leaf, index, size, steps, fastSha256) ?? new Uint8Array());

  it("holds for no other place, and neither shorter nor longer", () => {
    fc.assert(
      fc.property(place, fc.nat({ max: MOST }), ({ size, index, steps, step }, other) => {
        fc.pre(other !== index);
        const root = toHex(rootOfSize(size));
        expect(leadsTo(other, size, steps, LEAVES[index])).not.toBe(root);
        expect(leadsTo(index, size, steps.toSpliced(step, 1))).not.toBe(root);
        expect(leadsTo(index, size, steps.toSpliced(step, 0, steps[step]!))).not.toBe(root);
        expect(leadsTo(index, size, [...steps, rootOfSize(size)])).not.toBe(root);
      }),
    );
  });

  it.each([
    ["a place outside the tree", 3, 3],
    ["a place below zero", -1, 3],
    ["half a place", 0.5, 3],
    ["an unsafe size", 0, 2 ** 53],
    ["no number", Number.NaN, 3],
  ])("is none for %s", (_name, index, size) => {
    expect(rootFrom(LEAVES[0]!, index, size, [])).toBeUndefined();
  });

  it("consists of hashes of 32 bytes", () => {
    const [first, second] = [LEAVES[0]!, LEAVES[1]!];
    expect(rootFrom(first, 0, 2, [second])).toEqual(hashNode(first, second));
    expect(rootFrom(first, 0, 2, [second.subarray(1)])).toBeUndefined();
    expect(rootFrom(first.subarray(1), 0, 2, [second])).toBeUndefined();
    expect(rootFrom(first, 0, 2, [])).toBeUndefined();
    expect(rootFrom(first, 0, 1, [second])).toBeUndefined();
  });

  it("needs no more than 53 steps in the largest tree", () => {
    const steps = inclusionNodes(2 ** 53 - 2, 2 ** 53 - 1).map(() => LEAVES[0]!);
    expect(rootFrom(LEAVES[1]!, 2 ** 53 - 2, 2 ** 53 - 1, steps, fastSha256)).toBeDefined();
  });
});

describe("a consistency proof", () => {
  const holds = (older: number, size: number, steps: readonly Hash[]) =>
    isConsistent(headOf(older), headOf(size), steps, fastSha256);

  it("holds between all sizes from 0 to 300, and with one bit changed between none", () => {
    for (const size of sizes) {
      for (let older = 0; older <= size; older += 1) {
        const steps = consistencyOf(older, size);
        if (!holds(older, size, steps)) expect.fail(`from ${older} to ${size}`);
        const bit = (older * 31 + size) % 256;
        const at = (older + size) % (steps.length + 2);
        const changed = (hash: Hash, place: number) => (at === place ? flipped(hash, bit) : hash);
        const isFooled = isConsistent(
          { size: older, root: changed(rootOfSize(older), steps.length) },
          { size, root: changed(rootOfSize(size), steps.length + 1) },
          steps.map(changed),
          fastSha256,
        );
        // Every tree begins with the empty one, whatever its root: only its own can be wrong.
        const isFree = older === 0 && at === 1;
        if (isFooled !== isFree) expect.fail(`from ${older} to ${size} with bit ${bit} of ${at} changed`);
      }
    }
  });

  it("holds neither shorter nor longer", () => {
    const size = fc.integer({ min: 1, max: MOST });
    fc.assert(
      fc.property(size, size, fc.nat(), (one, two, step) => {
        const [older, newer] = [Math.min(one, two), Math.max(one, two)];
        fc.pre(older < newer);
        const steps = consistencyOf(older, newer);
        const at = step % steps.length;
        expect(holds(older, newer, steps.toSpliced(at, 1))).toBe(false);
        expect(holds(older, newer, steps.toSpliced(at, 0, steps[at]!))).toBe(false);
        expect(holds(older, newer, [...steps, rootOfSize(newer)])).toBe(false);
      }),
    );
  });

  it("is empty from the empty tree on and between equal sizes, with the same root", () => {
    expect(consistencyNodes(0, 5)).toEqual([]);
    expect(holds(0, 5, [])).toBe(true);
    expect(holds(0, 5, [LEAVES[0]!])).toBe(false);
    expect(isConsistent({ size: 0, root: LEAVES[0]! }, headOf(5), [])).toBe(false);
    expect(holds(5, 5, [])).toBe(true);
    expect(holds(5, 5, [rootOfSize(5)])).toBe(false);
    expect(isConsistent({ size: 5, root: LEAVES[0]! }, headOf(5), [])).toBe(false);
    expect(holds(0, 0, [])).toBe(true);
  });

  it.each([
    ["a smaller tree", headOf(5), headOf(4)],
    ["half a size", { size: 0.5, root: rootOfSize(1) }, headOf(4)],
    ["a size below zero", { size: -1, root: rootOfSize(1) }, headOf(4)],
    ["an unsafe size", headOf(4), { size: 2 ** 53, root: rootOfSize(5) }],
    ["a short root", { size: 4, root: rootOfSize(4).subarray(1) }, headOf(5)],
  ])("is none with %s", (_name, older, newer) => {
    expect(isConsistent(older, newer, consistencyOf(4, 5))).toBe(false);
  });

  it("is needed between different sizes", () => {
    expect(holds(4, 8, [])).toBe(false);
    expect(holds(3, 8, [])).toBe(false);
  });
});
