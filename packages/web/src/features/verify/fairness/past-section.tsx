import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Fairness, FairnessEpoch, PriceClosing } from "@veritick/contract/schemas/fairness.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../../api/client.ts";
import { keyOf } from "../../../api/query.ts";
import { tickOf, useExactTime, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Badge, Caption, Lines, Num, Row, Skeleton, Time } from "../../../ui/primitives.tsx";
import { Section } from "../../../ui/reading-page.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";
import { useHourWords } from "./epoch/use-epoch.ts";
import { EpochLink, Evidence, PublishedCode } from "./evidence.tsx";
import { AskForm } from "./public-page.tsx";

export function PastSection({ fairness }: { fairness: Fairness }) {
  const { past } = useTextOf("fairness").pages;
  return (
    <Section id="past" text={past}>
      {() => <PastHours fairness={fairness} />}
    </Section>
  );
}

function PastHours({ fairness }: { fairness: Fairness }) {
  const { past } = useTextOf("fairness").pages;
  const [, navigate] = useLocation();
  const [page, setPage] = useState(0);
  const firstEpoch = epochOf(fairness.genesis.tick + 1);
  const span = pastPage(page, firstEpoch, fairness.current.epoch);
  if (span === undefined) return <EmptyState {...past.none} />;
  return (
    <>
      <Hours from={span.from} to={span.to} />
      <Row as="nav" gap={3} align="end" justify="between" aria-label={past.pages}>
        <Row gap={3} nowrap>
          <Button variant="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {past.newer}
          </Button>
          <Button variant="quiet" disabled={span.isLast} onClick={() => setPage(page + 1)}>
            {past.older}
          </Button>
        </Row>
        <AskForm
          label={past.goTo}
          isNumber
          read={(typed) => typed || undefined}
          invalid={past.noNumber}
          submit={past.go}
          onAsk={(epoch) => navigate(`/fairness/epochs/${epoch}`)}
        />
      </Row>
    </>
  );
}

function Hours({ from, to }: { from: number; to: number }) {
  const query = useQuery({
    queryKey: [...keyOf("fairnessEpochs"), { from, to }],
    queryFn: ({ signal }) => call("fairnessEpochs", { query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} loading={<Skeleton width="100%" height="40rem" />}>
      {(hours) => (
        <Lines aria-busy={query.isPlaceholderData}>
          {hours.toReversed().map((row) => (
            <Hour key={row.epoch} row={row} />
          ))}
        </Lines>
      )}
    </Loaded>
  );
}

function Hour({ row: { epoch, seed } }: { row: FairnessEpoch }) {
  const { pages } = useTextOf("fairness");
  const hourOf = useHourWords();
  const head = (
    <>
      <EpochLink epoch={epoch} />
      <Num tone="caption">{hourOf(epoch)}</Num>
    </>
  );
  return (
    <Evidence head={head}>
      <PublishedCode name={`${pages.past.seed}, ${pages.epoch(epoch)}`} code={seed} />
    </Evidence>
  );
}

export const PAGE_EPOCHS = 8;

/** Returns the epochs of a page, both ends included, or undefined before the price began. Page 0 has the newest. */
export function pastPage(
  page: number,
  firstEpoch: number,
  currentEpoch: number,
): { from: number; to: number; isLast: boolean } | undefined {
  const to = currentEpoch - 1 - page * PAGE_EPOCHS;
  if (to < firstEpoch) return undefined;
  const from = Math.max(firstEpoch, to - PAGE_EPOCHS + 1);
  return { from, to, isLast: from === firstEpoch };
}

/** All prices that ended, each with the reason and the price at which its open positions were closed. */
export function ClosingsSection({ closings }: { closings: readonly PriceClosing[] }) {
  const { closings: text } = useTextOf("fairness").pages;
  return (
    <Section id="closings" text={text}>
      {closings.length === 0 ? (
        <EmptyState {...text.none} />
      ) : (
        <Lines>
          {closings.map((closing) => (
            <Closing key={closing.genesis.tick} closing={closing} />
          ))}
        </Lines>
      )}
    </Section>
  );
}

function Closing({ closing: { reason, tick, endedAt, positions, stake, value } }: { closing: PriceClosing }) {
  const { closings: text } = useTextOf("fairness").pages;
  const { inFull } = useExactTime();
  const format = useFormat();
  const head = (
    <>
      <Badge tone={reason === "secret" ? "bad" : "neutral"}>{text.reasons[reason]}</Badge>
      <Time dateTime={endedAt} tone="caption">
        {text.ended(inFull(tickOf(endedAt)))}
      </Time>
    </>
  );
  return (
    <Evidence head={head}>
      <p>
        {positions === 0 ? text.nobody : text.closed(positions, format.money(value), format.money(stake))}
      </p>
      <Caption>{text.known(inFull(tick))}</Caption>
    </Evidence>
  );
}
