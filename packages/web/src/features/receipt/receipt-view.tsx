import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { useLaterText } from "../../locales/text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { BarrierCard } from "./barrier-card.tsx";
import { ChartCard } from "./chart-card.tsx";
import { CloseUpCard } from "./close-up-card.tsx";
import { CommitmentsCard } from "./commitments-card.tsx";
import { EntriesCard } from "./entries-card.tsx";
import { HeadCard } from "./head-card.tsx";
import { PromiseCard } from "./promise-card.tsx";
import { ReceiptActions } from "./receipt-actions.tsx";
import styles from "./receipt-page.module.css";
import { TermsCard } from "./terms-card.tsx";
import { usePositionPrices } from "./use-position-prices.ts";

/** The cards of a receipt, in the order in which a phone shows them. */
export function ReceiptView({ receipt }: { receipt: PositionReceipt }) {
  const text = useLaterText().receipt;
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
        <HeadCard className={styles["whole"]} position={position} />
        <ChartCard className={styles["chart"]} position={position} known={prices} />
        <TermsCard className={styles["terms"]} position={position} />
        <CloseUpCard className={styles["half"]} position={position} known={prices} at="entry" />
        <CloseUpCard className={styles["half"]} position={position} known={prices} at="expiry" />
        <BarrierCard className={styles["whole"]} receipt={receipt} />
        <CommitmentsCard className={styles["whole"]} receipt={receipt} isGone={prices.state === "gone"} />
        <PromiseCard className={styles["whole"]} promise={receipt.promise} />
        <EntriesCard className={styles["whole"]} receipt={receipt} />
      </div>
    </>
  );
}
