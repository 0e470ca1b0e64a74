import type { Results, ResultSums } from "@veritick/contract/schemas/results.ts";
import { formatMinor, minor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { dayAfter, dayAt, dayStarts } from "@veritick/domain/calendar.ts";
import { rangeOfWins, resultsFileText, sumUpResults } from "@veritick/domain/results.ts";
import type { EndedPosition, ResultSums as Sums } from "@veritick/domain/results.ts";
import { useState } from "react";
import { endOf } from "../../api/desk/desk.ts";
import { browserPractice } from "../../api/desk/practice.ts";
import type { PracticePosition } from "../../api/desk/practice-book.ts";
import { browserNowMs, useLive, useStore } from "../../api/live/live.ts";
import { useTitle } from "../../lib/browser.ts";
import { saveFile } from "../../lib/files.ts";
import { chosenLanguage, spreadsheetIn } from "../../lib/preferences.ts";
import { useTextOf, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/more-icons.tsx";
import {
  browserZone,
  PeriodChoice,
  ResultsMain,
  ResultsView,
  USUAL_PERIOD,
} from "../money/public-results.ts";
import type { Period } from "../money/public-results.ts";
import { PracticeFrame, PracticeHeader } from "./practice-frame.tsx";

export function PracticeResultsPage() {
  const { common } = useText();
  const { practice } = useTextOf("later");
  const { title, back } = practice.results;
  useTitle(`${title} · ${common.product}`);
  return (
    <PracticeFrame>
      <PracticeHeader back={back} />
      <KeptResults />
    </PracticeFrame>
  );
}

function KeptResults() {
  const { practice, results: text } = useTextOf("later");
  const { title, intro } = practice.results;
  const [days, setDays] = useState<Period>(USUAL_PERIOD);
  const zone = browserZone();
  const positions = useStore(browserPractice().book, (book) => book.positions);
  const { price } = useLive();
  const today = useStore(price, ({ tick }) => dayAt(zone, tick === undefined ? browserNowMs() : tick * 1000));
  const results = resultsOf(positions, zone, days, today);
  const { from, to } = results;
  const save = () =>
    saveFile(
      `veritick-practice-${from}-to-${to}.csv`,
      resultsFileText(results.days, spreadsheetIn(chosenLanguage())),
      "text/csv",
    );
  return (
    <ResultsMain
      title={title}
      intro={intro}
      aside={
        <Button variant="quiet" onClick={save}>
          <DownloadIcon size={18} />
          {text.csv}
        </Button>
      }
    >
      <PeriodChoice days={days} onChange={setDays} />
      <ResultsView results={results} unit={practice.unit} showsFees={false} />
    </ResultsMain>
  );
}

const NOTHING = formatMinor(minor(0n));

/** Returns the results as the server computes them for an account. */
function resultsOf(positions: readonly PracticePosition[], zone: string, count: number, to: string): Results {
  const from = dayAfter(to, 1 - count);
  const { days, durations } = sumUpResults(positions.flatMap(endedOf), dayStarts(zone, from, to)!);
  const all = (["positions", "won", "sold", "refunded"] as const).map(
    (name) => [name, days.reduce((sum, day) => sum + day[name], 0)] as const,
  );
  const total: Sums = {
    ...(Object.fromEntries(all) as Record<(typeof all)[number][0], number>),
    stakedMinor: sumMinor(days.map(({ stakedMinor }) => stakedMinor)),
    returnedMinor: sumMinor(days.map(({ returnedMinor }) => returnedMinor)),
  };
  return {
    zone,
    from,
    to,
    archived: [],
    total: { ...inText(total), fees: NOTHING },
    days: days.map((day, index) => ({ day: dayAfter(from, index), ...inText(day), fees: NOTHING })),
    durations: durations.map((row) => {
      const { duration, expected, variance, positions: ended, sold, refunded } = row;
      return {
        duration,
        ...inText(row),
        expected,
        variance,
        range: rangeOfWins(row, ended - sold - refunded),
      };
    }),
  };
}

const inText = ({ positions, won, sold, refunded, stakedMinor, returnedMinor }: Sums): ResultSums => ({
  positions,
  won,
  sold,
  refunded,
  staked: formatMinor(stakedMinor),
  returned: formatMinor(returnedMinor),
  result: formatMinor(minor(returnedMinor - stakedMinor)),
});

function endedOf(position: PracticePosition): EndedPosition[] {
  const { type, duration, status, amount, profit, winChance, entryTick, expiryTick } = position;
  if (status === "active") return [];
  return [
    {
      side: type,
      duration: duration as Duration,
      status,
      stakeMinor: parseMinor(amount),
      profitMinor: parseMinor(profit ?? "0"),
      winChance,
      entryTick,
      expiryTick,
      endsMs: Date.parse(endOf(position)),
    },
  ];
}
