import { useQuery } from "@tanstack/react-query";
import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AdminSession } from "@veritick/contract/schemas/admin-user-page.ts";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import type { AuditEntry as Entry } from "@veritick/contract/schemas/admin.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useLocation, useSearch } from "wouter";
import { useNowTick } from "../../../api/live/live.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useAdminText, useLaterText } from "../../../locales/text.ts";
import { describeAgent } from "../../account/public.ts";
import { adminCall, adminKeyOf, polled, read } from "../admin-queries.ts";
import { AuditEntry } from "../audit/audit-entry.tsx";
import { EndlessList, FailedList, LoadingRows } from "../lists/lists.tsx";
import lists from "../lists/lists.module.css";
import { usePages } from "../lists/pages.ts";
import { DepositRow, WithdrawalRow } from "../requests/rows.tsx";
import { isOpenDeposit, isOpenWithdrawal } from "../requests/requests.ts";
import { Num, Stack, Time } from "../../../ui/primitives.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/states/placeholders.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import styles from "./user-tabs.module.css";
import { KeysOfUser } from "./keys-of-user.tsx";
import { NoteDraftPlace, NotesTab, useNewNoteDraft } from "./notes-tab.tsx";
import { PositionRow } from "./position-row.tsx";
import { TimelineTab } from "./timeline-tab.tsx";
import { StatementTab } from "./statement-tab.tsx";

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
    fetchPage: (page, signal) => adminCall("adminUserDeposits", { params: { id }, query: page, signal }),
    isOpen: isOpenDeposit,
  });
  return (
    <EndlessList
      label={tabs.deposits}
      pages={pages}
      empty={words.empty}
      className={lists["deposits"]}
      row={({ item, isGone }) => <DepositRow key={item.id} item={item} isGone={isGone} />}
    />
  );
}

/** The withdrawals of a user; those that are pending can be decided here. */
function WithdrawalsTab({ userId: id }: { userId: string }) {
  const { tabs, withdrawals: words } = useAdminText().userPage;
  const pages = usePages<AdminWithdrawal>({
    queryKey: adminKeyOf("adminUserWithdrawals", { id }),
    fetchPage: (page, signal) => adminCall("adminUserWithdrawals", { params: { id }, query: page, signal }),
    isOpen: isOpenWithdrawal,
  });
  return (
    <EndlessList
      label={tabs.withdrawals}
      pages={pages}
      empty={words.empty}
      className={lists["withdrawals"]}
      row={({ item, isGone }) => <WithdrawalRow key={item.id} item={item} isGone={isGone} />}
    />
  );
}

/** What administrators did about a user. */
function UserAudit({ userId }: { userId: string }) {
  const { tabs, audit: words } = useAdminText().userPage;
  const pages = usePages<Entry>({
    queryKey: [...adminKeyOf("listAudit"), userId],
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
  const { tabs, positions: words } = useAdminText().userPage;
  const pages = usePages<Position>({
    queryKey: adminKeyOf("adminUserPositions", { id }),
    fetchPage: (page, signal) => adminCall("adminUserPositions", { params: { id }, query: page, signal }),
    isOpen: isPositionOpen,
  });
  return (
    <EndlessList
      label={tabs.positions}
      pages={pages}
      empty={words.empty}
      className={styles["positions"]}
      row={({ item }) => <PositionRow key={item.id} position={item} />}
    />
  );
}

/** Where a user is signed in. */
function SessionsTab({ userId: id }: { userId: string }) {
  const { tabs, sessions: words } = useAdminText().userPage;
  const { data, isError, isFetching, refetch } = useQuery({
    ...polled,
    ...read("adminUserSessions", { id }),
  });
  if (data === undefined) {
    return isError && !isFetching ? <FailedList onRetry={() => refetch()} /> : <LoadingRows />;
  }
  return (
    <Stack gap={5}>
      {data.length === 0 ? (
        <EmptyState {...words.empty} />
      ) : (
        <ul aria-label={tabs.sessions} className={`${lists["endlessRows"]} ${styles["sessions"]}`}>
          {data.map((session) => (
            <SessionOfUser key={session.id} session={session} />
          ))}
        </ul>
      )}
      <KeysOfUser userId={id} />
    </Stack>
  );
}

const REFRESH_SECONDS = 30;

function SessionOfUser({ session }: { session: AdminSession }) {
  const { sessions: words } = useAdminText().userPage;
  const { security } = useLaterText();
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const { address, createdAt, lastSeenAt } = session;
  return (
    <li className={styles["row"]}>
      <span className={styles["kind"]}>{describeAgent(session.userAgent, security)}</span>
      <Num className={styles["quiet"]}>{address}</Num>
      <span className={styles["quiet"]}>
        <Time dateTime={createdAt}>{words.since(format.moment(createdAt))}</Time>
      </span>
      <span className={styles["quiet"]}>
        {words.lastUsed}{" "}
        <Time dateTime={lastSeenAt} isRelative={now !== undefined}>
          {now === undefined ? format.moment(lastSeenAt) : format.ago(tickOf(lastSeenAt), now)}
        </Time>
      </span>
    </li>
  );
}
