import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AdminStatementEntry } from "@veritick/contract/schemas/admin-user-page.ts";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import type { AuditEntry as Entry } from "@veritick/contract/schemas/admin.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useLocation, useSearch } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { TextLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeLine, CopyButton } from "../../../ui/copy-button.tsx";
import { Caption, Code, Medium, Row, Stack, Time } from "../../../ui/primitives.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { adminCall, adminKeyOf, adminPathOf } from "../admin-queries.ts";
import { AUDIT_OF_USER } from "../audit/audit-entry.tsx";
import { DownloadButton } from "../download-button.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { isOpenDeposit, isOpenWithdrawal } from "../requests/request-lists.ts";
import { DEPOSITS, WITHDRAWALS } from "../requests/request-tables.tsx";
import { useMay } from "../roles.tsx";
import { NoteDraftPlace, NotesTab, TimelineTab, useNewNoteDraft } from "./history-tabs.tsx";
import { POSITIONS } from "./position-table.tsx";
import { SessionsTab } from "./sessions-tab.tsx";

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
  return <EndlessList label={tabs.deposits} pages={pages} empty={words.empty} table={DEPOSITS} />;
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
  return <EndlessList label={tabs.withdrawals} pages={pages} empty={words.empty} table={WITHDRAWALS} />;
}

/** The administrators' actions on a user. */
function UserAudit({ userId }: { userId: string }) {
  const { tabs, audit: words } = useTextOf("admin").userPage;
  const pages = usePages<Entry>({
    queryKey: [...adminKeyOf("listAudit"), userId],
    follows: [],
    fetchPage: (page, signal) => adminCall("listAudit", { query: { ...page, subject: userId }, signal }),
  });
  return <EndlessList label={tabs.audit} pages={pages} empty={words.empty} table={AUDIT_OF_USER} />;
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
  return <EndlessList label={tabs.positions} pages={pages} empty={words.empty} table={POSITIONS} />;
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
    <Stack gap={2}>
      {mayDownload && (
        <Row gap={2} justify="end">
          <DownloadButton path={adminPathOf("adminUserStatementCsv", { id })} name={tabs.statement}>
            {words.csv}
          </DownloadButton>
        </Row>
      )}
      <EndlessList label={tabs.statement} pages={pages} empty={words.empty} table={MOVEMENTS} />
    </Stack>
  );
}

const MOVEMENTS: RecordTable<Movement> = {
  columns: [
    { width: "minmax(0, 1.2fr)", Cell: Kind },
    { width: "minmax(0, 1fr)", Cell: Moment },
    { width: "auto", Cell: Reference, isAlways: false },
    { width: "auto", Cell: Sum, isEnd: true },
    { width: "auto", Cell: BalanceAfter, isEnd: true },
  ],
  from: "medium",
};

function Kind({ item: { kind, reference, note } }: Cell<Movement>) {
  const { kinds } = useTextOf("later").statement;
  return (
    <>
      <Medium as="p" anywhere>
        {reference !== null && kind.startsWith("position_") ? (
          <TextLink href={`/admin/positions/${reference}`}>{kinds[kind]}</TextLink>
        ) : (
          kinds[kind]
        )}
      </Medium>
      {note !== null && <Caption anywhere>{note}</Caption>}
    </>
  );
}

function Moment({ item: { createdAt } }: Cell<Movement>) {
  const format = useFormat();
  return (
    <Time tone="caption" dateTime={createdAt}>
      {format.moment(createdAt)}
    </Time>
  );
}

/** The end of an id. Neighbours share its beginning, which is the time. */
function Reference({ item: { reference } }: Cell<Movement>) {
  const { copyReference } = useTextOf("later").statement;
  if (reference === null) return null;
  const end = reference.slice(-8);
  return (
    <CodeLine>
      <Code translate="no">{end}</Code>
      <CopyButton label={`${copyReference} ${end}`} value={reference} />
    </CodeLine>
  );
}

function Sum({ item: { amount } }: Cell<Movement>) {
  return <Amount of={amount} signed tone="mood" data-mood={amount.startsWith("-") ? undefined : "good"} />;
}

function BalanceAfter({ item: { balanceAfter } }: Cell<Movement>) {
  const { balance } = useTextOf("admin").userPage.statement;
  return (
    <Caption as="span">
      {balance} <Amount of={balanceAfter} />
    </Caption>
  );
}
