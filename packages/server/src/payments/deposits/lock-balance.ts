import { parseMinor, STORABLE_MAX } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../../platform/db/database.ts";

/**
 * Locks a user, after the deposit that is to be credited, and says whether the balance can take the amount. "gone" where
 * there is no such user any more.
 */
export async function lockBalance(
  connection: Queryable,
  userId: string,
  amount: Minor,
): Promise<"fits" | "too_large" | "gone"> {
  const { rows } = await connection.query<{ balance: string }>({
    name: "lock_balance",
    text: "select balance from users where id = $1 for no key update",
    values: [userId],
  });
  if (rows[0] === undefined) return "gone";
  return parseMinor(rows[0].balance) + amount > STORABLE_MAX ? "too_large" : "fits";
}
