import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { pauseOf } from "../limits/public.ts";
import type { Database } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { toAdminUser } from "./user-row.ts";
import type { AdminUserRow } from "./user-row.ts";

type CountAndSum = { count: number; amount: string };
type DetailsRow = AdminUserRow & {
  two_step: boolean;
  trading_locked_at: Date | null;
  withdrawals_locked_at: Date | null;
  paused_until: Date | null;
  excluded_until: Date | null;
  open_positions: CountAndSum;
  pending_withdrawals: CountAndSum;
  processing_withdrawals: CountAndSum;
  confirmed_deposits: CountAndSum;
  completed_withdrawals: CountAndSum;
};

/** One user with what is open and what was paid in and out. */
export async function getUser(
  database: Database,
  id: string,
  now: Date,
): Promise<AdminUserDetails | Refused> {
  const { rows } = await database.query<DetailsRow>({ name: "admin_get_user", text: DETAILS, values: [id] });
  const row = rows[0];
  if (row === undefined) return refuse("not_found");
  return {
    ...toAdminUser(row),
    twoStep: row.two_step,
    tradingLockedAt: row.trading_locked_at?.toISOString() ?? null,
    withdrawalsLockedAt: row.withdrawals_locked_at?.toISOString() ?? null,
    pause: pauseOf({ timeOut: row.paused_until, selfExclusion: row.excluded_until }, now),
    openPositions: row.open_positions,
    pendingWithdrawals: row.pending_withdrawals,
    processingWithdrawals: row.processing_withdrawals,
    confirmedDeposits: row.confirmed_deposits,
    completedWithdrawals: row.completed_withdrawals,
  };
}

/** Amounts as text: as numbers of JSON they would be parsed into floats. */
const countAndSum = (column: string, table: string, condition: string): string => `(
  select json_build_object('count', count(*), 'amount', coalesce(sum(${column}), 0)::numeric(24,8)::text)
  from ${table} where user_id = u.id and ${condition})`;

const DETAILS = `
select u.id, u.email, u.balance, u.is_admin, u.created_at, u.trading_locked_at, u.withdrawals_locked_at,
  l.paused_until, l.excluded_until,
  exists (select from two_step t where t.user_id = u.id and t.enabled_at is not null) as two_step,
  ${countAndSum("amount", "trading_positions", "status = 'active'")} as open_positions,
  ${countAndSum("amount", "withdrawal_transactions", "status = 'pending'")} as pending_withdrawals,
  ${countAndSum("amount", "withdrawal_transactions", "status = 'processing'")} as processing_withdrawals,
  ${countAndSum("credited", "deposit_transactions", "status = 'confirmed'")} as confirmed_deposits,
  ${countAndSum("amount", "withdrawal_transactions", "status = 'completed'")} as completed_withdrawals
from users u left join user_limits l on l.user_id = u.id where u.id = $1`;
