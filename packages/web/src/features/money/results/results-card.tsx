import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Caption, Num, Strong } from "../../../ui/primitives.tsx";
import { useResults } from "./results-page.tsx";
import { DayBars } from "./results-view.tsx";
import styles from "./results.module.css";

/** The last week on the dashboard; nothing where no position ended in it. */
export function ResultsCard() {
  const { results: text } = useLaterText();
  const format = useFormat();
  const { data } = useResults(7);
  if (data === undefined || data.total.positions === 0) return null;
  return (
    <Card
      title={text.week}
      aside={
        <Link href="/results" className={styles["link"]}>
          {text.title}
        </Link>
      }
    >
      <div className={styles["week"]}>
        <div>
          <Strong className={styles["sum"]}>
            <Num>{text.amount(format.signedMoney(data.total.result))}</Num>
          </Strong>
          <Caption>{text.decided(data.total.positions, data.total.won)}</Caption>
        </div>
        <DayBars results={data} className={styles["small-days"]} />
      </div>
    </Card>
  );
}
