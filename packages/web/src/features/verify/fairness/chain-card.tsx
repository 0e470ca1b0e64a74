import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS } from "@veritick/domain/epochs.ts";
import { useEffect } from "react";
import { Link } from "wouter";
import { useStore } from "../../../api/live/live.ts";
import { chainMemory } from "../../../api/chain/browser-chain.ts";
import type { ChainState } from "../../../api/chain/chain-memory.ts";
import { useExactTime } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Badge } from "../../../ui/primitives.tsx";
import { Card, Summary } from "../../../ui/card.tsx";
import { CodeLine, LongCode } from "../../../ui/copy-button.tsx";
import { AlertIcon, CheckIcon, ClockIcon } from "../../../ui/icons.tsx";
import texts from "./fairness.module.css";

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

/** The head of the chain of commitments, and whether it continues the chain that this browser has seen. */
export function ChainCard({ fairness }: { fairness: Fairness }) {
  const { pages } = useTextOf("fairness");
  const { chain } = pages.commitments;
  const outcome = useStore(chainMemory.state, (state) => state.outcome);
  const noted = useStore(chainMemory.state, (state) => state.noted);
  useEffect(() => {
    // The commitments in between did not load. The next reply is compared again.
    chainMemory.check(fairness).catch(() => undefined);
  }, [fairness]);
  const mood = outcome === undefined ? "waiting" : MOODS[outcome];
  const Sign = SIGNS[mood];
  return (
    <Card title={chain.title}>
      <p className={texts["lead"]}>{chain.lead}</p>
      <div>
        <h3 className={texts["sub"]}>{chain.head(fairness.chain.epoch)}</h3>
        <CodeLine>
          <LongCode code={fairness.chain.head} copyLabel={pages.copy(chain.head(fairness.chain.epoch))} />
        </CodeLine>
      </div>
      <div>
        <h3 className={texts["sub"]}>{chain.seen}</h3>
        <p className={texts["outcome"]} data-mood={mood} role="status">
          <Sign size={18} />
          {outcome === undefined ? chain.waiting : chain.outcome[outcome]}
        </p>
        {noted && noted.head !== fairness.chain.head && (
          <>
            <p className={texts["small"]}>{chain.noted(noted.epoch)}</p>
            <CodeLine>
              <LongCode code={noted.head} copyLabel={pages.copy(chain.noted(noted.epoch))} />
            </CodeLine>
          </>
        )}
      </div>
    </Card>
  );
}

type Committed = Fairness["current"];

export function CommitmentsCard({ fairness }: { fairness: Fairness }) {
  const { commitments } = useTextOf("fairness").pages;
  const { inFull } = useExactTime();
  const { current, upcoming } = fairness;
  const [next, ...others] = upcoming;
  const begins = ({ epoch }: Committed) => commitments.begins(inFull(epoch * EPOCH_TICKS));
  return (
    <Card title={commitments.title}>
      <p className={texts["lead"]}>{commitments.lead}</p>
      <ul>
        <Commitment
          of={current}
          badge={commitments.current}
          when={commitments.opens(inFull((current.epoch + 1) * EPOCH_TICKS))}
        />
        {next && <Commitment of={next} badge={commitments.next} when={begins(next)} />}
      </ul>
      <details>
        <Summary>{commitments.others(others.length)}</Summary>
        <ul>
          {others.map((each) => (
            <Commitment key={each.epoch} of={each} when={begins(each)} />
          ))}
        </ul>
      </details>
    </Card>
  );
}

function Commitment({ of, badge, when }: { of: Committed; badge?: string; when: string }) {
  const { pages } = useTextOf("fairness");
  const name = pages.epoch(of.epoch);
  return (
    <li className={texts["item"]}>
      <p className={texts["itemName"]}>
        <Link href={`/fairness/epochs/${of.epoch}`} className={texts["link"]}>
          {name}
        </Link>
        {badge !== undefined && <Badge tone="neutral">{badge}</Badge>}
      </p>
      <CodeLine>
        <LongCode code={of.commitment} copyLabel={pages.copy(`${pages.commitments.commitment}, ${name}`)} />
      </CodeLine>
      <p className={texts["small"]}>{when}</p>
    </li>
  );
}
