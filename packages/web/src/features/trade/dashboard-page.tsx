import { Link } from "wouter";
import { useCurrentUser } from "../../api/current-user.ts";
import { useMatches, useTitle } from "../../lib/browser.ts";
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

/** Where the balance and the open positions stand to the left of the price; the style sheet breaks at the same width. */
const WIDE = "(min-width: 1024px)";
/** What comes first for the eye comes first for the keyboard, and for a screen reader. */
const WIDE_ORDER = ["balance", "positions", "market", "history"] as const;
const NARROW_ORDER = ["market", "positions", "balance", "history"] as const;

const PARTS = {
  market: (
    <div className={styles["column"]}>
      <SecurityNews />
      <PausePlace />
      <PricePanel />
      <div className={styles["bar"]} data-bottom-bar>
        <TradeButtons />
      </div>
    </div>
  ),
  positions: <ActivePositions />,
  balance: <BalanceCard />,
  history: <HistoryCard />,
};

export function DashboardPage() {
  const { common } = useText();
  const user = useCurrentUser();
  const isWide = useMatches(WIDE);
  useTitle(`${common.dashboard} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <DashboardHeader email={user.email} />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <VisuallyHidden as="h1">{common.dashboard}</VisuallyHidden>
        {(isWide ? WIDE_ORDER : NARROW_ORDER).map((part) => (
          <div key={part} className={styles[part]}>
            {PARTS[part]}
          </div>
        ))}
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
