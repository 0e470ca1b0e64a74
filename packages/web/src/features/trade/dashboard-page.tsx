import { useCurrentUser } from "../../api/current-user.ts";
import { useText } from "../../locales/text.ts";
import { BlockedPlace, PausePlace, ProfileMenu, SecurityNews } from "../account/public.ts";
import { BalanceCard, HistoryCard } from "../money/public.ts";
import { Isolated } from "../../ui/boundary.tsx";
import { LanguageSwitch, PageHeader, ThemeToggle } from "../../ui/page-header.tsx";
import { VisuallyHidden } from "../../ui/primitives.tsx";
import { DeskGrid, DeskHome, DeskSwitch } from "./desk/desk-frame.tsx";

export function DashboardPage() {
  const { common } = useText();
  const user = useCurrentUser();
  if (!user) return null;
  return (
    <>
      <Isolated look="none">
        <DashboardHeader email={user.email} />
        <SecurityNews />
      </Isolated>
      <main id="content" tabIndex={-1}>
        <VisuallyHidden as="h1">{common.dashboard}</VisuallyHidden>
        <DeskGrid
          title={`${common.dashboard} · ${common.product}`}
          news={
            <>
              <BlockedPlace />
              <PausePlace />
            </>
          }
          balance={<BalanceCard />}
          history={<HistoryCard />}
        />
      </main>
    </>
  );
}

function DashboardHeader({ email }: { email: string }) {
  return (
    <PageHeader start={<DeskHome email={email} />}>
      <DeskSwitch at="account" />
      <LanguageSwitch />
      <ThemeToggle />
      <ProfileMenu email={email} />
    </PageHeader>
  );
}
