import type { Honesty } from "@veritick/contract/schemas/fairness.ts";
import { useQuery } from "@tanstack/react-query";
import { tickOf, useFormat } from "../../lib/format.ts";
import { getOptions } from "../../lib/query.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { Num } from "../../ui/num.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import texts from "./card-text.module.css";
import { bandOf, isWithin, placeBand } from "./honesty-band.ts";
import type { HonestyBand } from "./honesty-band.ts";
import styles from "./honesty-card.module.css";
import { LoadFailed } from "./load-failed.tsx";

const RENEWED_MS = 30_000;

/** How often positions have won, beside the chance that they were sold with. */
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
      aside={data && <Num className={texts["small"]}>{honesty.asOf(format.clock(tickOf(data.at)))}</Num>}
    >
      <p className={texts["lead"]}>{honesty.lead}</p>
      {data ? (
        <ul className={styles["rows"]}>
          {data.durations.map((row) => (
            <li key={row.duration} className={styles["row"]}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      ) : isError && !isFetching ? (
        <LoadFailed onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height="20rem" />
      )}
      <p className={texts["small"]}>{honesty.shared}</p>
    </Card>
  );
}

function Row({ row }: { row: Honesty }) {
  const { honesty, rule } = useFairnessText().pages;
  const format = useFormat();
  const band = bandOf(row);
  return (
    <>
      <div className={styles["what"]}>
        <h3 className={styles["duration"]}>{rule.minutes(row.duration)}</h3>
        <p className={texts["small"]}>
          {band ? honesty.settled(format.number(row.positions), format.number(row.won)) : honesty.none}
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

/** The promise as a mark, what came of it as a dot, and what luck alone explains as a range. */
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
    return <p className={texts["small"]}>{honesty.tooFew(format.number(hours))}</p>;
  return (
    <p className={texts["small"]}>
      <strong>{isWithin(band) ? honesty.within : honesty.outside}.</strong>{" "}
      {honesty.band(format.chance(band.luck.low), format.chance(band.luck.high))}
    </p>
  );
}
