import type { AuditAction } from "@veritick/contract/audit-names.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../platform/db/database.ts";
import { firstIdAt } from "../platform/ids.ts";

const DAY_MS = 86_400_000;

/** What brings money into a balance, or takes it out, because an administrator says so. Each tells the balance. */
const CREDITS: readonly AuditAction[] = ["balance_adjusted", "deposit_approved", "payment_credited"];

export const isCredit = (action: AuditAction): boolean => CREDITS.includes(action);

/**
 * By how much an administrator has changed balances in the last 24 hours without a second one, up and down alike. Where
 * their row is locked, nothing is added meanwhile.
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
