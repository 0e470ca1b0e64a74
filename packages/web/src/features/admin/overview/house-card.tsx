import { useQuery } from "@tanstack/react-query";
import type { HouseDay } from "@veritick/contract/schemas/admin-home.ts";
import { formatMinor, minor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { dayFormat, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Card, Disclosure } from "../../../ui/card.tsx";
import { BarPlot } from "../../../ui/plot/pictures.tsx";
import { Caption, Num, Quiet, Skeleton } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { live, read } from "../admin-queries.ts";
import styles from "./admin-page.module.css";

/** The server counts each hour a few minutes after it is over. */
const REFRESH_MS = 300_000;

/** The figure of a day in each picture, as decimal text. */
const PICTURES = {
  result: ({ stakes, paid }: HouseDay) => formatMinor(minor(parseMinor(stakes) - parseMinor(paid))),
  volume: ({ stakes }: HouseDay) => stakes,
  feesEarned: ({ feesEarned }: HouseDay) => feesEarned,
  feesPaid: ({ feesPaid }: HouseDay) => feesPaid,
} as const;
const NAMES = ["result", "volume", "feesEarned", "feesPaid"] as const;

/** The house's results on each of the last days, in pictures and figures. */
export function HouseCard() {
  const { home: words } = useTextOf("admin");
  const format = useFormat();
  const query = useQuery({
    ...live,
    refetchInterval: REFRESH_MS,
    ...read("houseDays"),
  });
  return (
    <Card title={words.house}>
      <Loaded
        query={query}
        look="line"
        failed={words.houseFailed}
        loading={<Skeleton width="100%" height={320} />}
      >
        {({ days, until }) => (
          <>
            <Quiet pretty>
              {words.houseIntro} {until !== null && words.until(format.moment(until))}
            </Quiet>
            <div className={styles["pictures"]}>
              {NAMES.map((name) => (
                <Picture key={name} name={name} days={days} />
              ))}
            </div>
            <DayTable days={days} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

type PictureProps = { name: (typeof NAMES)[number]; days: readonly HouseDay[] };

function Picture({ name, days }: PictureProps) {
  const { home: words } = useTextOf("admin");
  const { price } = useText().trade;
  const format = useFormat();
  const dayOf = dayFormat(useLanguage());
  const valueOf = PICTURES[name];
  const total = formatMinor(sumMinor(days.map((day) => parseMinor(valueOf(day)))));
  const write = name === "result" ? format.signedMoney : format.money;
  const middle = days[Math.floor(days.length / 2)]!;
  return (
    <figure className={styles["picture"]}>
      <figcaption>
        <Caption as="span">{words.pictures[name]}</Caption>
        <Num tone="strong">{write(total)} USDMS</Num>
      </figcaption>
      <BarPlot
        label={words.picture(words.pictures[name], write(total))}
        bars={days.map((day) => ({
          value: Number(valueOf(day)),
          tip: price.reading(dayOf(day.day), `${write(valueOf(day))} USDMS`),
        }))}
        write={(value) => format.number(Math.round(value))}
        below={[days[0]!, middle, days.at(-1)!].map(({ day }) => dayOf(day))}
        className={styles["bars"]}
      />
    </figure>
  );
}

/** The same figures as a table, newest day first, without empty days. */
function DayTable({ days }: { days: readonly HouseDay[] }) {
  const { home: words } = useTextOf("admin");
  const format = useFormat();
  const dayOf = dayFormat(useLanguage());
  const shown = days
    .filter((day) => [day.stakes, day.paid, day.deposits, day.withdrawals, day.feesPaid].some(Number))
    .toReversed();
  if (shown.length === 0) return <Quiet>{words.noDays}</Quiet>;
  return (
    <Disclosure summary={words.figures}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{words.columns.day}</th>
            <th scope="col" data-wide>
              {words.columns.positions}
            </th>
            <th scope="col">{words.pictures.result}</th>
            <th scope="col">{words.pictures.volume}</th>
            <th scope="col" data-wide>
              {words.columns.deposits}
            </th>
            <th scope="col" data-wide>
              {words.columns.withdrawals}
            </th>
            <th scope="col" data-wide>
              {words.pictures.feesEarned}
            </th>
            <th scope="col" data-wide>
              {words.pictures.feesPaid}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayOf(day.day)}</th>
              <td data-wide>{format.number(day.positions)}</td>
              <td>{format.signedMoney(PICTURES.result(day))}</td>
              <td>{format.money(day.stakes)}</td>
              <td data-wide>{format.money(day.deposits)}</td>
              <td data-wide>{format.money(day.withdrawals)}</td>
              <td data-wide>{format.money(day.feesEarned)}</td>
              <td data-wide>{format.money(day.feesPaid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
