import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "../epochs.ts";
import { formatScaled } from "../numbers.ts";

/**
 * A node of a Merkle tree that also carries the sum of the balances below it. Its hash covers both children's hashes and
 * both their sums separately: a prover who could shift an amount from one child to the other would show every user a
 * different tree. Leaves are salted. Zero leaves fill the tree up to a power of two.
 */
export type SumNode = {
  /** SHA-256 in lower-case hex. */
  readonly hash: string;
  /** In units of 1e-8 USDMS, never negative. */
  readonly sum: bigint;
};

export type LiabilityLeaf = {
  /** 64 hex digits that only the user learns. Without them, anyone could guess a balance from its hash. */
  readonly salt: string;
  readonly user: string;
  /** The user knows their e-mail, so the platform cannot show one leaf to two people. */
  readonly email: string;
  /** In units of 1e-8 USDMS, never negative. */
  readonly balance: bigint;
};

const LEAF = "veritick/liability/leaf/1";
const NODE = "veritick/liability/node/1";
const ZERO = "veritick/liability/zero/1";

/** The depth of a tree with room for 2^40 leaves, more than there are people. */
export const MAX_DEPTH = 40;

const hashOf = (lines: readonly string[]): string =>
  toHex(sha256(utf8ToBytes(lines.map((line) => `${line}\n`).join(""))));

/** Writes an amount as it is hashed: a decimal with eight places. @throws RangeError for a negative one */
function amountText(units: bigint): string {
  if (units < 0n) throw new RangeError("a sum of balances is never negative");
  return formatScaled(units, 8);
}

/** Makes the leaf of a user: SHA-256 over a line each for the format, salt, user, balance and e-mail. */
export function leafNode({ salt, user, email, balance }: LiabilityLeaf): SumNode {
  return { hash: hashOf([LEAF, salt, user, amountText(balance), email]), sum: balance };
}

/** The leaf that fills the tree up to a power of two. */
export const ZERO_LEAF: SumNode = { hash: hashOf([ZERO]), sum: 0n };

/** Joins two nodes under one: SHA-256 over a line each for the format, the left hash and sum, the right hash and sum. */
export function joinNodes(left: SumNode, right: SumNode): SumNode {
  const hash = hashOf([NODE, left.hash, amountText(left.sum), right.hash, amountText(right.sum)]);
  return { hash, sum: left.sum + right.sum };
}

/** Returns the number of levels under the root: the least depth with room for so many leaves. */
export function depthFor(leaves: number): number {
  let depth = 0;
  while (2 ** depth < leaves) depth++;
  return depth;
}

/** Returns the root of a tree of this depth that holds only zero leaves. */
export function zeroNode(depth: number): SumNode {
  let node = ZERO_LEAF;
  for (let level = 0; level < depth; level++) node = joinNodes(node, node);
  return node;
}

/**
 * Returns all levels of a tree, the given nodes first and the root last. Zero nodes fill the right side.
 *
 * @param height the levels below the given nodes: 0 for leaves
 * @param depth the levels above the given nodes
 */
export function treeLevels(nodes: readonly SumNode[], depth: number, height = 0): SumNode[][] {
  if (nodes.length > 2 ** depth) throw new RangeError(`${nodes.length} nodes do not fit a depth of ${depth}`);
  let level = nodes.length === 0 ? [zeroNode(height)] : [...nodes];
  const levels = [level];
  for (let above = 0; above < depth; above++) {
    const filler = level.length % 2 === 1 ? [zeroNode(height + above)] : [];
    const full = [...level, ...filler];
    const next: SumNode[] = [];
    for (let index = 0; index < full.length; index += 2) next.push(joinNodes(full[index]!, full[index + 1]!));
    level = next;
    levels.push(level);
  }
  return levels;
}

const neighbourOf = (index: number): number => (index % 2 === 0 ? index + 1 : index - 1);

/** Returns the nodes beside the path from a node of the lowest level up to the root. */
export function siblingsOf(levels: readonly (readonly SumNode[])[], index: number, height = 0): SumNode[] {
  return levels
    .slice(0, -1)
    .map((level, above) => level[neighbourOf(Math.floor(index / 2 ** above))] ?? zeroNode(height + above));
}

/**
 * Computes the root from a leaf and the nodes beside its path; undefined for a path that no honest tree has: its length is
 * not the depth, the tree is too deep, the index is outside it, or a sum is negative.
 *
 * @param index the place of the leaf, from 0; its bits say on which side each sibling stands
 */
export function rootFrom(
  leaf: SumNode,
  index: number,
  siblings: readonly SumNode[],
  depth: number,
): SumNode | undefined {
  if (siblings.length !== depth || depth > MAX_DEPTH) return undefined;
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** depth) return undefined;
  if (leaf.sum < 0n || siblings.some(({ sum }) => sum < 0n)) return undefined;
  return siblings.reduce(
    (node, sibling, level) =>
      Math.floor(index / 2 ** level) % 2 === 0 ? joinNodes(node, sibling) : joinNodes(sibling, node),
    leaf,
  );
}
