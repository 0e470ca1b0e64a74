import type { AdminStats } from "@veritick/contract/schemas/admin.ts";
import type { Database } from "../platform/db/database.ts";

/** From the totals that are kept as they change: nothing is counted here, however much there is. */
export async function readStats(database: Database): Promise<AdminStats> {
  const { rows } = await database.query<{ users: number; deposits: string }>({
    name: "read_stats",
    text: `select coalesce(sum(total) filter (where name = 'users'), 0)::bigint as users,
             coalesce(sum(total) filter (where name = 'deposits'), 0)::numeric(24,8) as deposits
           from kept_totals`,
  });
  const { users, deposits } = rows[0]!;
  return { totalUsers: users, totalDeposits: deposits };
}
