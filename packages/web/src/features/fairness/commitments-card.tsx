import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS } from "@veritick/domain/epochs.ts";
import { Link } from "wouter";
import { useExactTime } from "../../lib/use-exact-time.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import texts from "./card-text.module.css";
import styles from "./commitments-card.module.css";

type Committed = Fairness["current"];

/** The fingerprints of the hour that runs and of those to come. */
export function CommitmentsCard({ fairness }: { fairness: Fairness }) {
  const { commitments } = useFairnessText().pages;
  const { inFull } = useExactTime();
  const { current, upcoming } = fairness;
  const [next, ...others] = upcoming;
  const begins = ({ epoch }: Committed) => commitments.begins(inFull(epoch * EPOCH_TICKS));
  return (
    <Card title={commitments.title}>
      <p className={texts["lead"]}>{commitments.lead}</p>
      <ul className={styles["list"]}>
        <Commitment
          of={current}
          badge={commitments.current}
          when={commitments.opens(inFull((current.epoch + 1) * EPOCH_TICKS))}
        />
        {next && <Commitment of={next} badge={commitments.next} when={begins(next)} />}
      </ul>
      <details>
        <summary className={texts["summary"]}>{commitments.others(others.length)}</summary>
        <ul className={styles["list"]}>
          {others.map((each) => (
            <Commitment key={each.epoch} of={each} when={begins(each)} />
          ))}
        </ul>
      </details>
    </Card>
  );
}

function Commitment({ of, badge, when }: { of: Committed; badge?: string; when: string }) {
  const { pages } = useFairnessText();
  const name = pages.epoch(of.epoch);
  return (
    <li className={styles["commitment"]}>
      <p className={styles["name"]}>
        <Link href={`/fairness/epochs/${of.epoch}`} className={texts["link"]}>
          {name}
        </Link>
        {badge !== undefined && <Badge tone="neutral">{badge}</Badge>}
      </p>
      <div className={texts["code"]}>
        <LongCode code={of.commitment} copyLabel={pages.copy(`${pages.commitments.commitment}, ${name}`)} />
      </div>
      <p className={texts["small"]}>{when}</p>
    </li>
  );
}
