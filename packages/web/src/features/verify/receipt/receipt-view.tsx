import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { Link } from "wouter";
import { faultOfReceived, isOtherAnswer } from "@veritick/domain/verify/received-step.ts";
import { useState } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useTextOf } from "../../../locales/text.ts";
import { useReceiptDownload } from "../check/receipt-file.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeLine, CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { DownloadIcon } from "../../../ui/icons.tsx";
import { Row, Skeleton, Stack } from "../../../ui/primitives.tsx";
import { BarrierCard } from "./barrier-card.tsx";
import { ChartCard } from "./chart-card.tsx";
import { CloseUpCard } from "./close-up-card.tsx";
import { CommitmentsCard } from "./commitments-card.tsx";
import { EntriesCard } from "./entries-card.tsx";
import { HeadCard } from "./head-card.tsx";
import { usePositionPrices } from "./position-prices.ts";
import { TermsCard } from "./terms-card.tsx";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { findReceived } from "../../../api/received-answers.ts";
import { useExactTime } from "../../../lib/format.ts";
import styles from "./receipt-page.module.css";

/** The cards of a receipt, in the order in which a phone shows them. */
export function ReceiptView({ receipt }: { receipt: PositionReceipt }) {
  const text = useTextOf("later").receipt;
  const { position } = receipt;
  const prices = usePositionPrices(position);
  return (
    <>
      <p className={styles["identity"]}>
        {text.id}
        <span className={styles["id"]}>
          <span translate="no">{position.id}</span>
          <CopyButton label={text.copyId} value={position.id} />
        </span>
      </p>
      <ReceiptActions receipt={receipt} />
      <div className={styles["grid"]}>
        <HeadCard
          className={styles["whole"]}
          position={position}
          closing={receipt.closing}
          sale={receipt.sale}
        />
        <ChartCard className={styles["chart"]} position={position} known={prices} />
        <TermsCard className={styles["terms"]} position={position} />
        <CloseUpCard className={styles["half"]} position={position} known={prices} at="entry" />
        <CloseUpCard className={styles["half"]} position={position} known={prices} at="expiry" />
        <BarrierCard className={styles["whole"]} receipt={receipt} />
        <CommitmentsCard className={styles["whole"]} receipt={receipt} isGone={prices.isGone} />
        <PromiseCard className={styles["whole"]} receipt={receipt} />
        <SaleCard className={styles["whole"]} receipt={receipt} />
        <EntriesCard className={styles["whole"]} receipt={receipt} />
      </div>
    </>
  );
}

/** Offers the receipt as a file. Only the owner can load it by its id, so only the owner gets the link to the check. */
function ReceiptActions({ receipt }: { receipt: PositionReceipt }) {
  const text = useTextOf("later").receipt;
  const { id, userId } = receipt.position;
  const isOwn = useCurrentUser()?.id === userId;
  const { isPending, download } = useReceiptDownload(text.downloadFailed);
  return (
    <Row gap={3} className={styles["actions"]}>
      {isOwn && (
        <Link href={`/verify/${id}`} className={buttonClass("primary")}>
          {text.verify}
        </Link>
      )}
      <Button
        variant="quiet"
        pending={isPending}
        onClick={() => void download(receipt.position.id, () => Promise.resolve(receipt))}
      >
        <DownloadIcon size={18} />
        {text.download}
      </Button>
    </Row>
  );
}

type SignedCardProps = { receipt: PositionReceipt; className?: string | undefined };

/** The text that the platform signed when the position was opened. The user can show it to anyone. */
function PromiseCard({ receipt, className }: SignedCardProps) {
  const { promise, position } = receipt;
  const { promise: text } = useTextOf("later").receipt;
  return (
    <Card title={text.title} className={className}>
      <p className={styles["promiseIntro"]}>{text.intro}</p>
      <Signed position={position} of="order" signed={promise} round={position.round} />
    </Card>
  );
}

