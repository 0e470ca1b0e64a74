import type { AuditAction } from "@veritick/contract/audit-names.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";

const DAY_MS = 86_400_000;

/** Actions by which an administrator changes a balance. Their audit entries hold the balance before and after. */
const CREDITS: readonly AuditAction[] = [
  "balance_adjusted",
  "deposit_approved",
  "payment_credited",
  "withdrawal_marked_failed",
];

export const isCredit = (action: string): boolean => (CREDITS as readonly string[]).includes(action);

/**
 * Sums by how much an administrator has changed balances alone in the last 24 hours, up and down alike. Their row must be
 * locked, so that nothing is added meanwhile.
 */
export async function sumCreditedAlone(connection: Queryable, actor: string, nowMs: number): Promise<Minor> {
  const { rows } = await connection.query<{ sum: string }>({
    name: "sum_credited_alone",
    text: `select coalesce(sum(abs((after ->> 'balance')::numeric - (before ->> 'balance')::numeric)), 0)::text as sum
           from audit_log
           where actor = $1 and action = any($2) and id >= $3 and proposed_by is null`,
    values: [actor, CREDITS, firstIdAt(nowMs - DAY_MS)],
  });
  return parseMinor(rows[0]!.sum);
}
