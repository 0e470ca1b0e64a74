import { useQuery } from "@tanstack/react-query";
import type { Fairness, Prices } from "@veritick/contract/schemas/fairness.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { useState } from "react";
import { Link } from "wouter";
import { pathOf as pricePathOf } from "../../../../api/client.ts";
import { newestTick } from "../../../../api/market/recent-prices.ts";
import { countdown, useExactTime } from "../../../../lib/format.ts";
import { useTextOf } from "../../../../locales/text.ts";
import type { Signatures } from "../../check/check-signatures.ts";
import { pathOf, verifyEpochs } from "../../check/verify-client.ts";
import { Badge, Grid, Num, Row, Skeleton, Text } from "../../../../ui/primitives.tsx";
import { buttonClass, PlainLink } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Fact, Facts } from "../../../../ui/facts.tsx";
import { CodeLine, CopyButton } from "../../../../ui/copy-button.tsx";
import { Loaded } from "../../../../ui/states.tsx";
import { Term } from "../../../../ui/overlay/term.tsx";
import { PublishedCode } from "../evidence.tsx";
import { ChecksCard } from "./checks-card.tsx";
import { DayCard } from "./day-card.tsx";
import { EpochChartCard } from "./epoch-chart-card.tsx";
import {
  checkedAt,
  dueUpTo,
  joinRuns,
  knownEpochs,
  runOf,
  useEpoch,
  useEpochPrices,
  useEpochRounds,
} from "./use-epoch.ts";
import type { PublishedEpoch } from "./use-epoch.ts";

type EpochViewProps = { epoch: number; fairness: Fairness; recent: Prices | undefined };

export function EpochView({ epoch, fairness, recent }: EpochViewProps) {
  return (
    <Loaded query={useEpoch(epoch, fairness)} loading={<EpochSkeleton />}>
      {(found) => <Found found={found} fairness={fairness} recent={recent} />}
    </Loaded>
  );
}

type FoundProps = { found: PublishedEpoch; fairness: Fairness; recent: Prices | undefined };

function Found({ found, fairness, recent }: FoundProps) {
  const { epochPage } = useTextOf("fairness").pages;
  const { phase } = found;
  const { epoch } = found.row;
  const nowTick = recent && newestTick(recent);
  const published = useEpochPrices(found);
  const rounds = useEpochRounds(found, fairness);
  const path = usePath(found, fairness, rounds).data ?? undefined;
  const checks = useChecks(found, fairness, published, rounds);
  const span = { from: found.firstTick, to: found.lastTick };
  const asPublished =
    phase === "over" ? published.data && runOf(published.data) : joinRuns(published.data, recent, span);
  return (
    <>
      <Row gap={[2, 3]} align="center">
        <Badge tone="neutral">{epochPage.state[phase]}</Badge>
        <EpochCountdown found={found} nowTick={nowTick} />
      </Row>
      <EpochChartCard
        span={span}
        phase={phase}
        beacon={fairness.beacon.kind}
        made={path}
        published={{ data: asPublished, isError: published.isError, refetch: published.refetch }}
      />
      <Grid gap={5} columns="1fr 1fr" from="wide">
        <ChecksCard {...checks} />
        <EpochFacts found={found} beacon={fairness.beacon} />
      </Grid>
      {phase === "over" && <DayCard epoch={epoch} fairness={fairness} />}
      <EpochNeighbours epoch={epoch} fairness={fairness} />
    </>
  );
}

/** Computes the path in this browser as soon as its data is loaded, without waiting for the check of the signatures. */
function usePath({ row, phase }: PublishedEpoch, fairness: Fairness, rounds: Source<unknown>) {
  return useQuery({
    queryKey: ["epoch-path", row, rounds.dataUpdatedAt],
    queryFn: async () => (await pathOf(row, fairness, rounds.data)) ?? null,
    enabled: phase === "over" && rounds.data !== undefined,
    structuralSharing: false,
    gcTime: 0,
  });
}

type Source<T> = { readonly data: T | undefined; readonly dataUpdatedAt: number; readonly isError: boolean };

