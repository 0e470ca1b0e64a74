import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Fairness, FairnessEpoch, PriceClosing } from "@veritick/contract/schemas/fairness.ts";
import { epochOf } from "@veritick/domain/epochs.ts";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { call } from "../../../api/client.ts";
import { keyOf } from "../../../api/query.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeLine, LongCode } from "../../../ui/copy-button.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";
import { Badge, Num, Skeleton, Time } from "../../../ui/primitives.tsx";
import { AskForm } from "./public-page.tsx";
import { useHourWords } from "./epoch/use-epoch.ts";
import { tickOf, useExactTime, useFormat } from "../../../lib/format.ts";
import texts from "./fairness.module.css";
import styles from "./fairness-page.module.css";

export function PastCard({ fairness }: { fairness: Fairness }) {
  const { past } = useTextOf("fairness").pages;
  const [, navigate] = useLocation();
  const [page, setPage] = useState(0);
  const firstEpoch = epochOf(fairness.genesis.tick + 1);
  const span = pastPage(page, firstEpoch, fairness.current.epoch);
  return (
    <Card title={past.title}>
      <p className={texts["lead"]}>{past.lead}</p>
      {span === undefined ? (
        <EmptyState {...past.none} />
      ) : (
        <>
          <Hours from={span.from} to={span.to} />
          <nav className={styles["foot"]} aria-label={past.pages}>
            <Button variant="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
              {past.newer}
            </Button>
            <Button variant="quiet" disabled={span.isLast} onClick={() => setPage(page + 1)}>
              {past.older}
            </Button>
            <AskForm
              label={past.goTo}
              isNumber
              read={(typed) => typed || undefined}
              invalid={past.noNumber}
              submit={past.go}
              className={styles["goTo"]}
              onAsk={(epoch) => navigate(`/fairness/epochs/${epoch}`)}
            />
          </nav>
        </>
      )}
    </Card>
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
        <ul className={styles["hours"]} aria-busy={query.isPlaceholderData}>
          {hours.toReversed().map((row) => (
            <Hour key={row.epoch} row={row} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function Hour({ row: { epoch, seed } }: { row: FairnessEpoch }) {
  const { pages } = useTextOf("fairness");
  const hourOf = useHourWords();
  return (
    <li className={styles["hour"]}>
      <p className={styles["name"]}>
        <Link href={`/fairness/epochs/${epoch}`} className={texts["link"]}>
          {pages.epoch(epoch)}
        </Link>
        <Num className={texts["small"]}>{hourOf(epoch)}</Num>
      </p>
      <CodeLine>
        {seed === null ? (
          pages.epochPage.notYet
        ) : (
          <LongCode code={seed} copyLabel={pages.copy(`${pages.past.seed}, ${pages.epoch(epoch)}`)} />
        )}
      </CodeLine>
    </li>
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
export function ClosingsCard({ closings }: { closings: readonly PriceClosing[] }) {
  const { closings: text } = useTextOf("fairness").pages;
  const { inFull } = useExactTime();
  const format = useFormat();
  return (
    <Card title={text.title}>
      <p className={texts["lead"]}>{text.lead}</p>
      {closings.length === 0 ? (
        <EmptyState {...text.none} />
      ) : (
        <ul>
          {closings.map(({ genesis, reason, tick, endedAt, positions, stake, value }) => (
            <li key={genesis.tick} className={texts["item"]}>
              <p className={texts["itemName"]}>
                <Badge tone={reason === "secret" ? "bad" : "neutral"}>{text.reasons[reason]}</Badge>
                <Time dateTime={endedAt} className={texts["small"]}>
                  {text.ended(inFull(tickOf(endedAt)))}
                </Time>
              </p>
              <p>
                {positions === 0
                  ? text.nobody
                  : text.closed(positions, format.money(value), format.money(stake))}
              </p>
              <p className={texts["small"]}>{text.known(inFull(tick))}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
