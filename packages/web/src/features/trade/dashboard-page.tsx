import { Link } from "wouter";
import { useCurrentUser } from "../../api/current-user.ts";
import { useTitle } from "../../lib/browser.ts";
import { useText } from "../../locales/text.ts";
import { PausePlace, ProfileMenu, SecurityNews } from "../account/public.ts";
import { BalanceCard, HistoryCard } from "../money/public.ts";
import { Logo } from "../../ui/logo.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { VisuallyHidden } from "../../ui/primitives.tsx";
import { LanguageSwitch, ThemeToggle } from "../../ui/switches.tsx";
import styles from "./dashboard-page.module.css";
import { ActivePositions } from "./active-positions.tsx";
import { PricePanel } from "./price-panel.tsx";
import { TradeButtons } from "./trade-buttons.tsx";

/**
 * The order in the document is the order on a phone: price, what can be done, what is open, the balance, the past.
 * On wide screens the grid puts balance and open positions to the left of the price.
 */
export function DashboardPage() {
  const { common } = useText();
  const user = useCurrentUser();
  useTitle(`${common.dashboard} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <DashboardHeader email={user.email} />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <VisuallyHidden as="h1">{common.dashboard}</VisuallyHidden>
        <div className={styles["market"]}>
          <div className={styles["column"]}>
            <SecurityNews />
            <PausePlace />
            <PricePanel />
            <div className={styles["bar"]} data-bottom-bar>
              <TradeButtons />
            </div>
          </div>
        </div>
        <div className={styles["positions"]}>
          <ActivePositions />
        </div>
        <div className={styles["balance"]}>
          <BalanceCard />
        </div>
        <div className={styles["history"]}>
          <HistoryCard />
        </div>
      </main>
    </>
  );
}

function DashboardHeader({ email }: { email: string }) {
  const { common } = useText();
  return (
    <PageHeader
      start={
        <div className={styles["who"]}>
          <Link href="/" aria-label={common.home}>
            <Logo name={common.product} />
          </Link>
          <span className={styles["email"]}>{email}</span>
        </div>
      }
    >
      <LanguageSwitch />
      <ThemeToggle />
      <ProfileMenu email={email} />
    </PageHeader>
  );
}
