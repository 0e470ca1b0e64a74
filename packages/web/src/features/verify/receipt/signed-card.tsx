import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { faultOfReceived, isOtherAnswer } from "@veritick/domain/verify/received-step.ts";
import { useState } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { findReceived } from "../../../api/received-answers.ts";
import { useExactTime } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { TextLink } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { CodeFact, EvidenceCard, ExactBytes } from "../evidence.tsx";

type Signed = {
  position: PositionReceipt["position"];
  of: "order" | "sale";
  signed: NonNullable<PositionReceipt["sale"] | PositionReceipt["promise"]>;
  /** The round of the beacon that the signature had to precede. */
  round: number;
};

type SignedCardProps = Signed & { words: { readonly title: string; readonly intro: string } };

/** What the platform signed when it opened or sold a position. The user can show it to anyone. */
export function SignedCard({ words, ...rest }: SignedCardProps) {
  const { promise: text } = useTextOf("later").receipt;
  const { signed } = rest;
  const path = "path" in signed ? signed.path : undefined;
  return (
    <EvidenceCard title={words.title} says={words.intro}>
      <Facts look="columns">
        <ReceivedFact {...rest} />
        <CodeFact name={text.signature} copyLabel={text.copySignature} code={signed.signature} />
        <CodeFact name={text.key} copyLabel={text.copyKey} code={signed.publicKey}>
          <TextLink href="/fairness#keys" isAccent>
            {text.compareKey}
          </TextLink>
        </CodeFact>
        {path?.length === 0 && (
          <Fact name={text.path} isWhole>
            {text.pathEmpty}
          </Fact>
        )}
      </Facts>
      <ExactBytes summary={text.text} text={signed.text} copyLabel={text.copyText} />
      {path !== undefined && path.length > 0 && (
        <ExactBytes
          summary={text.path}
          says={text.pathIntro}
          text={path.join("\n")}
          copyLabel={text.copyPath}
        />
      )}
    </EvidenceCard>
  );
}

/**
 * The time at which the answer reached this browser, and what follows from it. Only the owner's browser can have noted it.
 */
function ReceivedFact({ position, of, signed, round }: Signed) {
  const text = useTextOf("later").receipt.promise.received;
  const { inFull } = useExactTime();
  const isOwn = useCurrentUser()?.id === position.userId;
  const beacon = useMarketTerms().market?.beacon;
  const [received] = useState(() => findReceived(position, of));
  if (!isOwn || beacon === undefined) return null;

  function words(times: NonNullable<typeof beacon>): string {
    if (received === undefined) return text.none;
    if (isOtherAnswer(received, signed)) return text.other;
    const atMs = Date.parse(received.at);
    return text[faultOfReceived(atMs, round, times) ?? "right"](inFull(Math.floor(atMs / 1000)));
  }
  return (
    <Fact name={text.title} isWhole>
      {words(beacon)} {received !== undefined && text.kept}
    </Fact>
  );
}
