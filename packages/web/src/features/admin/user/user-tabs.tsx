import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useLocation, useSearch } from "wouter";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { DepositsTab } from "./deposits-tab.tsx";
import { NotesTab } from "./notes-tab.tsx";
import { PositionsTab } from "./positions-tab.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import { StatementTab } from "./statement-tab.tsx";
import { NoteDraftPlace, useNewNoteDraft } from "./use-note-draft.ts";
import { UserAudit } from "./user-audit.tsx";
import { WithdrawalsTab } from "./withdrawals-tab.tsx";

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
