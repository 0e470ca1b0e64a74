import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Isolated } from "../../../ui/boundary.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { CodeLine, CopyButton } from "../../../ui/copy-button.tsx";
import { DownloadIcon } from "../../../ui/more-icons.tsx";
import { Caption, Code, Grid, Row, Skeleton, Stack } from "../../../ui/primitives.tsx";
import { useReceiptDownload } from "../check/receipt-file.ts";
import { Actions } from "../evidence.tsx";
import { BarrierCard } from "./barrier-card.tsx";
import { ChartCard } from "./chart-card.tsx";
import { CloseUpCard } from "./close-up-card.tsx";
import { CommitmentsCard } from "./commitments-card.tsx";
import { EntriesCard } from "./entries-card.tsx";
import { HeadCard } from "./head-card.tsx";
import { usePositionPrices } from "./position-prices.ts";
import { SignedCard } from "./signed-card.tsx";
import { TermsCard } from "./terms-card.tsx";

/** The receipt of an account's position, with everything that was signed and booked for it. */
export function ReceiptView({ receipt }: { receipt: PositionReceipt }) {
  const text = useTextOf("later").receipt;
  const { position, promise, sale } = receipt;
  return (
    <>
      <CodeLine>
        <Row gap={[0, 2]} align="center">
          <Caption as="span">{text.id}</Caption>
          <Code translate="no">{position.id}</Code>
        </Row>
        <CopyButton label={text.copyId} value={position.id} />
      </CodeLine>
      <ReceiptActions receipt={receipt} />
      <ReceiptCards receipt={receipt}>
        <SignedCard
          words={text.promise}
          position={position}
          of="order"
          signed={promise}
          round={position.round}
        />
        {sale !== null && (
          <SignedCard words={text.sale} position={position} of="sale" signed={sale} round={sale.round} />
        )}
        <EntriesCard receipt={receipt} />
      </ReceiptCards>
    </>
  );
}

type CardsProps = {
  receipt: Pick<PositionReceipt, "position" | "barrier" | "commitments"> &
    Partial<Pick<PositionReceipt, "closing" | "sale">>;
  children?: ReactNode;
};

/** The cards that every receipt has, in the order in which a phone shows them. */
export function ReceiptCards({ receipt, children }: CardsProps) {
  const { position } = receipt;
  const known = usePositionPrices(position);
  return (
    <Stack gap={5}>
      <Isolated>
        <HeadCard {...receipt} />
        <Grid gap={5} columns="minmax(0, 2fr) minmax(0, 1fr)" from="wide">
          <ChartCard position={position} known={known} />
          <TermsCard position={position} />
        </Grid>
        {!known.isGone && (
          <Grid gap={5} min={320} isFit>
            <CloseUpCard position={position} known={known} at="entry" />
            {/* A position that was closed early has no end to show. */}
            {position.status !== "refunded" && <CloseUpCard position={position} known={known} at="expiry" />}
          </Grid>
        )}
        <BarrierCard receipt={receipt} />
        <CommitmentsCard receipt={receipt} isGone={known.isGone} />
        {children}
      </Isolated>
    </Stack>
  );
}

/** Offers the receipt as a file. Only the owner can load it by its id, so only the owner gets the link to the check. */
function ReceiptActions({ receipt }: { receipt: PositionReceipt }) {
  const text = useTextOf("later").receipt;
  const { id, userId } = receipt.position;
  const isOwn = useCurrentUser()?.id === userId;
  const { isPending, download } = useReceiptDownload(text.downloadFailed);
  return (
    <Actions>
      {isOwn && (
        <Link href={`/verify/${id}`} className={buttonClass("primary")}>
          {text.verify}
        </Link>
      )}
      <Button
        variant="quiet"
        pending={isPending}
        onClick={() => void download(id, () => Promise.resolve(receipt))}
      >
        <DownloadIcon size={18} />
        {text.download}
      </Button>
    </Actions>
  );
}

/** As tall as the first cards that replace it. */
export function ReceiptSkeleton() {
  const { loading } = useTextOf("later").receipt;
  return (
    <Stack gap={5} role="status" aria-label={loading}>
      <Skeleton width={320} height={28} />
      <Skeleton width="100%" height={140} />
      <Skeleton width="100%" height={580} />
    </Stack>
  );
}
