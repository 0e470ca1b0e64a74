import { useQuery } from "@tanstack/react-query";
import type { Fairness, Prices } from "@veritick/contract/schemas/fairness.ts";
import { Link } from "wouter";
import { pathOf as pricePathOf } from "../../../../api/client.ts";
import { newestTick } from "../../../../api/market/recent-prices.ts";
import { countdown } from "../../../../lib/format.ts";
import { useExactTime } from "../../../../lib/use-exact-time.ts";
import { useFairnessText } from "../../../../locales/text.ts";
import { pathOf, verifyEpochs } from "../../check/verify-client.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { buttonClass } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { CodeLine, CopyButton, LongCode } from "../../../../ui/copy-button.tsx";
import { Skeleton } from "../../../../ui/states/loading.tsx";
import { Term } from "../../../../ui/overlay/term.tsx";
import type { TermName } from "../../../../ui/overlay/term.tsx";
import { Num } from "../../../../ui/primitives.tsx";
import texts from "../fairness.module.css";
import { ChecksCard } from "../checks-card.tsx";
import { DayCard } from "../day-card.tsx";
import { EpochChartCard } from "./epoch-chart-card.tsx";
import styles from "./epoch-page.module.css";
import { LoadFailed } from "../../../../ui/states/load-failed.tsx";
import { checkedAt, joinRuns, knownEpochs, runOf, useEpoch, useEpochPrices } from "./use-epoch.ts";
import type { PublishedEpoch } from "./use-epoch.ts";

type EpochViewProps = { epoch: number; fairness: Fairness; recent: Prices | undefined };

/** The cards of a known epoch. */
export function EpochView({ epoch, fairness, recent }: EpochViewProps) {
  const found = useEpoch(epoch, fairness);
  if (found.state === "failed") return <LoadFailed onRetry={found.retry} />;
  if (found.state !== "there") return <EpochSkeleton />;
  return <Found found={found} fairness={fairness} recent={recent} />;
}

type FoundProps = { found: PublishedEpoch; fairness: Fairness; recent: Prices | undefined };

function Found({ found, fairness, recent }: FoundProps) {
  const { epochPage } = useFairnessText().pages;
  const { phase } = found;
  const { epoch } = found.row;
  const nowTick = recent && newestTick(recent);
  const published = useEpochPrices(found);
  const work = useWork(found, fairness, published);
  const span = { from: found.firstTick, to: found.lastTick };
  const asPublished =
    phase === "over" ? published.data && runOf(published.data) : joinRuns(published.data, recent, span);
  return (
    <>
      <div className={styles["state"]}>
        <Badge tone="neutral">{epochPage.state[phase]}</Badge>
        <EpochCountdown found={found} nowTick={nowTick} />
      </div>
      <EpochChartCard
        span={span}
        phase={phase}
        made={work.data?.path}
        published={asPublished}
        hasFailed={published.isError && work.data?.path === undefined}
        onRetry={() => published.refetch()}
      />
      <div className={styles["columns"]}>
        <ChecksCard steps={work.data?.steps} hasFailed={work.isError} />
        <EpochFacts found={found} />
      </div>
      {phase === "over" && <DayCard epoch={epoch} fairness={fairness} />}
      <EpochNeighbours epoch={epoch} fairness={fairness} />
    </>
  );
}

/** Computes the path and the checks in this browser as soon as their data is here. */
function useWork(
  found: PublishedEpoch,
  fairness: Fairness,
  published: { data: Prices | undefined; dataUpdatedAt: number; isError: boolean },
) {
  const { row, rows, phase } = found;
  const isWaiting = phase === "over" && published.data === undefined && !published.isError;
  return useQuery({
    queryKey: ["epoch-work", phase, rows, published.dataUpdatedAt],
    queryFn: async () => {
      const { epoch } = row;
      const { genesis } = fairness;
      const path = phase === "over" ? await pathOf(row, genesis) : undefined;
      const [check] = await verifyEpochs({
        from: epoch,
        to: epoch,
        epochs: rows,
        genesis,
        now: checkedAt(found),
        prices: { [epoch]: published.data?.prices },
      });
      return { path, steps: check?.steps ?? [] };
    },
    enabled: !isWaiting,
    structuralSharing: false,
    gcTime: 0,
  });
}

