import { useQuery } from "@tanstack/react-query";
import type { Calibration, FairnessStatistics } from "@veritick/contract/schemas/fairness.ts";
import { getOptions } from "../../../api/query.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { BandPlot, isWithin } from "../../../ui/plot/pictures.tsx";
import type { Band } from "../../../ui/plot/pictures.tsx";
import { Caption, Grid, Lines, Medium, Num, Skeleton } from "../../../ui/primitives.tsx";
import { Section } from "../../../ui/reading-page.tsx";
import { Loaded } from "../../../ui/states.tsx";

/** Visitors have no live connection, and every settled position changes these figures. */
const RENEWED_MS = 30_000;

/** Compares how often positions have won with the chance at which they were sold. */
export function HonestySection() {
  const { honesty } = useTextOf("fairness").pages;
  return (
    <Section id="honesty" text={honesty}>
      {() => <Honesty />}
    </Section>
  );
}

function Honesty() {
  const { honesty } = useTextOf("fairness").pages;
  const format = useFormat();
  const query = useQuery({
    ...getOptions("fairnessStatistics"),
    refetchInterval: RENEWED_MS,
  });
  const { data } = query;
  return (
    <>
      <Loaded query={query} loading={<Skeleton width="100%" height="20rem" />}>
        {({ durations }) => (
          <Lines>
            {durations.map((row) => (
              <Duration key={row.duration} row={row} />
            ))}
          </Lines>
        )}
      </Loaded>
      <Caption measure>{honesty.shared}</Caption>
      {data && <SoldWords sold={data.sold} />}
      {data && <Caption>{honesty.asOf(format.clock(tickOf(data.at)))}</Caption>}
    </>
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
    <Caption measure>
      {honesty.sold(format.number(positions), share("expected"), share("chance"), positions)}
    </Caption>
  );
}

function Duration({ row }: { row: Calibration }) {
  const { honesty, rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const band = bandOf(row);
  return (
    <Grid as="li" gap={[2, 8]} columns="4fr 5fr 12fr" from="wide" align="center">
      <div>
        <Medium as="p">{rule.minutes(row.duration)}</Medium>
        <Caption>
          {band ? honesty.settled(format.number(row.positions), format.number(row.won), row) : honesty.none}
        </Caption>
      </div>
      {band && (
        <>
          <Facts look="inline">
            <Fact name={honesty.promised}>
              <Num tone="strong">{format.chance(band.promised)}</Num>
            </Fact>
            <Fact name={honesty.realised}>
              <Num tone="strong">{format.chance(band.realised)}</Num>
            </Fact>
          </Facts>
          <div>
            <BandPlot
              band={band}
              label={honesty.plot(format.chance(band.promised), format.chance(band.realised))}
            />
            <Caption>
              {band.luck === undefined ? (
                honesty.tooFew(format.number(row.hours))
              ) : (
                <>
                  <strong>{isWithin(band) ? honesty.within : honesty.outside}.</strong>{" "}
                  {honesty.band(format.chance(band.luck.low), format.chance(band.luck.high))}
                </>
              )}
            </Caption>
          </div>
        </>
      )}
    </Grid>
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
