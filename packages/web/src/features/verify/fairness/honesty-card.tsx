import { useQuery } from "@tanstack/react-query";
import type { Honesty } from "@veritick/contract/schemas/fairness.ts";
import { getOptions } from "../../../api/query.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/states/loading.tsx";
import { Num } from "../../../ui/primitives.tsx";
import styles from "./fairness.module.css";
import { LoadFailed } from "../../../ui/states/placeholders.tsx";

const RENEWED_MS = 30_000;

/** Compares how often positions have won with the chance at which they were sold. */
export function HonestyCard() {
  const { honesty } = useFairnessText().pages;
  const format = useFormat();
  const { data, isError, isFetching, refetch } = useQuery({
    ...getOptions("fairnessStatistics"),
    refetchInterval: RENEWED_MS,
  });
  return (
    <Card
      title={honesty.title}
      aside={data && <Num className={styles["small"]}>{honesty.asOf(format.clock(tickOf(data.at)))}</Num>}
    >
      <p className={styles["lead"]}>{honesty.lead}</p>
      {data ? (
        <ul className={styles["rows"]}>
          {data.durations.map((row) => (
            <li key={row.duration} className={styles["row"]}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      ) : isError && !isFetching ? (
        <LoadFailed onRetry={() => refetch()} />
      ) : (
        <Skeleton width="100%" height="20rem" />
      )}
      <p className={styles["small"]}>{honesty.shared}</p>
    </Card>
  );
}

function Row({ row }: { row: Honesty }) {
  const { honesty, rule } = useFairnessText().pages;
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
              <dt>{honesty.promised}</dt>
              <dd>
                <Num>{format.chance(band.promised)}</Num>
              </dd>
            </div>
            <div>
              <dt>{honesty.realised}</dt>
              <dd>
                <Num>{format.chance(band.realised)}</Num>
              </dd>
            </div>
          </dl>
          <div className={styles["drawn"]}>
            <BandPlot band={band} />
            <BandWords band={band} hours={row.hours} />
          </div>
        </>
      )}
    </>
  );
}

/** Draws the promised share as a mark, the realised share as a dot and the range of luck as a band. */
function BandPlot({ band }: { band: HonestyBand }) {
  const { honesty } = useFairnessText().pages;
  const format = useFormat();
  const { promised, realised, luck } = placeBand(band);
  const percent = (share: number) => `${(100 * share).toFixed(2)}%`;
  return (
    <div
      role="img"
      aria-label={honesty.plot(format.chance(band.promised), format.chance(band.realised))}
      className={styles["plot"]}
    >
      {luck && (
        <span
          className={styles["luck"]}
          style={{ left: percent(luck.from), width: percent(luck.to - luck.from) }}
        />
      )}
      <span className={styles["promised"]} style={{ left: percent(promised) }} />
      <span
        className={styles["realised"]}
        data-outside={(luck && !isWithin(band)) || undefined}
        style={{ left: percent(realised) }}
      />
    </div>
  );
}

function BandWords({ band, hours }: { band: HonestyBand; hours: number }) {
  const { honesty } = useFairnessText().pages;
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
/** Free room on each side, as a share of the drawing. */
const MARGIN = 0.18;

/** Shares of positions, from 0 to 1. */
type HonestyBand = {
  readonly promised: number;
  readonly realised: number;
  /** The range that luck alone explains; undefined while there is too little data. */
  readonly luck: { readonly low: number; readonly high: number } | undefined;
};

/** Undefined if no position was settled. */
export function bandOf({ positions, won, expected, spread }: Honesty): HonestyBand | undefined {
  if (positions === 0) return undefined;
  const promised = expected / positions;
  const reach = spread === null ? undefined : (DEVIATIONS * spread) / positions;
  const luck =
    reach === undefined
      ? undefined
      : { low: Math.max(0, promised - reach), high: Math.min(1, promised + reach) };
  return { promised, realised: won / positions, luck };
}

export function isWithin({ realised, luck }: HonestyBand): boolean {
  return luck !== undefined && realised >= luck.low && realised <= luck.high;
}

type BandPlace = {
  readonly promised: number;
  readonly realised: number;
  readonly luck: { readonly from: number; readonly to: number } | undefined;
};

/** The places of the marks on a line from 0 to 1, with the promise in the middle. */
export function placeBand({ promised, realised, luck }: HonestyBand): BandPlace {
  const furthest = Math.max(
    Math.abs(realised - promised),
    luck === undefined ? 0 : Math.max(luck.high - promised, promised - luck.low),
    0.005,
  );
  const half = furthest * (1 + MARGIN);
  const place = (share: number) => 0.5 + (share - promised) / (2 * half);
  return {
    promised: place(promised),
    realised: place(realised),
    luck: luck && { from: place(luck.low), to: place(luck.high) },
  };
}
