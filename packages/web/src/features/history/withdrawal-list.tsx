import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { call } from "../../lib/api.ts";
import { tickOf, useFormat } from "../../lib/format.ts";
import { useGet } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import { WithdrawalDetails, WithdrawalStatusBadge } from "../wallet/public.ts";
import { Ago } from "./ago.tsx";
import { HistoryList } from "./history-list.tsx";
import { newestFirst, PAGE } from "./merge-items.ts";
import styles from "./money-row.module.css";
import { useDetails } from "./use-details.tsx";

const isFinished = ({ status }: Withdrawal) => status === "completed" || status === "failed";
const fetchBefore = (before: string) => call("listWithdrawals", { query: { before, limit: PAGE } });

export function WithdrawalList() {
  const { history } = useText();
  const { show, details } = useDetails(WithdrawalDetails);
  return (
    <>
      <HistoryList
        label={history.withdrawals}
        query={useGet("listWithdrawals")}
        empty={history.noWithdrawals}
        row={(withdrawal) => <WithdrawalRow withdrawal={withdrawal} onOpen={() => show(withdrawal)} />}
        isFinished={isFinished}
        fetchBefore={fetchBefore}
        order={newestFirst}
      />
      {details}
    </>
  );
}

function WithdrawalRow({ withdrawal, onOpen }: { withdrawal: Withdrawal; onOpen: () => void }) {
  const { history } = useText();
  const format = useFormat();
  const { amount, netAmount, createdAt } = withdrawal;
  return (
    <button type="button" aria-haspopup="dialog" className={styles["row"]} onClick={onOpen}>
      <span className={styles["what"]}>
        <Num className={styles["amount"]}>{format.signedMoney(`-${amount}`)} USDMS</Num>
        <Num className={styles["quiet"]}>{history.net(format.exactAmount(netAmount))}</Num>
      </span>
      <span className={styles["state"]}>
        <WithdrawalStatusBadge {...withdrawal} />
        <Ago tick={tickOf(createdAt)} instant={createdAt} />
      </span>
    </button>
  );
}
