import type { Deposit } from "@veritick/contract/deposits.ts";
import { listDeposits } from "../../lib/calls.ts";
import { tickOf, useFormat } from "../../lib/format.ts";
import { useGet } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import { DepositStatusBadge } from "../wallet/public.ts";
import { Ago } from "./ago.tsx";
import styles from "./deposit-list.module.css";
import { HistoryList } from "./history-list.tsx";

export function DepositList() {
  const { history } = useText();
  return (
    <HistoryList
      label={history.deposits}
      query={useGet(listDeposits)}
      empty={history.noDeposits}
      row={(deposit) => <DepositRow deposit={deposit} />}
    />
  );
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const format = useFormat();
  return (
    <>
      <div className={styles["what"]}>
        <Num className={styles["amount"]}>{format.signedMoney(deposit.amount)} USDMS</Num>
        <Ago tick={tickOf(deposit.createdAt)} instant={deposit.createdAt} />
      </div>
      <DepositStatusBadge status={deposit.status} />
    </>
  );
}
