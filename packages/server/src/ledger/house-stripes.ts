import { formatMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { transaction } from "../platform/database.ts";
import type { Database, Queryable } from "../platform/database.ts";

/**
 * The house's promises are kept in stripes, one for each server process, so that no two processes wait for one
 * row. A stripe promises only what its own funds cover; over all stripes that is exactly what the house has.
 */
export async function ensureStripe(database: Queryable, stripe: number): Promise<void> {
  await database.query(
    "insert into house_stripes (stripe, funds, open_payout) values ($1, 0, 0) on conflict do nothing",
    [stripe],
  );
}

export async function addHouseFunds(connection: Queryable, stripe: number, amount: Minor): Promise<void> {
  await connection.query("update house_stripes set funds = funds + $2 where stripe = $1", [
    stripe,
    formatMinor(amount),
  ]);
}

/**
 * Moves what other stripes do not need for their own promises to `stripe`. Returns true where that freed anything.
 * Stripes are locked in ascending order, here as everywhere.
 */
export async function gatherFunds(database: Database, stripe: number): Promise<boolean> {
  return transaction(database, async (connection) => {
    await connection.query("select from house_stripes order by stripe for no key update");
    const { rows } = await connection.query<{ moved: string | null }>(
      `with freed as (
         update house_stripes set funds = open_payout where stripe <> $1 and funds > open_payout
         returning stripe
       ), spare as (
         select sum(funds - open_payout) as amount from house_stripes where stripe <> $1 and funds > open_payout
       )
       update house_stripes s set funds = s.funds + spare.amount from spare
       where s.stripe = $1 and spare.amount > 0 and (select count(*) from freed) > 0
       returning spare.amount as moved`,
      [stripe],
    );
    return rows.length > 0;
  });
}
