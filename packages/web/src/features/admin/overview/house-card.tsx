import { useQuery } from "@tanstack/react-query";
import type { HouseDay } from "@veritick/contract/schemas/admin-home.ts";
import { formatMinor, minor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { dayFormat, useFormat } from "../../../lib/format.ts";
import type { Format } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Card, Disclosure } from "../../../ui/card.tsx";
import { FigureTable } from "../../../ui/facts.tsx";
import { BarPlot } from "../../../ui/plot/pictures.tsx";
import { Caption, Grid, Num, Quiet, Row, Skeleton, Stack } from "../../../ui/primitives.tsx";
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
            <Grid gap={6} min={230}>
              {NAMES.map((name) => (
                <Picture key={name} name={name} days={days} />
              ))}
            </Grid>
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
  const { price } = useDeskText().trade;
  const format = useFormat();
  const dayOf = dayFormat(useLanguage());
  const valueOf = PICTURES[name];
  const total = formatMinor(sumMinor(days.map((day) => parseMinor(valueOf(day)))));
  const write = name === "result" ? format.signedMoney : format.money;
  const middle = days[Math.floor(days.length / 2)]!;
  return (
    <Stack as="figure" gap={3}>
      <Row as="figcaption" gap={[0, 4]} align="baseline" justify="between">
        <Caption as="span">{words.pictures[name]}</Caption>
        <Num tone="strong">{write(total)} USDMS</Num>
      </Row>
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
    </Stack>
  );
}

type Draw = (day: HouseDay, format: Format) => string;

/** The columns of the table, in their order. On narrow screens only `isNarrow` ones are shown: the pictures show the others. */
const COLUMNS: readonly {
  name: (typeof NAMES)[number] | "positions" | "deposits" | "withdrawals";
  draw: Draw;
  isNarrow?: true;
}[] = [
  { name: "positions", draw: ({ positions }, format) => format.number(positions) },
  { name: "result", draw: (day, format) => format.signedMoney(PICTURES.result(day)), isNarrow: true },
  { name: "volume", draw: ({ stakes }, format) => format.money(stakes), isNarrow: true },
  { name: "deposits", draw: ({ deposits }, format) => format.money(deposits) },
  { name: "withdrawals", draw: ({ withdrawals }, format) => format.money(withdrawals) },
  { name: "feesEarned", draw: ({ feesEarned }, format) => format.money(feesEarned) },
  { name: "feesPaid", draw: ({ feesPaid }, format) => format.money(feesPaid) },
];

/** The same figures as a table, newest day first, without empty days. */
function DayTable({ days }: { days: readonly HouseDay[] }) {
  const { home: words } = useTextOf("admin");
  const format = useFormat();
  const dayOf = dayFormat(useLanguage());
  const shown = days
    .filter((day) => [day.stakes, day.paid, day.deposits, day.withdrawals, day.feesPaid].some(Number))
    .toReversed();
  if (shown.length === 0) return <Quiet>{words.noDays}</Quiet>;
  const heads = { ...words.columns, ...words.pictures };
  return (
    <Disclosure summary={words.figures}>
      <FigureTable>
        <thead>
          <tr>
            <th scope="col">{words.columns.day}</th>
            {COLUMNS.map(({ name, isNarrow }) => (
              <th key={name} scope="col" data-wide={isNarrow ? undefined : true}>
                {heads[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayOf(day.day)}</th>
              {COLUMNS.map(({ name, draw, isNarrow }) => (
                <td key={name} data-wide={isNarrow ? undefined : true}>
                  {draw(day, format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Disclosure>
  );
}
