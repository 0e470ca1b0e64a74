import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import type { DepositRow } from "./deposit-row.ts";

/**
 * A person calls a deposit whose row is locked failed. Its payment goes on being read as long as it was to be: money that
 * comes later is not lost, but put before a person.
 */
export async function markRejected(
  { clock }: PaymentContext,
  connection: Queryable,
  id: string,
  actor: string,
): Promise<DepositRow> {
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions set status = 'failed', failure_reason = 'rejected', updated_at = $2,
       decided_by = $3, decided_at = $2
     where id = $1 returning *`,
    [id, dateOf(clock), actor],
  );
  return rows[0]!;
}
