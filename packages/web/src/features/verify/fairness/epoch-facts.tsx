import { pathOf } from "../../../api/client.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import { Num } from "../../../ui/num.tsx";
import { Term } from "../../../ui/term.tsx";
import type { TermName } from "../../../ui/term.tsx";
import texts from "./card-text.module.css";
import styles from "./epoch-page.module.css";
import type { PublishedEpoch } from "./use-epoch.ts";

/** What is published of an epoch, to be copied. */
export function EpochFacts({ found: { row, phase, firstTick, lastTick } }: { found: PublishedEpoch }) {
  const { pages } = useFairnessText();
  const text = pages.epochPage;
  const code = (term: TermName, name: string, value: string | null) => (
    <div className={styles["whole"]}>
      <dt className={texts["small"]}>
        <Term term={term}>{name}</Term>
      </dt>
      <dd className={texts["code"]}>
        {value === null ? text.notYet : <LongCode code={value} copyLabel={pages.copy(name)} />}
      </dd>
    </div>
  );
  return (
    <Card title={text.facts}>
      <dl className={styles["facts"]}>
        {code("seed", text.seed, row.seed)}
        {code("commitment", text.commitment, row.commitment)}
        {code("head", text.head, row.head)}
        <div>
          <dt className={texts["small"]}>
            <Term term="firstTick">{text.startTick}</Term>
          </dt>
          <dd>
            <Num>{firstTick}</Num>
          </dd>
        </div>
        <div>
          <dt className={texts["small"]}>
            <Term term="startState">{text.startState}</Term>
          </dt>
          <dd className={texts["code"]}>
            <Num>{row.startState ?? text.notYet}</Num>
            {row.startState !== null && (
              <CopyButton label={pages.copy(text.startState)} value={row.startState} />
            )}
          </dd>
        </div>
      </dl>
      <ul className={styles["raw"]}>
        <li>
          <a
            href={`${pathOf("fairnessEpochs")}?from=${row.epoch}&to=${row.epoch}`}
            target="_blank"
            rel="noreferrer"
            className={texts["link"]}
          >
            {text.rawEpoch}
          </a>
        </li>
        {phase !== "upcoming" && (
          <li>
            <a
              href={`${pathOf("prices")}?from=${firstTick}${phase === "over" ? `&to=${lastTick}` : ""}`}
              target="_blank"
              rel="noreferrer"
              className={texts["link"]}
            >
              {text.rawPrices}
            </a>
          </li>
        )}
      </ul>
    </Card>
  );
}
