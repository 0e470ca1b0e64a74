import type { AdminUserDetails } from "@veritick/contract/admin.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Num } from "../../../ui/num.tsx";
import styles from "./user-page.module.css";

/** What they have, what is open, and what was paid in and out. */
export function UserFigures({ user }: { user: AdminUserDetails }) {
  const { user: words, userPage } = useAdminText();
  const format = useFormat();
  const times = ({ count, amount }: AdminUserDetails["openPositions"]) =>
    words.times(count, format.money(amount));
  const figures = [
    [words.positions, times(user.openPositions)],
    [words.pending, times(user.pendingWithdrawals)],
    [words.processing, times(user.processingWithdrawals)],
    [words.deposits, times(user.confirmedDeposits)],
    [words.withdrawals, times(user.completedWithdrawals)],
    [words.twoStep, user.twoStep ? words.on : words.off],
  ] as const;
  return (
    <Card title={userPage.figures}>
      <dl className={styles["figures"]}>
        <div>
          <dt>{words.balance}</dt>
          <dd>
            <Num className={styles["balance"]}>{format.money(user.balance)} USDMS</Num>
          </dd>
        </div>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Num>{value}</Num>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
