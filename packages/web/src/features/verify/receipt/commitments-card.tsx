import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { EPOCH_TICKS } from "@veritick/domain/epochs.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { pathOf } from "../../../api/client.ts";
import { useLive, useStore } from "../../../api/live/live.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import styles from "./receipt-page.module.css";
import { useExactTime } from "../../../lib/format.ts";
import { Card } from "../../../ui/card.tsx";
import { CodeLine, LongCode } from "../../../ui/copy-button.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { Caption, Stack } from "../../../ui/primitives.tsx";

type CommitmentsCardProps = {
  receipt: Pick<PositionReceipt, "position" | "commitments">;
  /** Whether the platform no longer serves the public data of this position. */
  isGone: boolean;
  className?: string | undefined;
};

/** Shows the commitments that were published before the position was opened, and links to the raw data. */
export function CommitmentsCard({ receipt, isGone, className }: CommitmentsCardProps) {
  const text = useTextOf("later").receipt.commitments;
  const { common } = useText();
  const isOwnBeacon = useMarketTerms().market?.beacon.kind === "local";
  const { position, commitments } = receipt;
  const epochs = commitments.map(({ epoch }) => epoch);
  const isOpen = position.status === "active";
  const range = `from=${position.entryTick}${isOpen ? "" : `&to=${position.expiryTick}`}`;
  return (
    <Card title={<Term term="commitment">{text.title}</Term>} className={className}>
      <Caption>
        {text.intro} {isOwnBeacon && common.ownBeacon}
      </Caption>
      <div className={styles["commitmentColumns"]}>
        <Stack as="ul" gap={4}>
          {commitments.map(({ epoch, commitment }) => (
            <li key={epoch}>
              <h3 className={styles["epoch"]}>
                <Link href={`/fairness/epochs/${epoch}`} className={styles["link"]}>
                  {text.epoch(String(epoch))}
                </Link>
              </h3>
              <CodeLine>
                <LongCode code={commitment} copyLabel={text.copy(String(epoch))} />
              </CodeLine>
              <Reveal epoch={epoch} />
            </li>
          ))}
        </Stack>
        <div className={styles["rawData"]}>
          <h3 className={styles["epoch"]}>{text.raw}</h3>
          {isGone ? (
            <Caption>{text.gone}</Caption>
          ) : (
            <ul>
              <RawData href={`${pathOf("prices")}?${range}`}>{text.prices}</RawData>
              <RawData href={`${pathOf("fairnessEpochs")}?from=${epochs[0]}&to=${epochs.at(-1)}`}>
                {text.epochs}
              </RawData>
            </ul>
          )}
        </div>
      </div>
    </Card>
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
    <li>
      <a href={href} target="_blank" rel="noreferrer" className={styles["link"]}>
        {children}
      </a>
    </li>
  );
}
