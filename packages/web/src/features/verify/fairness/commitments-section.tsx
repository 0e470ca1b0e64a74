import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS } from "@veritick/domain/epoch-times.ts";
import { useEffect } from "react";
import { chainMemory } from "../../../api/chain/browser-chain.ts";
import type { ChainState } from "../../../api/chain/chain-memory.ts";
import { useStore } from "../../../api/live/live.ts";
import { useExactTime } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Disclosure } from "../../../ui/card.tsx";
import { CheckItem, CheckList } from "../../../ui/check-list.tsx";
import { Badge, Caption, Lead, Lines, Quiet } from "../../../ui/primitives.tsx";
import { Section } from "../../../ui/reading-page.tsx";
import { EpochLink, Evidence, PublishedCode } from "./evidence.tsx";

type Committed = Fairness["current"];

/** The commitments of the hours to come, and the chain that ties them. */
export function CommitmentsSection({ fairness }: { fairness: Fairness }) {
  const { commitments } = useTextOf("fairness").pages;
  const { inFull } = useExactTime();
  const { current, upcoming } = fairness;
  const [next, ...others] = upcoming;
  const begins = ({ epoch }: Committed) => commitments.begins(inFull(epoch * EPOCH_TICKS));
  return (
    <Section id="commitments" text={commitments}>
      <Lines>
        <Commitment
          of={current}
          badge={commitments.current}
          when={commitments.opens(inFull((current.epoch + 1) * EPOCH_TICKS))}
        />
        {next && <Commitment of={next} badge={commitments.next} when={begins(next)} />}
      </Lines>
      <Disclosure summary={commitments.others(others.length)}>
        <Lines>
          {others.map((each) => (
            <Commitment key={each.epoch} of={each} when={begins(each)} />
          ))}
        </Lines>
      </Disclosure>
      <Chain fairness={fairness} />
    </Section>
  );
}

function Commitment({ of, badge, when }: { of: Committed; badge?: string; when: string }) {
  const { epoch, commitments } = useTextOf("fairness").pages;
  const name = epoch(of.epoch);
  const head = (
    <>
      <EpochLink epoch={of.epoch} />
      {badge !== undefined && <Badge tone="neutral">{badge}</Badge>}
    </>
  );
  return (
    <Evidence head={head}>
      <PublishedCode name={`${commitments.commitment}, ${name}`} code={of.commitment} />
      <Caption>{when}</Caption>
    </Evidence>
  );
}

const OUTCOMES = {
  first: "right",
  same: "right",
  leadsOn: "right",
  restarted: "right",
  behind: "later",
  swapped: "wrong",
  unproven: "later",
} as const satisfies Record<NonNullable<ChainState["outcome"]>, string>;

/** The head of the chain, and whether it continues the chain that this browser has seen. */
function Chain({ fairness }: { fairness: Fairness }) {
  const { commitments, epochPage } = useTextOf("fairness").pages;
  const { chain } = commitments;
  const outcome = useStore(chainMemory.state, (state) => state.outcome);
  const noted = useStore(chainMemory.state, (state) => state.noted);
  useEffect(() => {
    // The commitments in between did not load. The next reply is compared again.
    chainMemory.check(fairness).catch(() => undefined);
  }, [fairness]);
  const sign = outcome === undefined ? "later" : OUTCOMES[outcome];
  const head = chain.head(fairness.chain.epoch);
  return (
    <>
      <Lead as="h3">{chain.title}</Lead>
      <Quiet pretty measure>
        {chain.lead}
      </Quiet>
      <div>
        <Caption>{head}</Caption>
        <PublishedCode name={head} code={fairness.chain.head} />
      </div>
      <div role="status">
        <Caption>{chain.seen}</Caption>
        <CheckList label={chain.seen}>
          <CheckItem
            outcome={sign}
            spoken={epochPage.outcomes[sign]}
            words={outcome === undefined ? chain.waiting : chain.outcome[outcome]}
          >
            {noted && noted.head !== fairness.chain.head && (
              <>
                {chain.noted(noted.epoch)}
                <PublishedCode name={chain.noted(noted.epoch)} code={noted.head} />
              </>
            )}
          </CheckItem>
        </CheckList>
      </div>
    </>
  );
}
