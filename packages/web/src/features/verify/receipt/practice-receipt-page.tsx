import { useQuery } from "@tanstack/react-query";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { PULL_SCALE } from "@veritick/domain/distribution.ts";
import { epochOf } from "@veritick/domain/epochs.ts";
import { GRID, MEAN_STATE } from "@veritick/domain/price.ts";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { browserPractice } from "../../../api/desk/practice.ts";
import type { PracticePosition } from "../../../api/desk/practice-book.ts";
import { useStore } from "../../../api/live/live.ts";
import { keyOf } from "../../../api/query.ts";
import { useTitle } from "../../../lib/browser.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { BackLink } from "../../../ui/page-header.tsx";
import { PageTitle } from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { PracticeFrame, PracticeHeader } from "../../practice/public.ts";
import { BarrierCard } from "./barrier-card.tsx";
import { ChartCard } from "./chart-card.tsx";
import { CloseUpCard } from "./close-up-card.tsx";
import { CommitmentsCard } from "./commitments-card.tsx";
import { HeadCard } from "./head-card.tsx";
import { usePositionPrices } from "./position-prices.ts";
import styles from "./receipt-page.module.css";
import { TermsCard } from "./terms-card.tsx";

/** The receipt of a practice position: the same as an account's, but without signatures and ledger entries. */
export function PracticeReceiptPage({ id }: { id: string }) {
  const { common } = useText();
  const { practice } = useTextOf("later");
  const text = practice.receipt;
  const position = useStore(browserPractice().book, ({ positions }) =>
    positions.find((each) => each.id === id),
  );
  useTitle(`${text.title} · ${common.product}`);
  return (
    <PracticeFrame>
      <PracticeHeader
        start={
          <Link href="/practice" asChild>
            <BackLink label={text.back}>{practice.title}</BackLink>
          </Link>
        }
      />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <PageTitle>{text.title}</PageTitle>
        {position === undefined ? (
          <EmptyState
            {...text.missing}
            action={
              <Link href="/practice" className={`${buttonClass("quiet")} ${styles["way"]}`}>
                {text.back}
              </Link>
            }
          />
        ) : (
          <Receipt position={position} />
        )}
      </main>
    </PracticeFrame>
  );
}

function Receipt({ position }: { position: PracticePosition }) {
  const { intro } = useTextOf("later").practice.receipt;
  const prices = usePositionPrices(position);
  const receipt = useReceipt(position);
  return (
    <>
      <p className={styles["identity"]}>{intro}</p>
      <div className={styles["grid"]}>
        <HeadCard className={styles["whole"]} position={position} />
        <ChartCard className={styles["chart"]} position={position} known={prices} />
        <TermsCard className={styles["terms"]} position={position} />
        <CloseUpCard className={styles["half"]} position={position} known={prices} at="entry" />
        <CloseUpCard className={styles["half"]} position={position} known={prices} at="expiry" />
        <BarrierCard className={styles["whole"]} receipt={receipt} />
        <CommitmentsCard className={styles["whole"]} receipt={receipt} isGone={prices.isGone} />
      </div>
    </>
  );
}

/** Returns the parts of an account's receipt that a practice position has, with the public commitments of its hours. */
function useReceipt(
  position: PracticePosition,
): Pick<PositionReceipt, "position" | "commitments" | "barrier"> {
  const range = { from: epochOf(position.entryTick), to: epochOf(position.expiryTick) };
  const { data: epochs = [] } = useQuery({
    queryKey: [...keyOf("fairnessEpochs"), range],
    queryFn: ({ signal }) => call("fairnessEpochs", { query: range, signal }),
  });
  return {
    position,
    commitments: epochs.map(({ epoch, commitment }) => ({ epoch, commitment })),
    barrier: {
      ...position.barrier,
      mean: String(MEAN_STATE),
      unit: "100000000",
      entryPrice: position.entryPrice,
      pullScale: String(PULL_SCALE),
      grid: String(GRID),
      result: position.barrierPrice,
    },
  };
}