/** As tall as the chart that replaces it. */
export function EpochSkeleton() {
  const { loading } = useFairnessText().pages;
  return (
    <div role="status" aria-label={loading}>
      <Card>
        <Skeleton width="100%" height="26rem" />
      </Card>
    </div>
  );
}

/** Counts down to the start of the hour, or to the publication of its seed. */
function EpochCountdown({ found, nowTick }: { found: PublishedEpoch; nowTick: number | undefined }) {
  const { epochPage } = useFairnessText().pages;
  const { inFull } = useExactTime();
  const { phase, firstTick, lastTick } = found;
  if (phase === "over" || nowTick === undefined) return null;
  const [words, tick] =
    phase === "running" ? [epochPage.opensIn, lastTick + 1] : [epochPage.beginsIn, firstTick];
  return <Num>{words(left(tick - nowTick), inFull(tick))}</Num>;
}

/** Writes h:mm:ss from one hour on. */
function left(seconds: number): string {
  const whole = Math.max(0, seconds);
  if (whole < 3600) return countdown(whole);
  return `${Math.floor(whole / 3600)}:${countdown(whole % 3600).padStart(5, "0")}`;
}

/** Links to the known hours before and after. */
function EpochNeighbours({ epoch, fairness }: { epoch: number; fairness: Fairness }) {
  const { epochPage } = useFairnessText().pages;
  const { first, last } = knownEpochs(fairness);
  const way = (to: number, words: string) =>
    to >= first &&
    to <= last && (
      <Link href={`/fairness/epochs/${to}`} className={buttonClass("quiet")}>
        {words}
      </Link>
    );
  return (
    <nav className={styles["neighbours"]} aria-label={epochPage.around}>
      {way(epoch - 1, epochPage.previous)}
      {way(epoch + 1, epochPage.next)}
    </nav>
  );
}

/** The published facts of an epoch, with buttons to copy them. */
function EpochFacts({ found: { row, phase, firstTick, lastTick } }: { found: PublishedEpoch }) {
  const { pages } = useFairnessText();
  const text = pages.epochPage;
  const code = (term: TermName, name: string, value: string | null) => (
    <div className={styles["whole"]}>
      <dt className={texts["small"]}>
        <Term term={term}>{name}</Term>
      </dt>
      <CodeLine as="dd">
        {value === null ? text.notYet : <LongCode code={value} copyLabel={pages.copy(name)} />}
      </CodeLine>
    </div>
  );
  return (
    <Card title={text.facts}>
      <dl className={styles["facts"]}>
        {code("seed", text.seed, row.seed)}
        {code("commitment", text.commitment, row.commitment)}
        {code("head", text.head, row.head)}
        <div>
          <dt className={texts["small"]}>
            <Term term="firstTick">{text.startTick}</Term>
          </dt>
          <dd>
            <Num>{firstTick}</Num>
          </dd>
        </div>
        <div>
          <dt className={texts["small"]}>
            <Term term="startState">{text.startState}</Term>
          </dt>
          <CodeLine as="dd">
            <Num>{row.startState ?? text.notYet}</Num>
            {row.startState !== null && (
              <CopyButton label={pages.copy(text.startState)} value={row.startState} />
            )}
          </CodeLine>
        </div>
      </dl>
      <ul className={styles["raw"]}>
        <li>
          <a
            href={`${pricePathOf("fairnessEpochs")}?from=${row.epoch}&to=${row.epoch}`}
            target="_blank"
            rel="noreferrer"
            className={texts["link"]}
          >
            {text.rawEpoch}
          </a>
        </li>
        {phase !== "upcoming" && (
          <li>
            <a
              href={`${pricePathOf("prices")}?from=${firstTick}${phase === "over" ? `&to=${lastTick}` : ""}`}
              target="_blank"
              rel="noreferrer"
              className={texts["link"]}
            >
              {text.rawPrices}
            </a>
          </li>
        )}
      </ul>
    </Card>
  );
}
