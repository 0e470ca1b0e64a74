import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatScaled } from "../numbers.ts";
import {
  MAX_DEPTH,
  ZERO_LEAF,
  depthFor,
  joinNodes,
  leafNode,
  rootFrom,
  siblingsOf,
  treeLevels,
  zeroNode,
} from "./merkle-sum.ts";
import type { LiabilityLeaf, SumNode } from "./merkle-sum.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const money = (usdms: number) => BigInt(usdms) * 100_000_000n;

function leaf(place: number, balance: bigint): LiabilityLeaf {
  const user = `00000000-0000-7000-8000-${place.toString(16).padStart(12, "0")}`;
  return { salt: sha256(`salt ${place}`), user, email: `user${place}@example.com`, balance };
}

const grow = (leaves: readonly LiabilityLeaf[]) => {
  const depth = depthFor(leaves.length);
  const levels = treeLevels(leaves.map(leafNode), depth);
  return { depth, levels, root: levels.at(-1)![0]! };
};

type Proof = { leaf: LiabilityLeaf; index: number; siblings: readonly SumNode[]; depth: number };

/** Checks a proof as a user's own program does, apart from the signature. */
function holds({ leaf: own, index, siblings, depth }: Proof, root: SumNode): boolean {
  const reached = rootFrom(leafNode(own), index, siblings, depth);
  return reached?.hash === root.hash && reached.sum === root.sum;
}

const balances = fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), { minLength: 1, maxLength: 40 });

