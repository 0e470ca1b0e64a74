import { formatMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Num } from "../../ui/num.tsx";
import { Term } from "../../ui/term.tsx";
import styles from "./withdrawal-fee.module.css";

/** What of an amount is paid out, to the last digit. */
export function WithdrawalFee({ amount, fee, net }: { amount: Minor; fee: Minor; net: Minor }) {
  const { form } = useLaterText().payments.withdrawal;
  const format = useFormat();
  return (
    <Facts dense>
      <Fact name={form.amount}>
        <Num>{format.exactAmount(formatMinor(amount))} USDMS</Num>
      </Fact>
      <Fact name={<Term term="fee">{form.fee(WITHDRAWAL_FEE_PERCENT)}</Term>}>
        <Num>{format.exactAmount(`-${formatMinor(fee)}`)} USDMS</Num>
      </Fact>
      <Fact name={<Term term="net">{form.net}</Term>}>
        <Num className={styles["net"]}>{format.exactAmount(formatMinor(net))} USDT</Num>
      </Fact>
    </Facts>
  );
}
