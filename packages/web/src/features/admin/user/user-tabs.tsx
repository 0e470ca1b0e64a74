import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AdminStatementEntry } from "@veritick/contract/schemas/admin-user-page.ts";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import type { AuditEntry as Entry } from "@veritick/contract/schemas/admin.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { Link, useLocation, useSearch } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Caption, Time } from "../../../ui/primitives.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { adminCall, adminKeyOf, adminPathOf } from "../admin-queries.ts";
import { AuditEntry } from "../audit/audit-entry.tsx";
import { DownloadButton } from "../download-button.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import { isOpenDeposit, isOpenWithdrawal } from "../requests/request-lists.ts";
import { DepositRow, WithdrawalRow } from "../requests/rows.tsx";
import { useMay } from "../roles.tsx";
import { NoteDraftPlace, NotesTab, TimelineTab, useNewNoteDraft } from "./history-tabs.tsx";
import { PositionLink } from "./position-link.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import styles from "./user-tabs.module.css";

const TABS = [
  "positions",
  "deposits",
  "withdrawals",
  "statement",
  "sessions",
  "notes",
  "audit",
  "timeline",
] as const;

const CONTENTS = {
  positions: PositionsTab,
  deposits: DepositsTab,
  withdrawals: WithdrawalsTab,
  statement: StatementTab,
  sessions: SessionsTab,
  notes: NotesTab,
  audit: UserAudit,
  timeline: TimelineTab,
} as const;

/** The lists of a user. The address keeps the open one, so that the page can be reloaded and shared. */
export function UserTabs({ user }: { user: AdminUserDetails }) {
  const { tabs: words } = useTextOf("admin").userPage;
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

/** The deposits of a user. Open ones can be decided here. */
function DepositsTab({ userId: id }: { userId: string }) {
  const { tabs, deposits: words } = useTextOf("admin").userPage;
  const pages = usePages<AdminDeposit>({
    queryKey: adminKeyOf("adminUserDeposits", { id }),
    follows: ["deposits"],
    fetchPage: (page, signal) => adminCall("adminUserDeposits", { params: { id }, query: page, signal }),
    isOpen: isOpenDeposit,
  });
  return (
    <EndlessList
      label={tabs.deposits}
      pages={pages}
      empty={words.empty}
      columns="deposits"
      row={({ item, isGone }) => <DepositRow key={item.id} item={item} isGone={isGone} />}
    />
  );
}

/** The withdrawals of a user. Pending ones can be decided here. */
function WithdrawalsTab({ userId: id }: { userId: string }) {
  const { tabs, withdrawals: words } = useTextOf("admin").userPage;
  const pages = usePages<AdminWithdrawal>({
    queryKey: adminKeyOf("adminUserWithdrawals", { id }),
    follows: ["withdrawals"],
    fetchPage: (page, signal) => adminCall("adminUserWithdrawals", { params: { id }, query: page, signal }),
    isOpen: isOpenWithdrawal,
  });
  return (
    <EndlessList
      label={tabs.withdrawals}
      pages={pages}
      empty={words.empty}
      columns="withdrawals"
      row={({ item, isGone }) => <WithdrawalRow key={item.id} item={item} isGone={isGone} />}
    />
  );
}

/** The administrators' actions on a user. */
function UserAudit({ userId }: { userId: string }) {
  const { tabs, audit: words } = useTextOf("admin").userPage;
  const pages = usePages<Entry>({
    queryKey: [...adminKeyOf("listAudit"), userId],
    follows: [],
    fetchPage: (page, signal) => adminCall("listAudit", { query: { ...page, subject: userId }, signal }),
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
  const { tabs, positions: words } = useTextOf("admin").userPage;
  const pages = usePages<Position>({
    queryKey: adminKeyOf("adminUserPositions", { id }),
    follows: ["users"],
    fetchPage: (page, signal) => adminCall("adminUserPositions", { params: { id }, query: page, signal }),
    isOpen: isPositionOpen,
  });
  return (
    <EndlessList
      label={tabs.positions}
      pages={pages}
      empty={words.empty}
      columns="positions"
      row={({ item }) => <PositionLink key={item.id} position={item} />}
    />
  );
}

/** A movement, identified by its transaction. */
type Movement = AdminStatementEntry & { readonly id: string };

/** All movements of a user's balance, also as a file. */
function StatementTab({ userId: id }: { userId: string }) {
  const mayDownload = useMay()("support");
  const { tabs, statement: words } = useTextOf("admin").userPage;
  const pages = usePages<Movement>({
    queryKey: adminKeyOf("adminUserStatement", { id }),
    follows: ["users"],
    async fetchPage(page, signal) {
      const entries = await adminCall("adminUserStatement", {
        params: { id },
        query: page,
        signal,
      });
      return entries.map((entry) => ({ ...entry, id: entry.transactionId }));
    },
  });
  return (
    <>
      {mayDownload && (
        <div className={styles["above"]}>
          <DownloadButton path={adminPathOf("adminUserStatementCsv", { id })} name={tabs.statement}>
            {words.csv}
          </DownloadButton>
        </div>
      )}
      <EndlessList
        label={tabs.statement}
        pages={pages}
        empty={words.empty}
        className={styles["statement"]}
        row={({ item }) => <MovementRow key={item.id} movement={item} />}
      />
    </>
  );
}

function MovementRow({ movement }: { movement: Movement }) {
  const { statement: words } = useTextOf("admin").userPage;
  const { kinds, copyReference } = useTextOf("later").statement;
  const format = useFormat();
  const { kind, reference, amount, balanceAfter, createdAt, note } = movement;
  return (
    <li className={styles["row"]}>
      <span className={styles["kind"]}>
        {reference !== null && kind.startsWith("position_") ? (
          <Link href={`/admin/positions/${reference}`}>{kinds[kind]}</Link>
        ) : (
          kinds[kind]
        )}
      </span>
      <Caption as="span" className={styles["quiet"]}>
        <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>
      </Caption>
      <span className={styles["reference"]}>
        {note !== null && (
          <Caption as="span" className={styles["quiet"]}>
            {note}
          </Caption>
        )}
        {reference !== null && (
          <>
            <span className={styles["code"]} translate="no">
              {shortOf(reference)}
            </span>
            <CopyButton label={`${copyReference} ${shortOf(reference)}`} value={reference} />
          </>
        )}
      </span>
      <Amount
        of={amount}
        signed
        className={styles["amount"]}
        data-status={amount.startsWith("-") ? undefined : "won"}
      />
      <Caption as="span" className={styles["quiet"]} data-column="balance">
        {words.balance} <Amount of={balanceAfter} />
      </Caption>
    </li>
  );
}

/** Returns the end of an id. Neighbours share its beginning, which is the time. */
const shortOf = (reference: string) => reference.slice(-8);
