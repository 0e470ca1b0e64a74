import { useMemo } from "react";
import { useText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { PositionRow } from "./position-row.tsx";
import { RetryBanner } from "./retry-banner.tsx";
import { useLeaving } from "./use-leaving.ts";
import { activeOf, nextFirst, usePositions } from "./use-positions.ts";
import styles from "./active-positions.module.css";

/** What is open, the next to be decided first. What was decided folds up before it is gone. */
export function ActivePositions() {
  const text = useText();
  const { positions, hasFailed, retry } = usePositions();
  const active = useMemo(() => positions && activeOf(positions), [positions]);
  const leaving = useLeaving(active);
  const shown = useMemo(() => active && [...active, ...leaving].sort(nextFirst), [active, leaving]);
  return (
    <Card title={active ? text.trade.positions.title(active.length) : text.trade.positions.titleLoading}>
      {hasFailed ? (
        <RetryBanner onRetry={retry}>{text.trade.positions.failed}</RetryBanner>
      ) : shown === undefined ? (
        <p className={styles["loading"]}>
          <Spinner />
          {text.trade.positions.loading}
        </p>
      ) : shown.length === 0 ? (
        <EmptyState title={text.trade.positions.empty} hint={text.trade.positions.emptyHint} />
      ) : (
        <ul className={styles["list"]}>
          {shown.map((position) => (
            <PositionRow
              key={position.id}
              position={position}
              explains={position === active?.[0]}
              isLeaving={leaving.includes(position)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
