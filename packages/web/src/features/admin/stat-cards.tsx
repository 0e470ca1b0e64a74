import type { ReactNode } from "react";
import { useFormat } from "../../lib/format.ts";
import { useAdminText, useText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Num } from "../../ui/num.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useStats } from "./admin-queries.ts";
import styles from "./stat-cards.module.css";

export function StatCards() {
  const { common } = useText();
  const { stats: words } = useAdminText();
  const format = useFormat();
  const { data, isError, isFetching, refetch } = useStats();

  const figure = (shown: ReactNode) => {
    if (shown !== undefined) return <p className={styles["figure"]}>{shown}</p>;
    if (!isError || isFetching) {
      return (
        <div role="status" aria-label={common.loading} className={styles["figure"]}>
          <Skeleton width={140} height={34} />
        </div>
      );
    }
    return (
      <p role="status" className={styles["failed"]}>
        {words.failed} <LinkButton onClick={() => void refetch()}>{common.retry}</LinkButton>
      </p>
    );
  };

  return (
    <div className={styles["cards"]}>
      <Card title={words.users}>{figure(data && <Num>{format.number(data.totalUsers)}</Num>)}</Card>
      <Card title={words.deposits}>
        {figure(
          data && (
            <>
              <Num>{format.money(data.totalDeposits)}</Num> <span className={styles["unit"]}>USDMS</span>
            </>
          ),
        )}
      </Card>
    </div>
  );
}
