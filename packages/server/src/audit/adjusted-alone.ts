import { parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../platform/database.ts";
import { firstIdAt } from "../platform/ids.ts";

const DAY_MS = 86_400_000;

/**
 * By how much an administrator has changed balances in the last 24 hours without a second one, up and down alike. Where
 * their row is locked, nothing is added meanwhile.
 */
export async function sumAdjustedAlone(connection: Queryable, actor: string, nowMs: number): Promise<Minor> {
  const { rows } = await connection.query<{ sum: string }>({
    name: "sum_adjusted_alone",
    text: `select coalesce(sum(abs((after ->> 'balance')::numeric - (before ->> 'balance')::numeric)), 0)::text as sum
           from audit_log
           where actor = $1 and action = 'balance_adjusted' and id >= $2 and proposed_by is null`,
    values: [actor, firstIdAt(nowMs - DAY_MS)],
  });
  return parseMinor(rows[0]!.sum);
}