describe("a tree", () => {
  it("is built as docs/protocol.md says", () => {
    const [first, second, third] = [leaf(1, money(10)), leaf(2, 0n), leaf(3, 1n)];
    const hashed = ({ salt, user, email }: LiabilityLeaf, balance: string) =>
      sha256(`veritick/liability/leaf/1\n${salt}\n${user}\n${balance}\n${email}\n`);
    const joined = (...lines: string[]) => sha256(`veritick/liability/node/1\n${lines.join("\n")}\n`);
    const zero = sha256("veritick/liability/zero/1\n");
    const left = joined(
      hashed(first!, "10.00000000"),
      "10.00000000",
      hashed(second!, "0.00000000"),
      "0.00000000",
    );
    const right = joined(hashed(third!, "0.00000001"), "0.00000001", zero, "0.00000000");
    expect(grow([first!, second!, third!]).root).toEqual({
      hash: joined(left, "10.00000000", right, "0.00000001"),
      sum: money(10) + 1n,
    });
  });

  it("proves every leaf, holds their sum and has the least depth", () => {
    fc.assert(
      fc.property(balances, (amounts) => {
        const leaves = amounts.map((amount, place) => leaf(place, amount));
        const { depth, levels, root } = grow(leaves);
        expect(root.sum).toBe(amounts.reduce((sum, amount) => sum + amount, 0n));
        expect(2 ** depth).toBeGreaterThanOrEqual(leaves.length);
        if (depth > 0) expect(2 ** (depth - 1)).toBeLessThan(leaves.length);
        for (const [index, own] of leaves.entries()) {
          const siblings = siblingsOf(levels, index);
          expect(holds({ leaf: own, index, siblings, depth }, root)).toBe(true);
          expect(siblings.reduce((sum, sibling) => sum + sibling.sum, own.balance)).toBe(root.sum);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("is filled with zero leaves and is the same when built in parts", () => {
    fc.assert(
      fc.property(balances, fc.integer({ min: 0, max: 6 }), (amounts, height) => {
        const nodes = amounts.map((amount, place) => leafNode(leaf(place, amount)));
        const depth = Math.max(depthFor(nodes.length), height);
        const whole = treeLevels(nodes, depth).at(-1)![0]!;
        const filled = [...nodes, ...Array.from({ length: 2 ** depth - nodes.length }, () => ZERO_LEAF)];
        expect(treeLevels(filled, depth).at(-1)![0]).toEqual(whole);
        const parts: SumNode[] = [];
        for (let first = 0; first < nodes.length; first += 2 ** height)
          parts.push(treeLevels(nodes.slice(first, first + 2 ** height), height).at(-1)![0]!);
        const upper = treeLevels(parts, depth - height, height);
        expect(upper.at(-1)![0]).toEqual(whole);
        const last = nodes.length - 1;
        const part = Math.floor(last / 2 ** height);
        const below = treeLevels(nodes.slice(part * 2 ** height), height);
        expect([...siblingsOf(below, last % 2 ** height), ...siblingsOf(upper, part, height)]).toEqual(
          siblingsOf(treeLevels(filled, depth), last),
        );
      }),
      { numRuns: 30 },
    );
  });

  it("exists for no user and for one user", () => {
    expect(grow([]).root).toEqual(ZERO_LEAF);
    expect([0, 1, 2, 3, 4, 5, 1024, 1025].map(depthFor)).toEqual([0, 0, 1, 2, 2, 3, 10, 11]);
    const alone = leaf(1, 5n);
    expect(holds({ leaf: alone, index: 0, siblings: [], depth: 0 }, leafNode(alone))).toBe(true);
    expect(() => treeLevels([ZERO_LEAF, ZERO_LEAF, ZERO_LEAF], 1)).toThrow(
      new RangeError("3 nodes do not fit a depth of 1"),
    );
    expect(zeroNode(2)).toEqual(treeLevels([ZERO_LEAF, ZERO_LEAF, ZERO_LEAF, ZERO_LEAF], 2).at(-1)![0]);
  });
});

describe("a prover who cheats", () => {
  const leaves = [10, 4, 10, 0, 7].map((amount, place) => leaf(place, money(amount)));
  const { depth, levels, root } = grow(leaves);
  const proofOf = (index: number): Proof => ({
    leaf: leaves[index]!,
    index,
    siblings: siblingsOf(levels, index),
    depth,
  });
  const honest = proofOf(1);
  const holdsWith = (change: Partial<Proof>) => holds({ ...honest, ...change }, root);

  it("could hide a debt if a node hashed only the total of its two sums", () => {
    const joinJointly = (left: SumNode, right: SumNode): SumNode => ({
      hash: sha256(`${left.hash}\n${right.hash}\n${formatScaled(left.sum + right.sum, 8)}\n`),
      sum: left.sum + right.sum,
    });
    const [first, second] = [leafNode(leaves[0]!), leafNode(leaves[1]!)];
    // The platform owes 10 and 4, and states 10. It shows each user a neighbour with the rest of 10.
    const shown = [
      { own: first, index: 0, sibling: { hash: second.hash, sum: 0n } },
      { own: second, index: 1, sibling: { hash: first.hash, sum: money(6) } },
    ];
    const jointly = shown.map(({ own, index, sibling }) =>
      index === 0 ? joinJointly(own, sibling) : joinJointly(sibling, own),
    );
    expect(jointly[0]!.sum).toBe(money(10));
    expect(jointly[1]).toEqual(jointly[0]);
    // With separate sums the two users reach different roots, and only one root is signed.
    const [one, other] = shown.map(({ own, index, sibling }) => rootFrom(own, index, [sibling], 1)!);
    expect([one!.sum, other!.sum]).toEqual([money(10), money(10)]);
    expect(one!.hash).not.toBe(other!.hash);
  });

  it("cannot use a negative sum", () => {
    for (const level of honest.siblings.keys()) {
      const siblings = honest.siblings.map((node, at) => (at === level ? { ...node, sum: -1n } : node));
      expect(holdsWith({ siblings })).toBe(false);
    }
    const owing = { hash: leafNode(leaves[0]!).hash, sum: -money(4) };
    expect(rootFrom(leafNode(leaves[1]!), 1, [owing], 1)).toBeUndefined();
    expect(rootFrom(owing, 0, [leafNode(leaves[1]!)], 1)).toBeUndefined();
    expect(() => joinNodes(owing, ZERO_LEAF)).toThrow(new RangeError("a sum of balances is never negative"));
    expect(() => leafNode(leaf(1, -1n))).toThrow(RangeError);
  });

  it("cannot count two people with one balance once, because a leaf names its e-mail", () => {
    const shared = proofOf(0);
    expect(holds(shared, root)).toBe(true);
    expect(leaves[2]!.balance).toBe(shared.leaf.balance);
    const toldTheSame = { ...shared.leaf, email: leaves[2]!.email };
    expect(holds({ ...shared, leaf: toldTheSame }, root)).toBe(false);
  });

  it("cannot swap two children or claim a wrong place", () => {
    for (const index of Array.from({ length: 2 ** depth }, (_, place) => place)) {
      expect(holdsWith({ index })).toBe(index === honest.index);
    }
    expect(joinNodes(root, ZERO_LEAF)).not.toEqual(joinNodes(ZERO_LEAF, root));
    expect(holdsWith({ siblings: honest.siblings.toReversed() })).toBe(false);
  });

  it("cannot pass a node off as a leaf or a leaf as a node", () => {
    const inner = levels[1]![0]!;
    expect(rootFrom(inner, 0, honest.siblings.slice(1), depth - 1)).toEqual(root);
    expect(rootFrom(inner, 0, honest.siblings.slice(1), depth)).toBeUndefined();
    expect(rootFrom(inner, 0, honest.siblings, depth)?.hash).not.toBe(root.hash);
    const [left, right] = levels[0]!;
    const likeANode = leafNode({
      salt: left!.hash,
      user: formatScaled(left!.sum, 8),
      balance: right!.sum,
      email: right!.hash,
    });
    expect(likeANode.hash).not.toBe(joinNodes(left!, right!).hash);
    expect(leafNode({ salt: "", user: "", email: "", balance: 0n }).hash).not.toBe(ZERO_LEAF.hash);
  });

  it.each([
    ["too short", { siblings: honest.siblings.slice(0, -1) }],
    ["too long", { siblings: [...honest.siblings, ZERO_LEAF] }],
    ["too short, and the depth with it", { siblings: honest.siblings.slice(0, -1), depth: depth - 1 }],
    ["too long, and the depth with it", { siblings: [...honest.siblings, ZERO_LEAF], depth: depth + 1 }],
    ["left of the tree", { index: -1 }],
    ["right of the tree, where its lowest bits are right", { index: 2 ** depth + honest.index }],
    ["between two leaves", { index: honest.index + 0.5 }],
    ["nowhere", { index: Number.NaN }],
    ["deeper than any tree", { siblings: Array(MAX_DEPTH + 1).fill(ZERO_LEAF), depth: MAX_DEPTH + 1 }],
    ["of no depth", { siblings: [], depth: -1 }],
  ])("is caught with a path that is %s", (_name, change: Partial<Proof>) => {
    expect(holdsWith({})).toBe(true);
    expect(holdsWith(change)).toBe(false);
  });

  it("has no root for a place or a depth that no tree has", () => {
    const rootAt = (index: number, height: number) =>
      rootFrom(ZERO_LEAF, index, Array(height).fill(ZERO_LEAF), height);
    expect(rootAt(3, 2)).toBeDefined();
    expect(rootAt(4, 2)).toBeUndefined();
    expect(rootAt(-1, 2)).toBeUndefined();
    expect(rootAt(0, MAX_DEPTH)).toBeDefined();
    expect(rootAt(0, MAX_DEPTH + 1)).toBeUndefined();
  });

  it("is caught after any change of a leaf, a place or a sibling", () => {
    const own = honest.leaf;
    for (const changed of [
      { ...own, salt: sha256("another") },
      { ...own, user: leaves[0]!.user },
      { ...own, email: "User1@example.com" },
      { ...own, balance: own.balance + 1n },
      { ...own, balance: own.balance - 1n },
    ])
      expect(holdsWith({ leaf: changed })).toBe(false);
    expect(holds(honest, { ...root, hash: sha256("another") })).toBe(false);
    expect(holds(honest, { ...root, sum: root.sum - 1n })).toBe(false);
    for (const level of honest.siblings.keys()) {
      for (const change of [{ sum: honest.siblings[level]!.sum + 1n }, { hash: sha256("another") }]) {
        const siblings = honest.siblings.map((node, at) => (at === level ? { ...node, ...change } : node));
        expect(holdsWith({ siblings })).toBe(false);
      }
    }
  });
});