function SaleCard({ receipt: { sale, position }, className }: SignedCardProps) {
  const { sale: text } = useTextOf("later").receipt;
  if (sale === null) return null;
  return (
    <Card title={text.title} className={className}>
      <p className={styles["promiseIntro"]}>{text.intro}</p>
      <Signed position={position} of="sale" signed={sale} round={sale.round} />
    </Card>
  );
}

type SignedProps = {
  position: PositionReceipt["position"];
  of: "order" | "sale";
  signed: NonNullable<PositionReceipt["sale"] | PositionReceipt["promise"]>;
  round: number;
};

function Signed({ position, of, signed, round }: SignedProps) {
  const { promise: text } = useTextOf("later").receipt;
  return (
    <div className={styles["promiseColumns"]}>
      <Stack gap={4}>
        <div>
          <div className={styles["promiseHead"]}>
            <h3>{text.text}</h3>
            <CopyButton label={text.copyText} value={signed.text} />
          </div>
          <pre className={styles["promiseText"]} translate="no">
            {signed.text}
          </pre>
        </div>
        {"path" in signed && <PathPart path={signed.path} />}
      </Stack>
      <Stack gap={4}>
        <ReceivedPart position={position} of={of} signed={signed} round={round} />
        <Code name={text.signature} copyLabel={text.copySignature} code={signed.signature} />
        <div>
          <Code name={text.key} copyLabel={text.copyKey} code={signed.publicKey} />
          <Link href="/fairness#keys" className={styles["compareKey"]}>
            {text.compareKey}
          </Link>
        </div>
      </Stack>
    </div>
  );
}

/** The path from the text to its signature: the hashes of the other texts signed with it. */
function PathPart({ path }: { path: readonly string[] }) {
  const { promise: text } = useTextOf("later").receipt;
  if (path.length === 0)
    return (
      <div>
        <h3 className={styles["promisePart"]}>{text.path}</h3>
        <p className={styles["promiseIntro"]}>{text.pathEmpty}</p>
      </div>
    );
  const steps = path.join("\n");
  return (
    <Stack gap={2}>
      <div className={styles["promiseHead"]}>
        <h3>{text.path}</h3>
        <CopyButton label={text.copyPath} value={steps} />
      </div>
      <p className={styles["promiseIntro"]}>{text.pathIntro}</p>
      <pre className={styles["promiseText"]} translate="no">
        {steps}
      </pre>
    </Stack>
  );
}

function Code({ name, copyLabel, code }: { name: string; copyLabel: string; code: string }) {
  return (
    <div>
      <h3 className={styles["promisePart"]}>{name}</h3>
      <CodeLine>
        <LongCode code={code} copyLabel={copyLabel} />
      </CodeLine>
    </div>
  );
}

/** As tall as the cards that replace it. */
export function ReceiptSkeleton() {
  const { loading } = useTextOf("later").receipt;
  return (
    <div role="status" aria-label={loading}>
      <p className={styles["identity"]}>
        <Skeleton width={320} height={44} />
      </p>
      <div className={styles["grid"]}>
        <Card className={styles["whole"]}>
          <Skeleton width={180} height={24} />
          <Skeleton width={240} height={52} />
        </Card>
        <Card className={styles["chart"]}>
          <Skeleton width={160} height={28} />
          <Skeleton width="100%" height={400} />
        </Card>
        <Card className={styles["terms"]}>
          <Skeleton width={120} height={28} />
          <Skeleton width="100%" height={424} />
        </Card>
      </div>
    </div>
  );
}

/**
 * The time at which the answer reached this browser, and what follows from it. Only the owner's browser can have noted it.
 */
function ReceivedPart({ position, of, signed, round }: SignedProps) {
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
    <div>
      <h3 className={styles["promisePart"]}>{text.title}</h3>
      <p className={styles["promiseIntro"]}>
        {words(beacon)} {received !== undefined && text.kept}
      </p>
    </div>
  );
}
