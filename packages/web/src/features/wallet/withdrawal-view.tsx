import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import { Num, Time } from "../../ui/num.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Term } from "../../ui/term.tsx";
import { CancelWithdrawal } from "./cancel-withdrawal.tsx";
import styles from "./withdrawal-view.module.css";
import { useLiveWithdrawal } from "./withdrawals-query.ts";

const SHARES = { pending: 0.12, processing: 0.6, completed: 1, failed: 1 };
const MOODS = { pending: "busy", processing: "busy", completed: "good", failed: "bad" } as const;

/** A withdrawal as it changes, with a way to take it back while nobody has decided it. */
export function WithdrawalView({ known }: { known: Withdrawal }) {
  const { live, failure, details, form } = useLaterText().payments.withdrawal;
  const format = useFormat();
  const withdrawal = useLiveWithdrawal(known);
  const { status, failureReason, address, transactionHash, createdAt } = withdrawal;
  const { title, body } = live[status];
  return (
    <div className={styles["view"]}>
      <Progress
        mood={failureReason === "cancelled" ? "over" : MOODS[status]}
        share={SHARES[status]}
        title={title}
        body={status === "failed" && failureReason !== null ? failure[failureReason] : body}
      />
      <Facts>
        <Fact name={details.amount}>
          <Num>{format.exactAmount(`-${withdrawal.amount}`)} USDMS</Num>
        </Fact>
        <Fact name={<Term term="fee">{form.fee(WITHDRAWAL_FEE_PERCENT)}</Term>}>
          <Num>{format.exactAmount(withdrawal.fee)} USDMS</Num>
        </Fact>
        <Fact name={<Term term="net">{status === "completed" ? details.net : form.net}</Term>}>
          <Num className={styles["net"]}>{format.exactAmount(withdrawal.netAmount)} USDT</Num>
        </Fact>
        <Fact name={details.address}>
          <LongCode code={address} copyLabel={details.copyAddress} />
        </Fact>
        {transactionHash !== null && (
          <Fact name={details.hash}>
            <LongCode code={transactionHash} copyLabel={details.copyHash} />
          </Fact>
        )}
        <Fact name={details.created}>
          <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>
        </Fact>
      </Facts>
      {status === "pending" && <CancelWithdrawal withdrawal={withdrawal} />}
    </div>
  );
}
