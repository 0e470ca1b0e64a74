import * as contract from "@veritick/contract/schemas/admin.ts";
import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { formatMinor, minor, parseMinor, sumMinor, ZERO } from "@veritick/domain/money.ts";
import { DURATIONS, formatMultiplier, multiplierHundredths } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { readHouse } from "../ledger/public.ts";
import { tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";

const MINUTE = 60;
/** The fewest hours with a spread. With fewer the spread says little, and the fairness page shows none either. */
const LEAST_HOURS = 24;

type OpenRow = {
  duration: number;
  side: Side;
  minute: number;
  positions: number;
  stakes: string;
  payout: string;
};
type SettledRow = Omit<Exposure["settled"], "wonSpread" | "resultSpread"> & { duration: number | null };
type SpreadRow = { duration: number | null; hours: number; won: number; result: string };
type Settled = { rows: readonly SettledRow[]; spreads: readonly SpreadRow[] };

/** Reads the house's funds, its possible payouts and its results so far, all in one snapshot. */
async function readExposure(
  database: Database,
  nowMs: number,
  spreads: readonly SpreadRow[],
): Promise<Exposure> {
  const { house, open, settled, sold } = await transaction(database, async (connection) => {
    await connection.query("set transaction isolation level repeatable read, read only");
    return {
      house: await readHouse(connection),
      open: await readOpen(connection, tickOf(nowMs)),
      settled: { rows: await readSettled(connection), spreads },
      sold: await readSold(connection),
    };
  });
  const funds = parseMinor(house.funds);
  const promised = parseMinor(house.openPayout);
  const minutes = [...Map.groupBy(open, ({ minute }) => minute)].toSorted(([a], [b]) => a - b);
  return {
    at: new Date(nowMs).toISOString(),
    funds: formatMinor(funds),
    promised: formatMinor(promised),
    free: formatMinor(minor(funds - promised)),
    open: sum(open),
    byExpiry: minutes.map(([minute, rows]) => ({
      from: new Date(minute * MINUTE * 1000).toISOString(),
      ...sum(rows),
      buy: sum(rows.filter(({ side }) => side === "buy")),
      sell: sum(rows.filter(({ side }) => side === "sell")),
    })),
    byDuration: DURATIONS.map((duration) => ({
      duration,
      multiplier: formatMultiplier(multiplierHundredths(duration)),
      open: sum(open.filter((row) => row.duration === duration)),
      settled: settledOf(settled, duration),
    })),
    settled: settledOf(settled, null),
    sold,
  };
}

/** Reads only open positions, by the index that settlement uses. Late ones count for the current minute. */
async function readOpen(connection: Queryable, nowTick: number): Promise<OpenRow[]> {
  const { rows } = await connection.query<OpenRow>(
    `select duration, type as side, greatest(expiry_tick, $1::bigint) / ${MINUTE} as minute, count(*) as positions,
       sum(amount)::text as stakes, (sum(amount) * (1 + multiplier))::numeric(24,8)::text as payout
     from trading_positions where status = 'active' group by 1, 2, 3, multiplier`,
    [nowTick],
  );
  return rows;
}

/** Reads sums that are updated as positions settle, so its cost does not depend on the number of positions. */
async function readSettled(connection: Queryable): Promise<SettledRow[]> {
  const amount = (value: string, name: string) => `coalesce(${value}, 0)::numeric(24,8)::text as "${name}"`;
  const { rows } = await connection.query<SettledRow>(
    `select duration, coalesce(sum(positions), 0)::bigint as positions, coalesce(sum(won), 0)::bigint as won,
       round(coalesce(sum(won_expected), 0), 6)::float8 as "wonExpected",
       round(coalesce(sqrt(sum(won_variance)), 0), 6)::float8 as "wonDeviation",
       ${amount("sum(stakes)", "stakes")}, ${amount("sum(result)", "result")},
       ${amount("sum(result_expected)", "resultExpected")}, ${amount("sqrt(sum(result_variance))", "resultDeviation")}
     from settled_totals where not gone group by grouping sets ((duration), ())`,
  );
  return rows;
}

async function readSold(connection: Queryable): Promise<Exposure["sold"]> {
  const amount = (name: string) => `coalesce(sum(${name}), 0)::numeric(24,8)::text as ${name}`;
  const { rows } = await connection.query<Exposure["sold"]>(
    `select coalesce(sum(positions), 0)::bigint as positions, ${amount("stakes")}, ${amount("value")}, ${amount("proceeds")}
     from sold_totals where not gone`,
  );
  return rows[0]!;
}

const sum = (rows: readonly OpenRow[]): Exposure["open"] => ({
  positions: rows.reduce((count, row) => count + row.positions, 0),
  stakes: formatMinor(sumMinor(rows.map(({ stakes }) => parseMinor(stakes)))),
  payout: formatMinor(sumMinor(rows.map(({ payout }) => parseMinor(payout)))),
});

function settledOf({ rows, spreads }: Settled, duration: number | null): Exposure["settled"] {
  const found = rows.find((row) => row.duration === duration);
  if (found === undefined) return NOTHING_SETTLED;
  const { duration: _, ...settled } = found;
  const spread = spreads.find((row) => row.duration === duration);
  const isTold = spread !== undefined && spread.hours >= LEAST_HOURS;
  return {
    ...settled,
    wonSpread: isTold ? spread.won : null,
    resultSpread: isTold ? spread.result : null,
  };
}

/**
 * Reads the spread of wins from their chances by the hour, as the fairness page does (decision 25), and the spread of the
 * house's result from its terms. Positions of one hour share one price, so they are one observation for all durations.
 */
async function readSpreads(database: Database): Promise<readonly SpreadRow[]> {
  const { rows } = await database.query<SpreadRow>(
    `select duration, count(*) as hours, sqrt(sum(won_excess * won_excess))::float8 as won,
       sqrt(sum(result_excess * result_excess))::numeric(24,8)::text as result
     from (
       select duration, epoch, sum(won - won_expected) as won_excess, sum(result_excess) as result_excess
       from settled_hours group by grouping sets ((duration, epoch), (epoch)) having sum(positions) > 0
     ) hour group by duration`,
  );
  return rows;
}

const NONE = formatMinor(ZERO);
const NOTHING_SETTLED: Exposure["settled"] = {
  positions: 0,
  won: 0,
  wonExpected: 0,
  wonDeviation: 0,
  wonSpread: null,
  stakes: NONE,
  result: NONE,
  resultExpected: NONE,
  resultDeviation: NONE,
  resultSpread: null,
};

const SHARED_MS = 1_000;
/** The time for which the spreads are kept, because the hours are many and change little. */
const SPREADS_KEPT_MS = 30_000;

/** Binds the call of the exposure. Open positions are added up at most once a second for all administrators together. */
export function exposureRoutes(bind: Bind, { database, clock }: { database: Database; clock: Clock }): void {
  let readAtMs = -Infinity;
  let answer: Promise<Exposure> | undefined;
  let spreads: { atMs: number; rows: readonly SpreadRow[] } | undefined;

  async function read(nowMs: number): Promise<Exposure> {
    if (spreads === undefined || Math.abs(nowMs - spreads.atMs) >= SPREADS_KEPT_MS) {
      spreads = { atMs: nowMs, rows: await readSpreads(database) };
    }
    return readExposure(database, nowMs, spreads.rows);
  }

  bind(contract.getExposure, () => {
    const nowMs = clock.nowMs();
    if (answer === undefined || Math.abs(nowMs - readAtMs) >= SHARED_MS) {
      readAtMs = nowMs;
      const reading = read(nowMs);
      answer = reading;
      // A failed read is not shared.
      reading.catch(() => answer === reading && (answer = undefined));
    }
    return answer;
  });
}
