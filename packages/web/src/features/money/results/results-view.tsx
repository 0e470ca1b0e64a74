import type { Results } from "@veritick/contract/schemas/results.ts";
import { dayStarts } from "@veritick/domain/calendar.ts";
import type { ReactNode } from "react";
import { dayFormat, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { BandPlot, BarPlot, isWithin } from "../../../ui/plot/pictures.tsx";
import { Caption, Num, PageTitle, Quiet, VisuallyHidden } from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import styles from "./results.module.css";

export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
export const USUAL_PERIOD: Period = 30;

/** Returns the time zone of this browser, or UTC if it is unknown. */
export function browserZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return dayStarts(zone, "2026-01-01", "2026-01-01") === undefined ? "UTC" : zone;
}

const signOf = (amount: string) =>
  amount.startsWith("-") ? "minus" : /[1-9]/.test(amount) ? "plus" : undefined;

type ResultsMainProps = { title: string; intro: string; aside?: ReactNode; children: ReactNode };

export function ResultsMain({ title, intro, aside, children }: ResultsMainProps) {
  return (
    <main id="content" tabIndex={-1} className={styles["page"]}>
      <div className={styles["head"]}>
        <PageTitle>{title}</PageTitle>
        {aside}
        <Quiet pretty className={styles["intro"]}>
          {intro}
        </Quiet>
      </div>
      {children}
    </main>
  );
}

type PeriodChoiceProps = { days: Period; onChange: (days: Period) => void };

export function PeriodChoice({ days, onChange }: PeriodChoiceProps) {
  const { results: text } = useTextOf("later");
  return (
    <Segmented
      label={text.period}
      value={days}
      options={PERIODS.map((period) => ({ value: period, label: text.days(period) }))}
      onChange={onChange}
    />
  );
}

type ResultsViewProps = {
  results: Results;
  unit: string;
  /** Whether there may be withdrawal fees. */
  showsFees?: boolean;
};

export function ResultsView({ results, unit, showsFees = true }: ResultsViewProps) {
  const { results: text } = useTextOf("later");
  const { total, durations } = results;
  if (total.positions === 0 && signOf(total.fees) === undefined) return <EmptyState {...text.empty} />;
  return (
    <>
      <Card title={text.perDay} aside={<Caption as="span">{text.amountsIn(unit)}</Caption>}>
        <Totals total={total} showsFees={showsFees} />
        <DayBars results={results} className={styles["days"]} isWhole />
      </Card>
      {durations.some(({ positions }) => positions > 0) && (
        <Card title={text.chances}>
          <p className={styles["lead"]}>{text.chancesLead}</p>
          <ul className={styles["durations"]}>
            {durations
              .filter(({ positions }) => positions > 0)
              .map((row) => (
                <li key={row.duration} className={styles["duration"]}>
                  <DurationRow row={row} />
                </li>
              ))}
          </ul>
          <p className={styles["small"]}>
            {text.shared}
            {total.sold > 0 && ` ${text.soldApart(total.sold)}`}
            {total.refunded > 0 && ` ${text.refundedApart(total.refunded)}`}
          </p>
        </Card>
      )}
      <Card title={text.dayByDay}>
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
    [text.columns.result, format.signedMoney(total.result), signOf(total.result)],
    ...(showsFees ? ([[text.columns.fees, format.money(total.fees), undefined]] as const) : []),
  ] as const;
  return (
    <dl className={styles["totals"]}>
      {amounts.map(([name, amount, sign]) => (
        <div key={name}>
          <Caption as="dt">{name}</Caption>
          <dd data-sign={sign}>
            <Num>{amount}</Num>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type DayBarsProps = { results: Results; className: string | undefined; isWhole?: boolean };

/** The result of each day as a bar. The small form has no labels. */
export function DayBars({ results: { days }, className, isWhole = false }: DayBarsProps) {
  const { results: text } = useTextOf("later");
  const { price } = useText().trade;
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
    <>
      <div className={styles["of"]}>
        <h3 className={styles["minutes"]}>{text.minutes(duration)}</h3>
        <dl className={styles["figures"]}>
          <div>
            <Caption as="dt">{text.columns.staked}</Caption>
            <dd>
              <Num>{format.money(row.staked)}</Num>
            </dd>
          </div>
          <div>
            <Caption as="dt">{text.columns.returned}</Caption>
            <dd>
              <Num>{format.money(row.returned)}</Num>
            </dd>
          </div>
          <div>
            <Caption as="dt">{text.columns.result}</Caption>
            <dd data-sign={signOf(row.result)}>
              <Num>{format.signedMoney(row.result)}</Num>
            </dd>
          </div>
        </dl>
      </div>
      {decided > 0 && (
        <div>
          <BandPlot band={band} label={text.plot(promised, realised)} />
          <p className={styles["small"]}>
            <strong>
              {text.plot(promised, realised)}. {isWithin(band) ? text.within : text.outside}
            </strong>{" "}
            {text.range(won, decided, format.number(Math.round(expected * 10) / 10), range.low, range.high)}
          </p>
        </div>
      )}
    </>
  );
}

const COLUMNS = ["day", "positions", "won", "staked", "returned", "result", "fees"] as const;

/** The days on which a position ended or a fee was paid, newest first. On phones each has two lines. */
function DayTable({ results: { days, total } }: { results: Results }) {
  const { results: text } = useTextOf("later");
  const format = useFormat();
  const dayOf = dayFormat(useLanguage());
  const shown = days.filter(({ positions, fees }) => positions > 0 || signOf(fees)).toReversed();
  const hasFees = signOf(total.fees) !== undefined;
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
            <span role="rowheader" className={styles["day"]}>
              {dayOf(day.day)}
            </span>
            <Cell column="positions" value={format.number(day.positions)} />
            <Cell column="won" value={format.number(day.won)} />
            <Cell column="staked" value={format.money(day.staked)} />
            <Cell column="returned" value={format.money(day.returned)} />
            <Cell column="result" value={format.signedMoney(day.result)} sign={signOf(day.result)} />
            {hasFees && <Cell column="fees" value={format.money(day.fees)} isNone={!signOf(day.fees)} />}
          </div>
        ))}
      </div>
    </div>
  );
}

type CellProps = {
  column: (typeof COLUMNS)[number];
  value: string;
  sign?: "plus" | "minus" | undefined;
  isNone?: boolean;
};

/**
 * A cell. On phones, the name of its column stands beside the value. Assistive technology reads the table's head instead.
 */
function Cell({ column, value, sign, isNone = false }: CellProps) {
  const { columns } = useTextOf("later").results;
  return (
    <span role="cell" data-column={column} data-sign={sign} data-none={isNone || undefined}>
      <span aria-hidden="true">{columns[column]}</span>
      <Num>{value}</Num>
    </span>
  );
}
