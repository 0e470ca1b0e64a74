import type { Deposit, Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { Suspense, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { call } from "../../../api/client.ts";
import { useGet } from "../../../api/query.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { Num } from "../../../ui/primitives.tsx";
import { DepositDetails, WithdrawalDetails } from "../wallet/dialogs.ts";
import { DepositStatusBadge, WithdrawalStatusBadge } from "../wallet/status-badges.tsx";
import { Ago, HistoryList, newestFirst, PAGE } from "./history-list.tsx";
import styles from "./history-card.module.css";

const isDepositFinished = ({ status }: Deposit) => status === "confirmed" || status === "failed";
const fetchDepositsBefore = (before: string) => call("listDeposits", { query: { before, limit: PAGE } });

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
        isFinished={isDepositFinished}
        fetchBefore={fetchDepositsBefore}
        order={newestFirst}
      />
      {details}
    </>
  );
}

function DepositRow({ deposit, onOpen }: { deposit: Deposit; onOpen: () => void }) {
  const format = useFormat();
  return (
    <button type="button" aria-haspopup="dialog" className={styles["moneyRow"]} onClick={onOpen}>
      <span className={styles["what"]}>
        {/* The amount that arrived, once it is known. */}
        <Num tone="strong">{format.signedMoney(deposit.credited ?? deposit.amount)} USDMS</Num>
        <Ago tick={tickOf(deposit.createdAt)} instant={deposit.createdAt} />
      </span>
      <DepositStatusBadge status={deposit.status} />
    </button>
  );
}

const isWithdrawalFinished = ({ status }: Withdrawal) => status === "completed" || status === "failed";
const fetchWithdrawalsBefore = (before: string) =>
  call("listWithdrawals", { query: { before, limit: PAGE } });

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
        isFinished={isWithdrawalFinished}
        fetchBefore={fetchWithdrawalsBefore}
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
    <button type="button" aria-haspopup="dialog" className={styles["moneyRow"]} onClick={onOpen}>
      <span className={styles["what"]}>
        <Num tone="strong">{format.signedMoney(`-${amount}`)} USDMS</Num>
        <Num tone="caption">{history.net(format.exactAmount(netAmount))}</Num>
      </span>
      <span className={styles["state"]}>
        <WithdrawalStatusBadge {...withdrawal} />
        <Ago tick={tickOf(createdAt)} instant={createdAt} />
      </span>
    </button>
  );
}

type DetailsProps<T> = { known: T; open: boolean; onOpenChange: (open: boolean) => void };

/** Returns the dialog of the row that was opened last, and the function that opens it. */
function useDetails<T extends { readonly id: string }>(
  Details: ComponentType<DetailsProps<T>>,
): { show: (item: T) => void; details: ReactNode } {
  const [shown, setShown] = useState<T>();
  const [open, setOpen] = useState(false);
  return {
    show(item) {
      setShown(item);
      setOpen(true);
    },
    details: shown !== undefined && (
      <Suspense fallback={null}>
        <Details key={shown.id} known={shown} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}
