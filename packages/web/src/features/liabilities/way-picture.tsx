import { formatScaled } from "@veritick/domain/numbers.ts";
import type { SumNode } from "@veritick/domain/merkle-sum.ts";
import type { LiabilityEvidence } from "@veritick/domain/verify/liability-evidence.ts";
import { useState } from "react";
import { useFairnessText } from "../../locales/text.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { ExactSum } from "./exact-sum.tsx";
import { levelsOf, shownLevels } from "./way-levels.ts";
import type { Level, WayNode } from "./way-levels.ts";
import styles from "./way-picture.module.css";

type WayPictureProps = {
  evidence: LiabilityEvidence;
  way: readonly SumNode[];
  /** Whether it leads where the statement says. */
  isRight: boolean;
};

/** The tree as far as a proof shows it: two neighbours on each level, one of them on the way from the leaf to the total. */
export function WayPicture({ evidence, way, isRight }: WayPictureProps) {
  const { way: text } = useFairnessText().liabilities;
  const [isWhole, setWhole] = useState(false);
  const levels = levelsOf(evidence, way);
  const [root] = way.slice(-1);
  if (root === undefined) return null;
  const { top, between, bottom } = shownLevels(levels, isWhole);
  return (
    <figure className={styles["picture"]} data-right={isRight || undefined}>
      <figcaption className={styles["caption"]}>
        <h3 className={styles["title"]}>{text.title}</h3>
        <p className={styles["intro"]}>{text.intro}</p>
      </figcaption>
      <ol className={styles["levels"]}>
        <li className={styles["root"]}>
          <Node node={{ kind: "total", hash: root.hash, sum: formatScaled(root.sum, 8) }} />
        </li>
        {top.map((level) => (
          <Pair key={level.height} level={level} />
        ))}
        {between > 0 && (
          <li className={styles["between"]}>
            <span>{text.between(between)}</span>
            <LinkButton onClick={() => setWhole(true)}>{text.showAll}</LinkButton>
          </li>
        )}
        {bottom.map((level) => (
          <Pair key={level.height} level={level} />
        ))}
      </ol>
    </figure>
  );
}

/** Two neighbours, joined to what stands above them. */
function Pair({ level: { nodes, parent } }: { level: Level }) {
  return (
    <li className={styles["pair"]} data-parent={parent}>
      {nodes.map((node) => (
        <Node key={node.kind} node={node} />
      ))}
    </li>
  );
}

function Node({ node: { kind, hash, sum } }: { node: WayNode }) {
  const { way: text } = useFairnessText().liabilities;
  return (
    <div className={styles["node"]} data-kind={kind}>
      <span className={styles["name"]}>{text[kind]}</span>
      <span className={styles["sum"]}>
        <ExactSum sum={sum} />
      </span>
      <span className={styles["hash"]} translate="no" aria-hidden="true">
        {hash.slice(0, 8)}
      </span>
    </div>
  );
}
