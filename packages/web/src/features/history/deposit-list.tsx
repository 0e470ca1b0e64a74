import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { call } from "../../lib/api.ts";
import { tickOf, useFormat } from "../../lib/format.ts";
import { useGet } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import { DepositDetails, DepositStatusBadge } from "../wallet/public.ts";
import { Ago } from "./ago.tsx";
import { HistoryList } from "./history-list.tsx";
import { newestFirst, PAGE } from "./merge-items.ts";
import styles from "./money-row.module.css";
import { useDetails } from "./use-details.tsx";

const isFinished = ({ status }: Deposit) => status === "confirmed" || status === "failed";
const fetchBefore = (before: string) => call("listDeposits", { query: { before, limit: PAGE } });

export function DepositList() {
  const { history } = useText();
  const { show, details } = useDetails(DepositDetails);
  return (
    <>
      <HistoryList
        label={history.deposits}
        query={useGet("listDeposits")}
        empty={history.noDeposits}
        row={(deposit) => <DepositRow deposit={deposit} onOpen={() => show(deposit)} />}
        isFinished={isFinished}
        fetchBefore={fetchBefore}
        order={newestFirst}
      />
      {details}
    </>
  );
}

function DepositRow({ deposit, onOpen }: { deposit: Deposit; onOpen: () => void }) {
  const format = useFormat();
  return (
    <button type="button" aria-haspopup="dialog" className={styles["row"]} onClick={onOpen}>
      <span className={styles["what"]}>
        {/* What arrived counts, once it is known. */}
        <Num className={styles["amount"]}>{format.signedMoney(deposit.credited ?? deposit.amount)} USDMS</Num>
        <Ago tick={tickOf(deposit.createdAt)} instant={deposit.createdAt} />
      </span>
      <DepositStatusBadge status={deposit.status} />
    </button>
  );
}
