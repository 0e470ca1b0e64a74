import { useAdminText } from "../../locales/text.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { useDeposits, useWithdrawals } from "./admin-queries.ts";
import { DepositRow, isOpenDeposit } from "./deposit-row.tsx";
import { ExportsCard } from "./exports-card.tsx";
import { Freshness } from "./freshness.tsx";
import { ListCard } from "./list-card.tsx";
import { MaintenanceCard } from "./maintenance/maintenance-card.tsx";
import { ProposalsCard } from "./proposals/proposals-card.tsx";
import { StatCards } from "./stat-cards.tsx";
import { UsersCard } from "./users-card.tsx";
import { isForPerson, WithdrawalRow } from "./withdrawal-row.tsx";

/** Shown to administrators alone. */
export function AdminPage() {
  const { title } = useAdminText();
  return (
    <AdminFrame title={title} aside={<Freshness />}>
      <StatCards />
      <ProposalsCard />
      <Deposits />
      <Withdrawals />
      <UsersCard />
      <MaintenanceCard />
      <ExportsCard />
    </AdminFrame>
  );
}

function Deposits() {
  const { deposits } = useAdminText();
  return (
    <ListCard
      words={deposits}
      query={useDeposits()}
      belongs={isOpenDeposit}
      columns="deposits"
      Row={DepositRow}
    />
  );
}

function Withdrawals() {
  const { withdrawals } = useAdminText();
  return (
    <ListCard
      words={withdrawals}
      query={useWithdrawals()}
      belongs={isForPerson}
      columns="withdrawals"
      Row={WithdrawalRow}
    />
  );
}
