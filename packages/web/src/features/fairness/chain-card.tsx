import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { useEffect } from "react";
import { chainMemory } from "../../lib/browser-chain.ts";
import type { ChainState } from "../../lib/chain-memory.ts";
import { useStore } from "../../lib/live/store.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { AlertIcon, CheckIcon, ClockIcon } from "../../ui/icons.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import texts from "./card-text.module.css";
import styles from "./chain-card.module.css";

const MOODS: Record<NonNullable<ChainState["outcome"]>, "good" | "bad" | "waiting"> = {
  first: "good",
  same: "good",
  leadsOn: "good",
  restarted: "good",
  behind: "waiting",
  swapped: "bad",
  unproven: "waiting",
};
const SIGNS = { good: CheckIcon, bad: AlertIcon, waiting: ClockIcon };

/** The head of the chain of commitments, and whether it leads on from what this browser has seen. */
export function ChainCard({ fairness }: { fairness: Fairness }) {
  const { pages } = useFairnessText();
  const { chain } = pages.commitments;
  const outcome = useStore(chainMemory.state, (state) => state.outcome);
  const noted = useStore(chainMemory.state, (state) => state.noted);
  useEffect(() => {
    // What lies between could not be asked for: the next reply is compared again.
    chainMemory.check(fairness).catch(() => undefined);
  }, [fairness]);
  const mood = outcome === undefined ? "waiting" : MOODS[outcome];
  const Sign = SIGNS[mood];
  return (
    <Card title={chain.title}>
      <p className={texts["lead"]}>{chain.lead}</p>
      <div>
        <h3 className={texts["sub"]}>{chain.head(fairness.chain.epoch)}</h3>
        <div className={texts["code"]}>
          <LongCode code={fairness.chain.head} copyLabel={pages.copy(chain.head(fairness.chain.epoch))} />
        </div>
      </div>
      <div>
        <h3 className={texts["sub"]}>{chain.seen}</h3>
        <p className={styles["outcome"]} data-mood={mood} role="status">
          <Sign size={18} />
          {outcome === undefined ? chain.waiting : chain.outcome[outcome]}
        </p>
        {noted && noted.head !== fairness.chain.head && (
          <>
            <p className={texts["small"]}>{chain.noted(noted.epoch)}</p>
            <div className={texts["code"]}>
              <LongCode code={noted.head} copyLabel={pages.copy(chain.noted(noted.epoch))} />
            </div>
          </>
        )}
      </div>
    </Card>
  );
}
