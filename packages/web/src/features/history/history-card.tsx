import { useText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DepositList } from "./deposit-list.tsx";
import { TradeList } from "./trade-list.tsx";

export function HistoryCard({ className }: { className?: string | undefined }) {
  const { history } = useText();
  return (
    <Card title={history.title} className={className}>
      <Tabs
        label={history.title}
        tabs={[
          { value: "trades", label: history.trades, content: <TradeList /> },
          { value: "deposits", label: history.deposits, content: <DepositList /> },
          {
            value: "withdrawals",
            label: history.withdrawals,
            content: <EmptyState {...history.noWithdrawals} />,
          },
        ]}
      />
    </Card>
  );
}
