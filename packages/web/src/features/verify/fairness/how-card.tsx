import type { ReactNode } from "react";
import { useFairnessText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import texts from "./card-text.module.css";
import { CheckedFigure, OpenedFigure, PriceFigure, SealedFigure, SeedFigure } from "./how-figures.tsx";
import styles from "./how-card.module.css";
import { Caption } from "../../../ui/primitives.tsx";

/** Stands in until the true one is here, so that nothing moves then. */
const UNKNOWN = "0".repeat(64);
const MINUTE = 60;

type HowCardProps = {
  commitment: { epoch: number; commitment: string } | undefined;
  prices: readonly number[] | undefined;
};

/** How a price comes about, drawn with what is published right now. */
export function HowCard({ commitment, prices = [] }: HowCardProps) {
  const { how } = useFairnessText().pages;
  const hash = commitment?.commitment ?? UNKNOWN;
  return (
    <Card title={how.title}>
      <p className={texts["lead"]}>{how.lead}</p>
      <ol className={styles["steps"]}>
        <Step {...how.steps.seed} figure={<SeedFigure />} />
        <Step {...how.steps.sealed} figure={<SealedFigure hash={hash} />} />
        <Step {...how.steps.price} figure={<PriceFigure prices={prices.slice(-MINUTE)} />} />
        <Step {...how.steps.opened} figure={<OpenedFigure />} />
        <Step {...how.steps.checked} figure={<CheckedFigure hash={hash} />} />
      </ol>
      <p className={texts["small"]}>{commitment && how.fingerprint(commitment.epoch)}</p>
    </Card>
  );
}

function Step({ title, body, figure }: { title: string; body: string; figure: ReactNode }) {
  return (
    <li className={styles["step"]}>
      <div className={styles["figure"]}>{figure}</div>
      <h3 className={styles["title"]}>{title}</h3>
      <Caption pretty>{body}</Caption>
    </li>
  );
}
