import { useFairnessText } from "../../locales/text.ts";
import type { Span } from "../../ui/plot.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import texts from "./card-text.module.css";
import { EpochChart } from "./epoch-chart.tsx";
import { LoadFailed } from "./load-failed.tsx";
import type { PriceRun } from "./price-run.ts";
import type { Phase } from "./use-epoch.ts";

type EpochChartCardProps = {
  span: Span;
  phase: Phase;
  /** From the seed. */
  made: PriceRun | undefined;
  published: PriceRun | undefined;
  hasFailed: boolean;
  onRetry: () => void;
};

/** The prices of the hour: from its seed where that is public and the right one, as they were published otherwise. */
export function EpochChartCard({ span, phase, made, published, hasFailed, onRetry }: EpochChartCardProps) {
  const { chart, chartNote, upcomingChart } = useFairnessText().pages.epochPage;
  const run = made ?? published;
  const origin = made !== undefined || (phase === "over" && run === undefined) ? "made" : "published";
  return (
    <Card title={chart[origin]}>
      {phase === "upcoming" ? (
        <EmptyState {...upcomingChart} />
      ) : run !== undefined && run.milli.length > 0 ? (
        <>
          <EpochChart span={span} run={run} />
          <p className={texts["small"]}>
            {chartNote[origin === "published" && phase === "over" ? "instead" : origin]}
          </p>
        </>
      ) : hasFailed ? (
        <LoadFailed onRetry={onRetry} />
      ) : (
        <Skeleton width="100%" height="24rem" />
      )}
    </Card>
  );
}
