import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText, useText } from "../../../locales/text.ts";
import { isGone, useUserHistory } from "../admin-queries.ts";
import { Created } from "../times.tsx";
import { Badge, Num } from "../../../ui/primitives.tsx";
import { Spinner } from "../../../ui/states/loading.tsx";
import { LoadFailedLine } from "../../../ui/states/placeholders.tsx";
import { useInView } from "../../../lib/focus.ts";
import styles from "./row.module.css";

/** What an administrator needs to know of somebody to decide about their money. */
export function UserHistory({ userId }: { userId: string }) {
  const { common } = useText();
  const { user: words } = useAdminText();
  const { data, error, isFetching, refetch } = useUserHistory(userId);
  if (isGone(error)) return <p role="status">{words.gone}</p>;
  if (data !== undefined) return <History user={data} />;
  if (error === null || isFetching) return <Spinner label={common.loading} />;
  return <LoadFailedLine words={words.failed} onRetry={() => refetch()} />;
}

function History({ user }: { user: AdminUserDetails }) {
  const { user: words, userPage } = useAdminText();
  const locks = [
    [userPage.tradingLocked, user.tradingLockedAt],
    [userPage.withdrawalsLocked, user.withdrawalsLockedAt],
  ] as const;
  const place = useInView<HTMLDListElement>();
  return (
    <dl ref={place} className={styles["facts"]}>
      <div>
        <dt>{words.since}</dt>
        <dd>
          <Created at={user.createdAt} isDateFirst />
        </dd>
      </div>
      {locks.map(
        ([what, since]) =>
          since !== null && (
            <div key={what}>
              <dt>
                <Badge tone="bad">{what}</Badge>
              </dt>
              <dd>
                <Created at={since} isDateFirst />
              </dd>
            </div>
          ),
      )}
      {useUserFacts(user).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Num>{value}</Num>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What an administrator needs to know of somebody to decide about their money, the balance first, each with its name. */
export function useUserFacts(user: AdminUserDetails) {
  const { user: words } = useAdminText();
  const format = useFormat();
  const times = ({ count, amount }: AdminUserDetails["openPositions"]) =>
    words.times(count, format.money(amount));
  return [
    [words.balance, `${format.money(user.balance)} USDMS`],
    [words.positions, times(user.openPositions)],
    [words.pending, times(user.pendingWithdrawals)],
    [words.processing, times(user.processingWithdrawals)],
    [words.deposits, times(user.confirmedDeposits)],
    [words.withdrawals, times(user.completedWithdrawals)],
    [words.twoStep, user.twoStep ? words.on : words.off],
  ] as const;
}
