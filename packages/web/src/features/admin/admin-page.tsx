import { Link } from "wouter";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useTitle } from "../../lib/use-title.ts";
import { useAdminText, useText } from "../../locales/text.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProfileMenu } from "../profile/public.ts";
import styles from "./admin-page.module.css";
import { useDeposits, useWithdrawals } from "./admin-queries.ts";
import { DepositRow, isOpenDeposit } from "./deposit-row.tsx";
import { Freshness } from "./freshness.tsx";
import { ListCard } from "./list-card.tsx";
import { StatCards } from "./stat-cards.tsx";
import { UsersCard } from "./users-card.tsx";
import { isForPerson, WithdrawalRow } from "./withdrawal-row.tsx";

/** Shown to administrators alone. */
export function AdminPage() {
  const { common } = useText();
  const { title, back } = useAdminText();
  const user = useCurrentUser();
  useTitle(`${title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <PageHeader
        start={
          <Link href="/dashboard" asChild>
            <BackLink label={back}>{common.dashboard}</BackLink>
          </Link>
        }
      >
        <ProfileMenu email={user.email} />
      </PageHeader>
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <div className={styles["head"]}>
          <h1 className={styles["title"]}>{title}</h1>
          <Freshness />
        </div>
        <StatCards />
        <Deposits />
        <Withdrawals />
        <UsersCard />
      </main>
    </>
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
