import { Suspense } from "react";
import { useCurrentUser } from "../../api/current-user.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useDeskText, useText } from "../../locales/text.ts";
import { BlockedPlace, PausePlace, ProfileMenu, SecurityNews } from "../account/public.ts";
import { BalanceCard } from "../money/public.ts";
import { Isolated } from "../../ui/boundary.tsx";
import { Card } from "../../ui/card.tsx";
import { LanguageSwitch, PageHeader, ThemeToggle } from "../../ui/page-header.tsx";
import { VisuallyHidden } from "../../ui/primitives.tsx";
import { LoadingRows } from "../../ui/states.tsx";
import { DeskGrid, DeskHome, DeskSwitch } from "./desk/desk-frame.tsx";

/** Longer than the chart waits, because the history stands below everything that people come for. */
const HISTORY_DELAY_MS = 100;

const HistoryCard = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, HISTORY_DELAY_MS));
  return (await import("../money/public-history.ts")).HistoryCard;
});

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
          history={
            <Suspense fallback={<LoadingHistory />}>
              <HistoryCard />
            </Suspense>
          }
        />
      </main>
    </>
  );
}

function LoadingHistory() {
  const { history } = useDeskText();
  return (
    <Card title={history.title}>
      <LoadingRows />
    </Card>
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
