import { formatScaled } from "@veritick/domain/numbers.ts";
import type { SumNode } from "@veritick/domain/merkle-sum.ts";
import type { LiabilityEvidence } from "@veritick/domain/verify/liability-evidence.ts";

/** `yours` and `group` are on the way, `beside` and `others` next to it. */
export type WayNode = {
  readonly kind: "total" | "yours" | "group" | "beside" | "others";
  readonly hash: string;
  readonly sum: string;
};

export type Level = {
  /** 0 for the level of the leaves. */
  readonly height: number;
  /** From left to right. */
  readonly nodes: readonly [WayNode, WayNode];
  /** Where what they are added up to stands, one level above. */
  readonly parent: "left" | "right" | "middle";
};

const isRightAt = (index: number, height: number) => Math.floor(index / 2 ** height) % 2 === 1;

/** The pairs of neighbours below the root, from the top down to the leaf. */
export function levelsOf({ siblings, index }: LiabilityEvidence, way: readonly SumNode[]): Level[] {
  return siblings
    .map(({ hash, sum }, height): Level => {
      const node = way[height]!;
      const own: WayNode = {
        kind: height === 0 ? "yours" : "group",
        hash: node.hash,
        sum: formatScaled(node.sum, 8),
      };
      const other: WayNode = { kind: height === 0 ? "beside" : "others", hash, sum };
      return {
        height,
        nodes: isRightAt(index, height) ? [other, own] : [own, other],
        parent: height === siblings.length - 1 ? "middle" : isRightAt(index, height + 1) ? "right" : "left",
      };
    })
    .toReversed();
}

/** A large tree is drawn by its top and its bottom, until somebody wants to see the rest. */
const MOST = 6;
const TOP = 2;
const BOTTOM = 3;

export function shownLevels(levels: readonly Level[], isWhole: boolean) {
  if (isWhole || levels.length <= MOST) return { top: levels, between: 0, bottom: [] };
  return {
    top: levels.slice(0, TOP),
    between: levels.length - TOP - BOTTOM,
    bottom: levels.slice(-BOTTOM),
  };
}
