import { Link } from "wouter";
import { useText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DepositList } from "./deposit-list.tsx";
import styles from "./history-card.module.css";
import { TradeList } from "./trade-list.tsx";
import { WithdrawalList } from "./withdrawal-list.tsx";

export function HistoryCard({ className }: { className?: string | undefined }) {
  const { history } = useText();
  return (
    <Card
      title={history.title}
      className={className}
      aside={
        <Link href="/statement" className={styles["statement"]}>
          {history.statement}
        </Link>
      }
    >
      <Tabs
        label={history.title}
        tabs={[
          { value: "trades", label: history.trades, content: <TradeList /> },
          { value: "deposits", label: history.deposits, content: <DepositList /> },
          { value: "withdrawals", label: history.withdrawals, content: <WithdrawalList /> },
        ]}
      />
    </Card>
  );
}
