import type { Results } from "@veritick/contract/schemas/results.ts";
import type { ReactNode } from "react";
import { dayFormat, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { BandPlot, BarPlot, isWithin } from "../../../ui/plot/pictures.tsx";
import {
  Caption,
  Grid,
  Lead,
  Lines,
  Medium,
  Num,
  PageTitle,
  Quiet,
  Row,
  Stack,
  Strong,
  Title,
  VisuallyHidden,
} from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import styles from "./results.module.css";

export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
export const USUAL_PERIOD: Period = 30;

const moodOf = (amount: string) =>
  amount.startsWith("-") ? "bad" : /[1-9]/.test(amount) ? "good" : undefined;

type ResultsMainProps = { title: string; intro: string; aside?: ReactNode; children: ReactNode };

export function ResultsMain({ title, intro, aside, children }: ResultsMainProps) {
  return (
    <main id="content" tabIndex={-1} className={styles["page"]}>
      <Stack gap={2}>
        <Row gap={[2, 3]} align="center" justify="between">
          <PageTitle>{title}</PageTitle>
          {aside}
        </Row>
        <Quiet pretty>{intro}</Quiet>
      </Stack>
      {children}
    </main>
  );
}

type PeriodChoiceProps = { days: Period; onChange: (days: Period) => void };

export function PeriodChoice({ days, onChange }: PeriodChoiceProps) {
  const { results: text } = useTextOf("later");
  return (
    <div className={styles["period"]}>
      <Segmented
        label={text.period}
        value={days}
        options={PERIODS.map((period) => ({ value: period, label: text.days(period) }))}
        onChange={onChange}
      />
    </div>
  );
}

type ResultsViewProps = {
  results: Results;
  unit: string;
  /** Whether there may be withdrawal fees. */
  showsFees?: boolean;
  /** Stands beside the title of the days. */
  daysAside?: ReactNode;
};

export function ResultsView({ results, unit, showsFees = true, daysAside }: ResultsViewProps) {
  const { results: text } = useTextOf("later");
  const { total, durations } = results;
  if (total.positions === 0 && moodOf(total.fees) === undefined) return <EmptyState {...text.empty} />;
  return (
    <>
      <Card title={text.perDay} aside={<Caption as="span">{text.amountsIn(unit)}</Caption>}>
        <Totals total={total} showsFees={showsFees} />
        <DayBars results={results} className={styles["days"]} isWhole />
      </Card>
      {durations.some(({ positions }) => positions > 0) && (
        <Card title={text.chances}>
          <Quiet pretty measure>
            {text.chancesLead}
          </Quiet>
          <Lines>
            {durations
              .filter(({ positions }) => positions > 0)
              .map((row) => (
                <DurationRow key={row.duration} row={row} />
              ))}
          </Lines>
          <Caption pretty measure>
            {text.shared}
            {total.sold > 0 && ` ${text.soldApart(total.sold)}`}
            {total.refunded > 0 && ` ${text.refundedApart(total.refunded)}`}
          </Caption>
        </Card>
      )}
      <Card title={text.dayByDay} aside={daysAside}>
        <DayTable results={results} />
      </Card>
    </>
  );
}

function Totals({ total, showsFees }: { total: Results["total"]; showsFees: boolean }) {
  const { results: text } = useTextOf("later");
  const format = useFormat();
  const amounts = [
    [text.columns.staked, format.money(total.staked), undefined],
    [text.columns.returned, format.money(total.returned), undefined],
    [text.columns.result, format.signedMoney(total.result), moodOf(total.result)],
    ...(showsFees ? ([[text.columns.fees, format.money(total.fees), undefined]] as const) : []),
  ] as const;
  return (
    <Grid as="dl" gap={[3, 4]} min={120} isFit>
      {amounts.map(([name, amount, mood]) => (
        <div key={name}>
          <Caption as="dt">{name}</Caption>
          <Lead as="dd">
            <Num tone="mood" data-mood={mood}>
              {amount}
            </Num>
          </Lead>
        </div>
      ))}
    </Grid>
  );
}

type DayBarsProps = { results: Results; className: string | undefined; isWhole?: boolean };

/** The result of each day as a bar. The small form has no labels. */
export function DayBars({ results: { days }, className, isWhole = false }: DayBarsProps) {
  const { results: text } = useTextOf("later");
  const { price } = useDeskText().trade;
  const format = useFormat();
  const dayOf = dayFormat(useLanguage());
  const ends = [days[0]!, days[Math.floor((days.length - 1) / 2)]!, days.at(-1)!];
  return (
    <BarPlot
      className={className}
      label={text.picture(dayOf(days[0]!.day), dayOf(days.at(-1)!.day))}
      bars={days.map(({ day, result }) => ({
        value: Number(result),
        tip: price.reading(dayOf(day), format.signedMoney(result)),
      }))}
      {...(isWhole
        ? {
            write: (value: number) => format.signedMoney(value.toFixed(8)),
            below: ends.map(({ day }) => dayOf(day)),
          }
        : {})}
    />
  );
}

function DurationRow({ row }: { row: Results["durations"][number] }) {
  const { results: text } = useTextOf("later");
  const format = useFormat();
  const { duration, positions, won, sold, refunded, expected, range } = row;
  const decided = positions - sold - refunded;
  const band = {
    promised: expected / decided,
    realised: won / decided,
    luck: { low: range.low / decided, high: range.high / decided },
  };
  const [promised, realised] = [format.chance(band.promised), format.chance(band.realised)];
  return (
    <Grid as="li" gap={[2, 8]} columns="minmax(0, 5fr) minmax(0, 6fr)" from="large">
      <Stack gap={1}>
        <Title as="h3">{text.minutes(duration)}</Title>
        <Facts look="inline">
          <Fact name={text.columns.staked}>
            <Num tone="strong">{format.money(row.staked)}</Num>
          </Fact>
          <Fact name={text.columns.returned}>
            <Num tone="strong">{format.money(row.returned)}</Num>
          </Fact>
          <Fact name={text.columns.result}>
            <Num tone="mood" data-mood={moodOf(row.result)}>
              {format.signedMoney(row.result)}
            </Num>
          </Fact>
        </Facts>
      </Stack>
      {decided > 0 && (
        <div>
          <BandPlot band={band} label={text.plot(promised, realised)} />
          <Caption pretty>
            <Strong>
              {text.plot(promised, realised)}. {isWithin(band) ? text.within : text.outside}
            </Strong>{" "}
            {text.range(won, decided, format.number(Math.round(expected * 10) / 10), range.low, range.high)}
          </Caption>
        </div>
      )}
    </Grid>
  );
}

const COLUMNS = ["day", "positions", "won", "staked", "returned", "result", "fees"] as const;

/** The days on which a position ended or a fee was paid, newest first. On phones each has two lines. */
function DayTable({ results: { days, total } }: { results: Results }) {
  const { results: text } = useTextOf("later");
  const format = useFormat();
  const dayOf = dayFormat(useLanguage());
  const shown = days.filter(({ positions, fees }) => positions > 0 || moodOf(fees)).toReversed();
  const hasFees = moodOf(total.fees) !== undefined;
  return (
    <div role="table" className={styles["table"]} aria-label={text.dayByDay}>
      <VisuallyHidden as="div" role="rowgroup" className={styles["names"]}>
        <div role="row" className={styles["row"]}>
          {COLUMNS.filter((name) => hasFees || name !== "fees").map((name) => (
            <span key={name} role="columnheader">
              {text.columns[name]}
            </span>
          ))}
        </div>
      </VisuallyHidden>
      <div role="rowgroup">
        {shown.map((day) => (
          <div key={day.day} role="row" className={styles["row"]}>
            <Medium role="rowheader">{dayOf(day.day)}</Medium>
            <Cell column="positions" value={format.number(day.positions)} />
            <Cell column="won" value={format.number(day.won)} />
            <Cell column="staked" value={format.money(day.staked)} />
            <Cell column="returned" value={format.money(day.returned)} />
            <Cell column="result" value={format.signedMoney(day.result)} mood={moodOf(day.result)} />
            {hasFees && <Cell column="fees" value={format.money(day.fees)} isNone={!moodOf(day.fees)} />}
          </div>
        ))}
      </div>
    </div>
  );
}

type CellProps = {
  column: (typeof COLUMNS)[number];
  value: string;
  mood?: "good" | "bad" | undefined;
  isNone?: boolean;
};

/**
 * A cell. On phones, the name of its column stands beside the value. Assistive technology reads the table's head instead.
 */
function Cell({ column, value, mood, isNone = false }: CellProps) {
  const { columns } = useTextOf("later").results;
  return (
    <span role="cell" data-column={column} data-none={isNone || undefined}>
      <span aria-hidden="true">{columns[column]}</span>
      <Num tone={column === "result" ? "mood" : undefined} data-mood={mood}>
        {value}
      </Num>
    </span>
  );
}
