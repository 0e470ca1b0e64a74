import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./chart-card.module.css";
import { PositionChart } from "./position-chart.tsx";
import type { PricesState } from "./use-position-prices.ts";

type ChartCardProps = { position: Position; known: PricesState; className?: string | undefined };

/** The chart, or what stands in its place: nothing moves when it comes. */
export function ChartCard({ position, known, className }: ChartCardProps) {
  const { chart } = useLaterText().receipt;
  return (
    <Card title={chart.title} className={className}>
      {known.state === "there" ? (
        <PositionChart position={position} prices={known.prices} span={known.span} />
      ) : (
        <div className={styles["place"]}>
          <Missing known={known} />
        </div>
      )}
    </Card>
  );
}

function Missing({ known }: { known: PricesState }) {
  const { common } = useText();
  const { loading, failed, gone } = useLaterText().receipt.chart;
  if (known.state === "gone") return <EmptyState {...gone} />;
  if (known.state === "failed") {
    const retry = (
      <Button variant="quiet" onClick={known.retry}>
        {common.retry}
      </Button>
    );
    return <EmptyState {...failed} action={retry} />;
  }
  return (
    <div role="status" aria-label={loading} className={styles["loading"]}>
      <Skeleton width="100%" height="100%" />
    </div>
  );
}
