import type { FindMissed, MissedPush } from "../cluster/catch-up.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";
import { toSecurityEvent } from "./security-events.ts";
import type { SecurityEventRow } from "./security-events.ts";

/** Finds the security events of these users since a time. The ids of events begin with their time. */
export const createFindMissedEvents =
  (database: Database): FindMissed =>
  async (userIds, sinceMs) => {
    const { rows } = await database.query<SecurityEventRow & { user_id: string }>({
      name: "find_missed_events",
      text: `select id, user_id, kind, session_id, address, user_agent, created_at, seen_at from security_events
             where user_id = any ($1) and id >= $2 order by id`,
      values: [userIds, firstIdAt(sinceMs)],
    });
    return rows.map((row) => ({
      userId: row.user_id,
      push: { type: "securityEvent", event: toSecurityEvent(row) },
    }));
  };

/** Reads the present balances of these users. */
export async function readBalances(database: Database, userIds: readonly string[]): Promise<MissedPush[]> {
  const { rows } = await database.query<{ id: string; balance: string }>({
    name: "read_balances",
    text: "select id, balance from users where id = any ($1)",
    values: [userIds],
  });
  return rows.map(({ id, balance }) => ({ userId: id, push: { type: "balanceUpdate", balance } }));
}

/** Finds which of these sessions and API keys have ended. */
export async function findEndedSessions(
  { database, clock }: { database: Database; clock: Clock },
  sessionKeys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await database.query<{ key: string }>({
    name: "find_ended_sessions",
    text: `select encode(key, 'hex') as key from unnest($1::bytea[]) as key
           where not exists (select from sessions where token_hash = key and expires_at > $2)
             and not exists (select from api_keys where token_hash = key and expires_at > $2)`,
    values: [sessionKeys.map((key) => Buffer.from(key, "hex")), dateOf(clock)],
  });
  return new Set(rows.map(({ key }) => key));
}
