import { useMemo } from "react";
import { useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { PositionRow } from "./position-row.tsx";
import { activeOf, usePositions } from "./use-positions.ts";
import styles from "./active-positions.module.css";

/** What is open, the next to be decided first. */
export function ActivePositions() {
  const text = useText();
  const { positions, hasFailed, retry } = usePositions();
  const active = useMemo(() => positions && activeOf(positions), [positions]);
  return (
    <Card title={active ? text.trade.positions.title(active.length) : text.trade.positions.titleLoading}>
      {hasFailed ? (
        <Banner
          tone="bad"
          action={
            <Button variant="quiet" onClick={retry}>
              {text.common.retry}
            </Button>
          }
        >
          {text.trade.positions.failed}
        </Banner>
      ) : active === undefined ? (
        <p className={styles["loading"]}>
          <Spinner />
          {text.trade.positions.loading}
        </p>
      ) : active.length === 0 ? (
        <EmptyState title={text.trade.positions.empty} hint={text.trade.positions.emptyHint} />
      ) : (
        <ul className={styles["list"]}>
          {active.map((position) => (
            <PositionRow key={position.id} position={position} />
          ))}
        </ul>
      )}
    </Card>
  );
}
