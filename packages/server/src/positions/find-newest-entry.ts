import type { Queryable } from "../platform/db/database.ts";

/**
 * The newest tick that a position was entered at; undefined where there has been none. All of them are read: for a command,
 * not for a call.
 */
export async function findNewestEntry(connection: Queryable): Promise<number | undefined> {
  const { rows } = await connection.query<{ tick: number | null }>(
    "select max(entry_tick)::bigint as tick from trading_positions",
  );
  return rows[0]!.tick ?? undefined;
}
