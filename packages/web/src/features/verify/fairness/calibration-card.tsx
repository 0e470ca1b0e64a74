import { useQuery } from "@tanstack/react-query";
import type { Calibration, FairnessStatistics } from "@veritick/contract/schemas/fairness.ts";
import { getOptions } from "../../../api/query.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { Caption, Num, Skeleton } from "../../../ui/primitives.tsx";
import { BandPlot, isWithin } from "../../../ui/plot/pictures.tsx";
import type { Band } from "../../../ui/plot/pictures.tsx";
import styles from "./fairness.module.css";

/** Visitors have no live connection, and every settled position changes these figures. */
const RENEWED_MS = 30_000;

/** Compares how often positions have won with the chance at which they were sold. */
export function CalibrationCard() {
  const { honesty } = useTextOf("fairness").pages;
  const format = useFormat();
  const query = useQuery({
    ...getOptions("fairnessStatistics"),
    refetchInterval: RENEWED_MS,
  });
  const { data } = query;
  return (
    <Card
      title={honesty.title}
      aside={data && <Num className={styles["small"]}>{honesty.asOf(format.clock(tickOf(data.at)))}</Num>}
    >
      <p className={styles["lead"]}>
        {honesty.lead} {honesty.own}
      </p>
      <Loaded query={query} loading={<Skeleton width="100%" height="20rem" />}>
        {({ durations }) => (
          <ul className={styles["rows"]}>
            {durations.map((row) => (
              <li key={row.duration} className={styles["row"]}>
                <Row row={row} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className={styles["small"]}>{honesty.shared}</p>
      {data !== undefined && <SoldWords sold={data.sold} />}
    </Card>
  );
}

/** The count of sold positions, which is separate: nobody can say whether they would have won. */
function SoldWords({ sold }: { sold: FairnessStatistics["sold"] }) {
  const { honesty } = useTextOf("fairness").pages;
  const format = useFormat();
  const sum = (of: "positions" | "expected" | "chance") => sold.reduce((all, row) => all + row[of], 0);
  const positions = sum("positions");
  if (positions === 0) return null;
  const share = (of: "expected" | "chance") => format.chance(sum(of) / positions);
  return (
    <p className={styles["small"]}>
      {honesty.sold(format.number(positions), share("expected"), share("chance"), positions)}
    </p>
  );
}

function Row({ row }: { row: Calibration }) {
  const { honesty, rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const band = bandOf(row);
  return (
    <>
      <div>
        <h3 className={styles["duration"]}>{rule.minutes(row.duration)}</h3>
        <p className={styles["small"]}>
          {band ? honesty.settled(format.number(row.positions), format.number(row.won), row) : honesty.none}
        </p>
      </div>
      {band && (
        <>
          <dl className={styles["figures"]}>
            <div>
              <Caption as="dt">{honesty.promised}</Caption>
              <dd>
                <Num>{format.chance(band.promised)}</Num>
              </dd>
            </div>
            <div>
              <Caption as="dt">{honesty.realised}</Caption>
              <dd>
                <Num>{format.chance(band.realised)}</Num>
              </dd>
            </div>
          </dl>
          <div className={styles["drawn"]}>
            <BandPlot
              band={band}
              label={honesty.plot(format.chance(band.promised), format.chance(band.realised))}
            />
            <BandWords band={band} hours={row.hours} />
          </div>
        </>
      )}
    </>
  );
}

function BandWords({ band, hours }: { band: Band; hours: number }) {
  const { honesty } = useTextOf("fairness").pages;
  const format = useFormat();
  if (band.luck === undefined)
    return <p className={styles["small"]}>{honesty.tooFew(format.number(hours))}</p>;
  return (
    <p className={styles["small"]}>
      <strong>{isWithin(band) ? honesty.within : honesty.outside}.</strong>{" "}
      {honesty.band(format.chance(band.luck.low), format.chance(band.luck.high))}
    </p>
  );
}

/** A normal quantity stays within this many standard deviations in 99 of 100 cases. */
const DEVIATIONS = 2.58;
/** Returns the promised and realised shares with the range of luck, or undefined if no position was settled. */
export function bandOf({ positions, won, expected, spread }: Calibration): Band | undefined {
  if (positions === 0) return undefined;
  const promised = expected / positions;
  const reach = spread === null ? undefined : (DEVIATIONS * spread) / positions;
  const luck =
    reach === undefined
      ? undefined
      : { low: Math.max(0, promised - reach), high: Math.min(1, promised + reach) };
  return { promised, realised: won / positions, luck };
}
