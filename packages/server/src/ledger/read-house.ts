import type { Queryable } from "../platform/db/database.ts";

/** The house's own money, stakes of open positions left out, and the most that open positions can pay: decimal text. */
export async function readHouse(database: Queryable): Promise<{ funds: string; openPayout: string }> {
  const { rows } = await database.query<{ funds: string; openPayout: string }>({
    name: "read_house",
    text: `select coalesce(sum(funds), 0)::text as funds, coalesce(sum(open_payout), 0)::text as "openPayout"
           from house_stripes`,
  });
  return rows[0]!;
}
