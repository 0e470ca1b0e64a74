import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { Link } from "wouter";
import { useFairnessText } from "../../locales/text.ts";
import { buttonClass } from "../../ui/button.tsx";
import styles from "./epoch-page.module.css";
import { knownEpochs } from "./use-epoch.ts";

/** The hours before and after, as far as they are known of. */
export function EpochNeighbours({ epoch, fairness }: { epoch: number; fairness: Fairness }) {
  const { epochPage } = useFairnessText().pages;
  const { first, last } = knownEpochs(fairness);
  const way = (to: number, words: string) =>
    to >= first &&
    to <= last && (
      <Link href={`/fairness/epochs/${to}`} className={buttonClass("quiet")}>
        {words}
      </Link>
    );
  return (
    <nav className={styles["neighbours"]} aria-label={epochPage.around}>
      {way(epoch - 1, epochPage.previous)}
      {way(epoch + 1, epochPage.next)}
    </nav>
  );
}
