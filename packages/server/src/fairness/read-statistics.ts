import type { FairnessStatistics } from "@veritick/contract/fairness.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";

/** What everybody may ask for is counted at most once in this time. */
const KEPT_MS = 30_000;

/** With fewer hours, how far they strayed says little about luck. */
const LEAST_HOURS = 24;

type Row = {
  duration: number;
  positions: string;
  won: string;
  expected: string;
  hours: number;
  spread: number;
};

/**
 * How the settled positions of each duration came out. The variance of their number of wins is the sum, over the hours, of
 * how far an hour's wins strayed from what it was sold with, squared: the positions of an hour share one price, so nothing is
 * taken for independent within it. Hours that follow each other touch in the few positions that run across.
 */
export function createStatistics(database: Database, clock: Clock): () => Promise<FairnessStatistics> {
  let kept: { at: number; reading: Promise<FairnessStatistics> } | undefined;

  async function read(): Promise<FairnessStatistics> {
    const at = dateOf(clock).toISOString();
    const { rows } = await database.query<Row>({
      name: "fairness_statistics",
      text: `select duration, sum(positions)::text as positions, sum(won)::text as won,
               sum(won_expected)::text as expected, count(*)::integer as hours,
               sqrt(sum((won - won_expected) * (won - won_expected)))::float8 as spread
             from (
               select duration, epoch, sum(positions) as positions, sum(won) as won, sum(won_expected) as won_expected
               from settled_hours group by duration, epoch having sum(positions) > 0
             ) hour
             group by duration`,
    });
    return {
      at,
      durations: DURATIONS.map((duration) => {
        const row = rows.find((each) => each.duration === duration);
        return {
          duration,
          positions: Number(row?.positions ?? 0),
          won: Number(row?.won ?? 0),
          expected: Number(row?.expected ?? 0),
          hours: row?.hours ?? 0,
          spread: row !== undefined && row.hours >= LEAST_HOURS ? row.spread : null,
        };
      }),
    };
  }

  return () => {
    const now = clock.nowMs();
    if (kept === undefined || Math.abs(now - kept.at) > KEPT_MS) {
      const reading = read();
      kept = { at: now, reading };
      // A failure is told to who asked, and not kept for others.
      reading.catch(() => (kept = undefined));
    }
    return kept.reading;
  };
}
