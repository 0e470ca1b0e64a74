import type { Calibration, FairnessStatistics } from "@veritick/contract/schemas/fairness.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { CHANCE_ONE } from "@veritick/domain/sale.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";

/** The time for which the statistics are kept. Anybody may ask, so they are computed at most once in it. */
const KEPT_MS = 30_000;
/** The time after which closed hours are summed again, in case somebody corrected their data. */
const CLOSED_KEPT_MS = 86_400_000;

/** The fewest hours with a spread. With fewer the spread says little. */
const LEAST_HOURS = 24;

type Sums = { positions: number; won: number; expected: number; hours: number; squares: number };
type Row = { duration: number; is_closed: boolean; edge: number } & Record<keyof Sums, number>;

/** The sums of all hours before an epoch by duration, which no longer change. */
type Closed = { countedAtMs: number; before: number; sums: ReadonlyMap<number, Sums> };

const NONE: Sums = { positions: 0, won: 0, expected: 0, hours: 0, squares: 0 };

/**
 * Sums the hours of each duration, with closed hours apart. A closed hour has no position left to settle. It does not read
 * hours before epoch $3, because their number grows every day.
 */
const SUM_HOURS = `
with edge as materialized (
  select least($2::bigint, (select min(expiry_tick) / 3600 from trading_positions where status = 'active')) as epoch
)
select d.duration, hour.epoch < edge.epoch as is_closed, edge.epoch as edge, sum(hour.positions)::float8 as positions,
  sum(hour.won)::float8 as won, sum(hour.won_expected)::float8 as expected, count(*) as hours,
  sum((hour.won - hour.won_expected) * (hour.won - hour.won_expected))::float8 as squares
from unnest($1::integer[]) as d (duration)
cross join edge
cross join lateral (
  select epoch, sum(positions) as positions, sum(won) as won, sum(won_expected) as won_expected
  from settled_hours where duration = d.duration and epoch >= $3
  group by epoch having sum(positions) > 0
) hour
group by d.duration, is_closed, edge.epoch`;

/**
 * Reads the results of the settled positions of each duration. The variance of the number of wins is the sum, over the
 * hours, of the squared difference between an hour's wins and its expected wins. The positions of one hour share one price,
 * so they are not treated as independent. Consecutive hours overlap only in the few positions that run across.
 */
export function createStatistics(database: Database, clock: Clock): () => Promise<FairnessStatistics> {
  const readSold = createSoldStatistics(database);
  let closed: Closed | undefined;
  let kept: { atMs: number; reading: Promise<FairnessStatistics> } | undefined;

  async function read(nowMs: number): Promise<FairnessStatistics> {
    const isFresh = closed !== undefined && Math.abs(nowMs - closed.countedAtMs) < CLOSED_KEPT_MS;
    const known: Closed = isFresh ? closed! : { countedAtMs: nowMs, before: 0, sums: new Map() };
    const at = dateOf(clock).toISOString();
    // The previous hour stays open as well, because some processes are ahead of others and statements take time.
    const edge = epochOf(nowTick(clock)) - 1;
    const { rows } = await database.query<Row>({
      name: "sum_settled_hours",
      text: SUM_HOURS,
      values: [DURATIONS, edge, known.before],
    });
    const sumOf = (duration: number, from: Sums, take: (row: Row) => boolean) =>
      rows.filter((row) => row.duration === duration && take(row)).reduce(add, from);
    const knownOf = (duration: number) => known.sums.get(duration) ?? NONE;
    const durations = DURATIONS.map((duration) =>
      toCalibration(
        duration,
        sumOf(duration, knownOf(duration), () => true),
      ),
    );
    const before = rows[0]?.edge;
    if (before !== undefined && before > known.before) {
      const sums = new Map(
        DURATIONS.map((duration) => [
          duration,
          sumOf(duration, knownOf(duration), ({ is_closed }) => is_closed),
        ]),
      );
      closed = { ...known, before, sums };
    }
    return { at, durations, sold: await readSold(Math.max(edge, 0)) };
  }

  return () => {
    const nowMs = clock.nowMs();
    if (kept === undefined || Math.abs(nowMs - kept.atMs) > KEPT_MS) {
      const asked = { atMs: nowMs, reading: read(nowMs) };
      kept = asked;
      // A failure reaches its callers and is not kept for later ones.
      asked.reading.catch(() => {
        if (kept === asked) kept = undefined;
      });
    }
    return kept.reading;
  };
}

type Sold = Pick<FairnessStatistics["sold"][number], "positions" | "expected" | "chance">;

/**
 * Reads the sums of sold positions in past hours, which no longer change. The chance of a sale reveals the price of its
 * tick, which is published up to some seconds later, so the current hour is left out.
 */
function createSoldStatistics(database: Database): (epoch: number) => Promise<FairnessStatistics["sold"]> {
  const sums = new Map<number, Sold>();
  let before = 0;
  return async (epoch) => {
    const from = before;
    const { rows } = await database.query<Sold & { duration: number }>({
      name: "sum_sold",
      text: `select duration, sum(positions)::float8 as positions, sum(expected)::float8 as expected,
               (sum(chance) / ${CHANCE_ONE})::float8 as chance
             from sold_totals where not gone and epoch >= $1 and epoch < $2 group by duration`,
      values: [from, epoch],
    });
    // A concurrent reading may have added these hours first.
    if (before === from && epoch > from) {
      before = epoch;
      for (const { duration, ...more } of rows) {
        const { positions, expected, chance } = sums.get(duration) ?? {
          positions: 0,
          expected: 0,
          chance: 0,
        };
        sums.set(duration, {
          positions: positions + more.positions,
          expected: expected + more.expected,
          chance: chance + more.chance,
        });
      }
    }
    return DURATIONS.flatMap((duration) => {
      const own = sums.get(duration);
      return own === undefined ? [] : [{ duration, ...own }];
    });
  };
}

const add = (one: Sums, other: Sums): Sums => ({
  positions: one.positions + other.positions,
  won: one.won + other.won,
  expected: one.expected + other.expected,
  hours: one.hours + other.hours,
  squares: one.squares + other.squares,
});

const toCalibration = (duration: number, { squares, ...sums }: Sums): Calibration => ({
  duration,
  ...sums,
  spread: sums.hours >= LEAST_HOURS ? Math.sqrt(squares) : null,
});
