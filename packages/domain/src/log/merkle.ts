import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { assertIndex } from "../numbers.ts";

/** 32 bytes. */
export type Hash = Uint8Array;

/** A function that returns the SHA-256 of bytes. Callers give the platform's own if it is faster than the one in JavaScript. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

const HASH_BYTES = 32;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The root of the tree without leaves. */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array());

/** Returns the hash of an entry (RFC 6962, 2.1). Its first byte keeps it from ever being that of a node. */
export const hashLeaf = (entry: Uint8Array, hash: Sha256 = sha256): Hash => hash(concatBytes(LEAF, entry));

/** Returns the hash of the node above two others (RFC 6962, 2.1). */
export const hashNode = (left: Hash, right: Hash, hash: Sha256 = sha256): Hash =>
  hash(concatBytes(NODE, left, right));

export const isSameHash = (one: Hash, other: Hash): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** A perfect subtree: its 2^height leaves begin at leaf `place * 2^height`. Its hash never changes as the tree grows. */
export type Node = { readonly height: number; readonly place: number };

/** Returns the hash of a perfect subtree. */
export type HashOf = (node: Node) => Hash;

/** Returns the perfect subtrees that the leaves of a range make up, from the left. They shrink to the right. */
function nodesOf([from, to]: Range): Node[] {
  const nodes: Node[] = [];
  for (let at = from; at < to;) {
    let [height, width] = [0, 1];
    while (width * 2 <= to - at) [height, width] = [height + 1, width * 2];
    nodes.push({ height, place: at / width });
    at += width;
  }
  return nodes;
}

/** Returns the perfect subtrees that a tree consists of, the largest first. */
export const peaksOf = (size: number): Node[] => nodesOf([0, size]);

const joined = (hashes: readonly Hash[], hash: Sha256): Hash =>
  hashes.reduceRight((right, left) => hashNode(left, right, hash));

/** A Merkle tree in memory. */
export type Tree = {
  readonly root: Hash;
  readonly hashOf: HashOf;
  /** Returns the hashes that lead from a leaf to the root, its neighbour's first. */
  pathOf(index: number): Hash[];
};

/** Builds the tree of RFC 6962 over the hashes of leaves. A last node without a neighbour moves up unchanged. */
export function treeOf(leaves: readonly Hash[], hash: Sha256 = sha256): Tree {
  const levels = [leaves];
  for (let level = leaves; level.length > 1;) {
    const next: Hash[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at]!, level[at + 1]];
      next.push(right === undefined ? left : hashNode(left, right, hash));
    }
    levels.push(next);
    level = next;
  }
  const hashOf: HashOf = ({ height, place }) => levels[height]![place]!;
  return {
    root: levels.at(-1)![0] ?? EMPTY_ROOT,
    hashOf,
    pathOf: (index) => proofOf(inclusionNodes(index, leaves.length), hashOf, hash),
  };
}

/** A tree that remembers only the hashes of its peaks, the largest first. It can grow, and tell its root. */
export type Frontier = { readonly size: number; readonly peaks: readonly Hash[] };

export function appendLeaf({ size, peaks }: Frontier, leaf: Hash, hash: Sha256 = sha256): Frontier {
  const left = [...peaks];
  let added = leaf;
  // A tree of odd size ends with a single leaf, one of half that odd size with a pair, and so on.
  for (let width = size; width % 2 === 1; width = (width - 1) / 2) added = hashNode(left.pop()!, added, hash);
  return { size: size + 1, peaks: [...left, added] };
}

export const frontierRoot = ({ peaks }: Frontier, hash: Sha256 = sha256): Hash =>
  peaks.length === 0 ? EMPTY_ROOT : joined(peaks, hash);

type Range = readonly [from: number, to: number];

/** Goes down from the root towards a leaf. Returns the range where it ends, and those beside the way, the lowest first. */
function descend(leaf: number, size: number, isEnd: (range: Range) => boolean) {
  const beside: Range[] = [];
  let range: Range = [0, size];
  while (!isEnd(range)) {
    const [from, to] = range;
    let width = 1;
    while (width * 2 < to - from) width *= 2;
    const [left, right]: [Range, Range] = [
      [from, from + width],
      [from + width, to],
    ];
    beside.unshift(leaf < from + width ? right : left);
    range = leaf < from + width ? left : right;
  }
  return { beside, range };
}

/**
 * Returns the subtrees of each hash of an inclusion proof (RFC 6962, 2.1.1).
 *
 * @throws RangeError if the tree has no such leaf
 */
export function inclusionNodes(index: number, size: number): Node[][] {
  assertIndex(index, "a leaf's index");
  if (index >= size) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`);
  return descend(index, size, ([from, to]) => to - from === 1).beside.map(nodesOf);
}

/**
 * Returns the subtrees of each hash of a consistency proof (RFC 6962, 2.1.2). It is empty from 0 leaves on and between equal
 * sizes.
 *
 * @throws RangeError if the tree was never of the older size
 */
export function consistencyNodes(older: number, size: number): Node[][] {
  assertIndex(older, "a tree's size");
  if (older > size) throw new RangeError(`a tree of ${size} leaves never had ${older}`);
  if (older === 0) return [];
  const { beside, range } = descend(older - 1, size, ([, to]) => to === older);
  return (range[0] === 0 ? beside : [range, ...beside]).map(nodesOf);
}

/** Returns the hashes of a proof from those of its subtrees. */
export const proofOf = (parts: readonly (readonly Node[])[], hashOf: HashOf, hash: Sha256 = sha256): Hash[] =>
  parts.map((nodes) => joined(nodes.map(hashOf), hash));

const isPlace = (index: number, size: number) =>
  Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;

const areHashes = (hashes: readonly Hash[]) => hashes.every(({ length }) => length === HASH_BYTES);

/**
 * Computes the root from a leaf and its path (RFC 9162, 2.1.3.2); undefined for a path that no tree of this size has. A root
 * is a promise only together with its size.
 */
export function rootFrom(
  leaf: Hash,
  index: number,
  size: number,
  path: readonly Hash[],
  hash: Sha256 = sha256,
): Hash | undefined {
  if (!isPlace(index, size) || !areHashes([leaf, ...path])) return undefined;
  let [place, last, root] = [index, size - 1, leaf];
  for (const beside of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      root = hashNode(beside, root, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else root = hashNode(root, beside, hash);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

/** A size of a tree with its root. */
export type TreeHead = { readonly size: number; readonly root: Hash };

/** Returns true if the proof shows that the older tree is the beginning of the newer one (RFC 9162, 2.1.4.2). */
export function isConsistent(
  older: TreeHead,
  newer: TreeHead,
  proof: readonly Hash[],
  hash: Sha256 = sha256,
): boolean {
  if (!isPlace(older.size, newer.size + 1) || !areHashes([older.root, newer.root, ...proof])) return false;
  if (older.size === newer.size) return proof.length === 0 && isSameHash(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && isSameHash(older.root, EMPTY_ROOT);
  let [place, last] = [older.size - 1, newer.size - 1];
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  // A perfect older tree is a subtree of the newer one, so the proof leaves its root out.
  const [first, ...rest] = place === 0 ? [older.root, ...proof] : proof;
  if (first === undefined || proof.length === 0) return false;
  let [before, now] = [first, first];
  for (const beside of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [before, now] = [hashNode(beside, before, hash), hashNode(beside, now, hash)];
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else now = hashNode(now, beside, hash);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSameHash(before, older.root) && isSameHash(now, newer.root);
}
