import type { Database } from "@veritick/server/platform/db/database.ts";
import { seedEntries } from "@veritick/server/testing/statement-entries.ts";
import { note } from "../support/report.ts";
import { seedUsers, userId } from "../support/seed.ts";

/** The history is written in this many time spans, one after the other, because ids ascend with time. */
const SPANS = 20;
const SPAN_MS = 15 * 24 * 3_600_000;
/** Users whose entries lie between the measured ones. */
const OTHERS = 10;
const EACH_OF_OTHERS = 2_500;

export type History = {
  /** The first and the last moment of the older half. */
  oldHalf: { from: string; to: string };
  /** Finds the transaction of a user's `n`th newest entry. */
  transactionAt(user: number, n: number): Promise<number>;
};

/** Seeds user 1 with `many` entries, user 2 with `few`, and others in between, over the same time. */
export async function seedStatements(database: Database, many: number, few: number): Promise<History> {
  await seedUsers(database, 2 + OTHERS, "1000");
  const { rows } = await database.query<{ start: Date; ids: string[] }>(
    `select date_trunc('day', now()) - make_interval(days => 320) as start,
       array_agg(${userId("n")} order by n) as ids from generate_series(1, ${2 + OTHERS}) as n`,
  );
  const { start, ids } = rows[0]!;
  const counts = ids.map((_id, n) =>
    n === 0 ? many / SPANS : n === 1 ? few / SPANS : EACH_OF_OTHERS / SPANS,
  );
  const partMs = SPAN_MS / ids.length;
  for (let span = 0; span < SPANS; span += 1) {
    for (const [n, id] of ids.entries()) {
      const since = new Date(start.getTime() + span * SPAN_MS + n * partMs);
      const count = counts[n]!;
      await seedEntries(database, id, { count, since, everySeconds: (partMs - 1_000) / 1000 / count });
    }
    if ((span + 1) % 5 === 0)
      note(`statement, ${(counts[0]! * (span + 1)).toLocaleString("en")} entries written`);
  }
  await database.query("vacuum analyze");
  return {
    oldHalf: {
      from: start.toISOString(),
      to: new Date(start.getTime() + (SPANS / 2) * SPAN_MS).toISOString(),
    },
    async transactionAt(user, n) {
      const found = await database.query<{ id: number }>(
        `select transaction_id as id from ledger_entries where account = 'user:' || ${userId(String(user))}
         order by transaction_id desc offset $1 limit 1`,
        [n - 1],
      );
      return found.rows[0]!.id;
    },
  };
}
