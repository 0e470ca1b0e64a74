import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import type { AuditEntry as Entry } from "@veritick/contract/schemas/admin.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useLocation, useSearch } from "wouter";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { AuditEntry } from "../audit/audit-entry.tsx";
import { DepositRow, isOpenDeposit } from "../deposit-row.tsx";
import { EndlessList } from "../endless-list.tsx";
import { pageQuery } from "../paging.ts";
import columns from "../scroll-list.module.css";
import { usePages } from "../use-pages.ts";
import { WithdrawalRow } from "../withdrawal-row.tsx";
import styles from "./dense-row.module.css";
import { NoteDraftPlace, NotesTab, useNewNoteDraft } from "./notes-tab.tsx";
import { PositionOfUser } from "./position-of-user.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import { StatementTab } from "./statement-tab.tsx";

const TABS = ["positions", "deposits", "withdrawals", "statement", "sessions", "notes", "audit"] as const;

const CONTENTS = {
  positions: PositionsTab,
  deposits: DepositsTab,
  withdrawals: WithdrawalsTab,
  statement: StatementTab,
  sessions: SessionsTab,
  notes: NotesTab,
  audit: UserAudit,
} as const;

/** The lists of a user. Which one is open is kept in the address, so that it can be reloaded and shared. */
export function UserTabs({ user }: { user: AdminUserDetails }) {
  const { tabs: words } = useAdminText().userPage;
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("tab");
  const initial = TABS.find((tab) => tab === asked) ?? "positions";
  return (
    <Card>
      <NoteDraftPlace value={useNewNoteDraft()}>
        <Tabs
          label={words.label}
          initial={initial}
          tabs={TABS.map((tab) => {
            const Content = CONTENTS[tab];
            return { value: tab, label: words[tab], content: <Content userId={user.id} /> };
          })}
          onSelect={(tab) => navigate(tab === "positions" ? path : `${path}?tab=${tab}`, { replace: true })}
        />
      </NoteDraftPlace>
    </Card>
  );
}

/** The deposits of a user; those that are open can be decided here. */
function DepositsTab({ userId: id }: { userId: string }) {
  const { tabs, deposits: words } = useAdminText().userPage;
  const pages = usePages<AdminDeposit>({
    queryKey: adminKeyOf("adminUserDeposits", { id }),
    fetchPage: (before, signal) =>
      adminCall("adminUserDeposits", { params: { id }, query: pageQuery(before), signal }),
    isOpen: isOpenDeposit,
  });
  return (
    <EndlessList
      label={tabs.deposits}
      pages={pages}
      empty={words.empty}
      className={columns["deposits"]}
      row={({ item, isGone }) => <DepositRow key={item.id} item={item} isGone={isGone} />}
    />
  );
}

const isOpen = ({ status }: AdminWithdrawal) => status === "pending" || status === "processing";

/** The withdrawals of a user; those that are pending can be decided here. */
function WithdrawalsTab({ userId: id }: { userId: string }) {
  const { tabs, withdrawals: words } = useAdminText().userPage;
  const pages = usePages<AdminWithdrawal>({
    queryKey: adminKeyOf("adminUserWithdrawals", { id }),
    fetchPage: (before, signal) =>
      adminCall("adminUserWithdrawals", { params: { id }, query: pageQuery(before), signal }),
    isOpen,
  });
  return (
    <EndlessList
      label={tabs.withdrawals}
      pages={pages}
      empty={words.empty}
      className={columns["withdrawals"]}
      row={({ item, isGone }) => <WithdrawalRow key={item.id} item={item} isGone={isGone} />}
    />
  );
}

/** What administrators did about a user. */
function UserAudit({ userId }: { userId: string }) {
  const { tabs, audit: words } = useAdminText().userPage;
  const pages = usePages<Entry>({
    queryKey: [...adminKeyOf("listAudit"), userId],
    fetchPage: (before, signal) =>
      adminCall("listAudit", { query: { ...pageQuery(before), subject: userId }, signal }),
  });
  return (
    <EndlessList
      label={tabs.audit}
      pages={pages}
      empty={words.empty}
      className={styles["entries"]}
      row={({ item }) => <AuditEntry key={item.id} entry={item} showsSubject={false} />}
    />
  );
}

const isPositionOpen = ({ status }: Position) => status === "active";

function PositionsTab({ userId: id }: { userId: string }) {
  const { tabs, positions: words } = useAdminText().userPage;
  const pages = usePages<Position>({
    queryKey: adminKeyOf("adminUserPositions", { id }),
    fetchPage: (before, signal) =>
      adminCall("adminUserPositions", { params: { id }, query: pageQuery(before), signal }),
    isOpen: isPositionOpen,
  });
  return (
    <EndlessList
      label={tabs.positions}
      pages={pages}
      empty={words.empty}
      className={styles["positions"]}
      row={({ item }) => <PositionOfUser key={item.id} position={item} />}
    />
  );
}
