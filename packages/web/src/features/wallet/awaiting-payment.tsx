import type { Deposit } from "@veritick/contract/deposits.ts";
import { useFormat } from "../../lib/format.ts";
import { plainDecimal } from "../../lib/plain-decimal.ts";
import { useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Num } from "../../ui/num.tsx";
import styles from "./awaiting-payment.module.css";
import { DepositProgress } from "./deposit-progress.tsx";
import { isOpen, useLiveDeposit } from "./deposits-query.ts";
import { PayAddress } from "./pay-address.tsx";
import { SandboxBanner } from "./sandbox-banner.tsx";

/** Where and what to pay, with the state of the deposit as it changes. */
export function AwaitingPayment({ created, onDone }: { created: Deposit; onDone: () => void }) {
  const { awaiting } = useText().wallet;
  const format = useFormat();
  const deposit = useLiveDeposit(created);
  const awaited = isOpen(deposit);
  const payAmount = deposit.payAmount ?? deposit.amount;

  return (
    <div className={styles["view"]}>
      {deposit.sandbox && awaited && <SandboxBanner />}
      <DepositProgress status={deposit.status} />
      {awaited && (
        <>
          <PayAddress address={deposit.payAddress} />
          <dl className={styles["amounts"]}>
            <div className={styles["row"]}>
              <dt>{awaiting.payAmount}</dt>
              <dd>
                <Num className={styles["pay"]}>{format.exactAmount(payAmount)} USDT</Num>
                <CopyButton label={awaiting.copyAmount} value={plainDecimal(payAmount)} />
              </dd>
            </div>
            <div className={styles["row"]}>
              <dt>{awaiting.credited}</dt>
              <dd>
                <Num>{format.money(deposit.amount)} USDMS</Num>
              </dd>
            </div>
          </dl>
          {!deposit.sandbox && <Banner tone="warn">{awaiting.network}</Banner>}
          <p className={styles["time"]}>{deposit.sandbox ? awaiting.sandboxTime : awaiting.time}</p>
        </>
      )}
      {!awaited && (
        <>
          <dl className={styles["amounts"]}>
            <div className={styles["row"]}>
              <dt>{awaiting.credited}</dt>
              <dd>
                <Num>
                  {deposit.status === "confirmed" ? format.signedMoney(deposit.amount) : format.money("0")}{" "}
                  USDMS
                </Num>
              </dd>
            </div>
          </dl>
          <Button size="large" onClick={onDone}>
            {awaiting.done}
          </Button>
        </>
      )}
    </div>
  );
}
