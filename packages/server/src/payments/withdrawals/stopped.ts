import type { Queryable } from "../../platform/db/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";

/** SQL: true while an administrator or a restore has stopped withdrawals. Maintenance keeps it, as JSON. */
export const WITHDRAWALS_STOPPED = `exists (
  select from kept_values where name = 'maintenance' and (value::jsonb ->> 'withdrawalsStopped')::boolean)`;

const RETRY_SECONDS = 30;

/** The database is asked each time, so it also holds in a process that has not heard of it. */
export async function areWithdrawalsStopped(connection: Queryable): Promise<boolean> {
  const { rows } = await connection.query<{ stopped: boolean }>({
    name: "are_withdrawals_stopped",
    text: `select ${WITHDRAWALS_STOPPED} as stopped`,
  });
  return rows[0]!.stopped;
}

export const refuseStopped = async (connection: Queryable): Promise<Refused | undefined> =>
  (await areWithdrawalsStopped(connection))
    ? refuse("withdrawals_stopped", { retryAfterSeconds: RETRY_SECONDS })
    : undefined;
