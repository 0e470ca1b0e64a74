import { useCurrentUser } from "../../lib/current-user.ts";
import { useTitle } from "../../lib/use-title.ts";
import { useText } from "../../locales/text.ts";
import { HistoryCard } from "../history/public.ts";
import { PausePlace } from "../limits/public.ts";
import { SecurityNews } from "../profile/public.ts";
import { ActivePositions, PricePanel, TradeButtons } from "../trade/public.ts";
import { BalanceCard } from "../wallet/public.ts";
import { DashboardHeader } from "./dashboard-header.tsx";
import styles from "./dashboard-page.module.css";

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
        <h1 className={styles["hidden"]}>{common.dashboard}</h1>
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
