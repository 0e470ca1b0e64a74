import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { EPOCH_TICKS } from "@veritick/domain/epoch-times.ts";
import type { ReactNode } from "react";
import { pathOf } from "../../../api/client.ts";
import { useLive, useStore } from "../../../api/live/live.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { useExactTime } from "../../../lib/format.ts";
import { TextLink } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { Caption, Row } from "../../../ui/primitives.tsx";
import reading from "../../../ui/reading-page.module.css";
import { CodeFact, EvidenceCard } from "../evidence.tsx";

type CommitmentsCardProps = {
  receipt: Pick<PositionReceipt, "position" | "commitments">;
  /** Whether the platform no longer serves the public data of this position. */
  isGone: boolean;
};

/** Shows the commitments that were published before the position was opened, and links to the raw data. */
export function CommitmentsCard({ receipt, isGone }: CommitmentsCardProps) {
  const text = useTextOf("later").receipt.commitments;
  const { common } = useText();
  const isOwnBeacon = useMarketTerms().market?.beacon.kind === "local";
  const { position, commitments } = receipt;
  const epochs = commitments.map(({ epoch }) => epoch);
  const isOpen = position.status === "active";
  const range = `from=${position.entryTick}${isOpen ? "" : `&to=${position.expiryTick}`}`;
  return (
    <EvidenceCard
      title={<Term term="commitment">{text.title}</Term>}
      says={isOwnBeacon ? `${text.intro} ${common.ownBeacon}` : text.intro}
    >
      <Facts look="columns">
        {commitments.map(({ epoch, commitment }) => (
          <CodeFact
            key={epoch}
            name={
              <TextLink href={`/fairness/epochs/${epoch}`} isAccent>
                {text.epoch(String(epoch))}
              </TextLink>
            }
            code={commitment}
            copyLabel={text.copy(String(epoch))}
          >
            <Reveal epoch={epoch} />
          </CodeFact>
        ))}
        <Fact name={text.raw} isWhole>
          {isGone ? (
            text.gone
          ) : (
            <Row gap={[0, 6]}>
              <RawData href={`${pathOf("prices")}?${range}`}>{text.prices}</RawData>
              <RawData href={`${pathOf("fairnessEpochs")}?from=${epochs[0]}&to=${epochs.at(-1)}`}>
                {text.epochs}
              </RawData>
            </Row>
          )}
        </Fact>
      </Facts>
    </EvidenceCard>
  );
}

/** Says when the seed is or was published. Uses the future tense until the server's time is known. */
function Reveal({ epoch }: { epoch: number }) {
  const text = useTextOf("later").receipt.commitments;
  const { price } = useLive();
  const { inFull } = useExactTime();
  const endTick = (epoch + 1) * EPOCH_TICKS;
  const isPast = useStore(price, ({ tick }) => tick !== undefined && tick >= endTick);
  return <Caption>{isPast ? text.revealed(inFull(endTick)) : text.reveals(inFull(endTick))}</Caption>;
}

function RawData({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={reading["link"]}>
      {children}
    </a>
  );
}
