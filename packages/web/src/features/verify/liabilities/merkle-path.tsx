import type { SumNode } from "@veritick/domain/signed/merkle-sum.ts";
import { formatScaled } from "@veritick/domain/numbers.ts";
import type { LiabilityEvidence } from "@veritick/domain/verify/liability-evidence.ts";
import { useState } from "react";
import { useTextOf } from "../../../locales/text.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Caption, Code, Quiet, Row, Stack } from "../../../ui/primitives.tsx";
import { ExactSum } from "./figures.tsx";
import styles from "./merkle-path.module.css";

type MerklePathProps = {
  evidence: LiabilityEvidence;
  path: readonly SumNode[];
  isRight: boolean;
};

/** Draws the part of the tree that a proof shows: two neighbours on each level, one of them on the path to the total. */
export function MerklePath({ evidence, path, isRight }: MerklePathProps) {
  const { way: text } = useTextOf("fairness").liabilities;
  const [isWhole, setWhole] = useState(false);
  const levels = levelsOf(evidence, path);
  const [root] = path.slice(-1);
  if (root === undefined) return null;
  const { top, between, bottom } = shownLevels(levels, isWhole);
  return (
    <Stack as="figure" gap={4}>
      <Stack as="figcaption" gap={1}>
        <Caption as="h3">{text.title}</Caption>
        <Caption>{text.intro}</Caption>
      </Stack>
      <ol className={styles["levels"]} data-right={isRight || undefined}>
        <li className={styles["root"]}>
          <Node node={{ kind: "total", hash: root.hash, sum: formatScaled(root.sum, 8) }} />
        </li>
        {top.map((level) => (
          <Pair key={level.height} level={level} />
        ))}
        {between > 0 && (
          <Row as="li" gap={[1, 3]} align="center" justify="center" className={styles["between"]}>
            <Caption as="span">{text.between(between)}</Caption>
            <LinkButton onClick={() => setWhole(true)}>{text.showAll}</LinkButton>
          </Row>
        )}
        {bottom.map((level) => (
          <Pair key={level.height} level={level} />
        ))}
      </ol>
    </Stack>
  );
}

/** Two neighbours, joined to their sum above them. */
function Pair({ level: { nodes, parent } }: { level: Level }) {
  return (
    <li className={styles["pair"]} data-parent={parent}>
      {nodes.map((node) => (
        <Node key={node.kind} node={node} />
      ))}
    </li>
  );
}

function Node({ node: { kind, hash, sum } }: { node: PathNode }) {
  const { way: text } = useTextOf("fairness").liabilities;
  return (
    <div className={styles["node"]} data-kind={kind}>
      <Caption as="span">{text[kind]}</Caption>
      <span className={styles["sum"]}>
        <ExactSum sum={sum} />
      </span>
      <Quiet as="span" translate="no" aria-hidden="true">
        <Code>{hash.slice(0, 8)}</Code>
      </Quiet>
    </div>
  );
}

/** `yours` and `group` are on the path, `beside` and `others` next to it. */
type PathNode = {
  readonly kind: "total" | "yours" | "group" | "beside" | "others";
  readonly hash: string;
  readonly sum: string;
};

type Level = {
  /** 0 for the level of the leaves. */
  readonly height: number;
  /** The two neighbours, from left to right. */
  readonly nodes: readonly [PathNode, PathNode];
  /** The place of their sum, one level above. */
  readonly parent: "left" | "right" | "middle";
};

const isRightAt = (index: number, height: number) => Math.floor(index / 2 ** height) % 2 === 1;

/** Returns the pairs of neighbours below the root, from the top down to the leaf. */
export function levelsOf({ siblings, index }: LiabilityEvidence, path: readonly SumNode[]): Level[] {
  return siblings
    .map(({ hash, sum }, height): Level => {
      const node = path[height]!;
      const own: PathNode = {
        kind: height === 0 ? "yours" : "group",
        hash: node.hash,
        sum: formatScaled(node.sum, 8),
      };
      const other: PathNode = { kind: height === 0 ? "beside" : "others", hash, sum };
      return {
        height,
        nodes: isRightAt(index, height) ? [other, own] : [own, other],
        parent: height === siblings.length - 1 ? "middle" : isRightAt(index, height + 1) ? "right" : "left",
      };
    })
    .toReversed();
}

/** A tree with more levels shows only its top and its bottom until the user asks for the rest. */
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