/** Checks the hour in this browser as soon as its data is loaded, and reports how many signatures it has checked. */
function useChecks(
  found: PublishedEpoch,
  fairness: Fairness,
  published: Source<Prices>,
  rounds: Source<unknown>,
) {
  const { row, rows, phase } = found;
  const [signatures, setSignatures] = useState<Signatures>();
  // A later hour makes this seed due.
  const due = dueUpTo(fairness);
  // The prices of a running hour cannot be checked, so new ones begin no new check.
  const pricesAtMs = phase === "over" ? published.dataUpdatedAt : 0;
  const isWaiting = ({ data, isError }: Source<unknown>) => data === undefined && !isError;
  const checks = useQuery({
    queryKey: ["epoch-checks", phase, row.epoch <= due, rows, pricesAtMs, rounds.dataUpdatedAt],
    queryFn: async ({ signal }) => {
      const { epoch } = row;
      const { genesis, beacon } = fairness;
      const [check] = await verifyEpochs(
        {
          from: epoch,
          to: epoch,
          epochs: rows,
          genesis,
          beacon,
          rounds: rounds.data,
          now: checkedAt(found),
          dueUpTo: due,
          prices: { [epoch]: published.data?.prices },
        },
        { onSignatures: setSignatures, signal },
      );
      return check?.steps ?? [];
    },
    enabled: phase === "upcoming" || !(isWaiting(rounds) || (phase === "over" && isWaiting(published))),
    structuralSharing: false,
    gcTime: 0,
  });
  return { steps: checks.data, hasFailed: checks.isError, signatures };
}

/** As tall as the chart that replaces it. */
export function EpochSkeleton() {
  const { loading } = useTextOf("fairness").pages;
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
  const { epochPage } = useTextOf("fairness").pages;
  const { inFull } = useExactTime();
  const { phase, firstTick, lastTick } = found;
  if (phase === "over" || nowTick === undefined) return null;
  const [words, tick] =
    phase === "running" ? [epochPage.opensIn, lastTick + 1] : [epochPage.beginsIn, firstTick];
  return (
    <Text loose>
      <Num>{words(left(tick - nowTick), inFull(tick))}</Num>
    </Text>
  );
}

/** Writes seconds as a countdown, with hours (h:mm:ss) from one hour on. */
function left(seconds: number): string {
  const whole = Math.max(0, seconds);
  if (whole < 3600) return countdown(whole);
  return `${Math.floor(whole / 3600)}:${countdown(whole % 3600).padStart(5, "0")}`;
}

function EpochNeighbours({ epoch, fairness }: { epoch: number; fairness: Fairness }) {
  const { epochPage } = useTextOf("fairness").pages;
  const { first, last } = knownEpochs(fairness);
  const way = (to: number, words: string) =>
    to >= first &&
    to <= last && (
      <Link href={`/fairness/epochs/${to}`} className={buttonClass("quiet")}>
        {words}
      </Link>
    );
  return (
    <Row as="nav" gap={3} justify="between" aria-label={epochPage.around}>
      {way(epoch - 1, epochPage.previous)}
      {way(epoch + 1, epochPage.next)}
    </Row>
  );
}

type EpochFactsProps = { found: PublishedEpoch; beacon: Fairness["beacon"] };

/** The published facts of an epoch, with buttons to copy them. */
function EpochFacts({ found: { row, phase, firstTick, lastTick }, beacon }: EpochFactsProps) {
  const { copy, epochPage: text } = useTextOf("fairness").pages;
  const until = phase === "over" ? `&to=${lastTick}` : "";
  const rounds = `from=${roundOf(beacon, firstTick)}&to=${roundOf(beacon, lastTick)}`;
  return (
    <Card title={text.facts}>
      <Facts look="columns">
        {(["seed", "commitment", "termsHash", "head"] as const).map((name) => (
          <Fact key={name} name={<Term term={name}>{text[name]}</Term>} isWhole>
            <PublishedCode name={text[name]} code={row[name]} />
          </Fact>
        ))}
        <Fact name={<Term term="firstTick">{text.startTick}</Term>}>
          <Num>{firstTick}</Num>
        </Fact>
        <Fact name={<Term term="startState">{text.startState}</Term>}>
          <CodeLine>
            <Num>{row.startState ?? text.notYet}</Num>
            {row.startState !== null && <CopyButton label={copy(text.startState)} value={row.startState} />}
          </CodeLine>
        </Fact>
      </Facts>
      <Row gap={[1, 6]}>
        <PlainLink href={`${pricePathOf("fairnessEpochs")}?from=${row.epoch}&to=${row.epoch}`}>
          {text.rawEpoch}
        </PlainLink>
        {phase !== "upcoming" && (
          <PlainLink href={`${pricePathOf("prices")}?from=${firstTick}${until}`}>{text.rawPrices}</PlainLink>
        )}
        {phase === "over" && (
          <PlainLink href={`${pricePathOf("fairnessRounds")}?${rounds}`}>{text.rawRounds}</PlainLink>
        )}
      </Row>
    </Card>
  );
}
