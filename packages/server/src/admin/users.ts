import type { AdminUser, AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { Page } from "@veritick/contract/values.ts";
import { refuseDecider, rightsOf, roleOf } from "../accounts/public.ts";
import { decide } from "../approvals/public.ts";
import type { Decision, DecisionRequest } from "../approvals/public.ts";
import { pauseOf } from "../limits/public.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Caller } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AdminContext } from "./context.ts";

type AdminUserRow = {
  id: string;
  email: string;
  email_confirmed_at: Date | null;
  balance: string;
  created_at: Date;
} & Rights;
type Rights = { is_admin: boolean; staff_role: Role | null };

const ADMIN_USER_COLUMNS = "id, email, email_confirmed_at, balance, is_admin, staff_role, created_at";

export function toAdminUser(row: AdminUserRow): AdminUser {
  return {
    id: row.id,
    email: row.email,
    balance: row.balance,
    ...rightsOf(row),
    createdAt: row.created_at.toISOString(),
  };
}

export type LockedAccount = AdminUserRow & {
  trading_locked_at: Date | null;
  withdrawals_locked_at: Date | null;
};

/**
 * Locks a user together with the caller who acts on them, in the order of their ids. Refuses if the user is gone, or if the
 * caller is signed out or lacks the needed role. Only an administrator may act on a user who has rights, too. The caller's
 * row is locked because the row of the idempotency key refers to it.
 */
export async function lockAccount(
  connection: Queryable,
  userId: string,
  by: Caller,
  needed: Role,
): Promise<LockedAccount | Refused> {
  const { rows } = await connection.query<LockedAccount>({
    name: "admin_lock_account",
    text: `select ${ADMIN_USER_COLUMNS}, trading_locked_at, withdrawals_locked_at from users
           where id in ($1, $2) order by id for no key update`,
    values: [userId, by.actor],
  });
  const administrator = rows.find(({ id }) => id === by.actor);
  const refusal = await refuseDecider(connection, by, administrator, needed);
  if (refusal !== undefined) return refusal;
  const user = rows.find(({ id }) => id === userId.toLowerCase());
  if (user === undefined) return refuse("not_found");
  const isAllowed = administrator!.is_admin || roleOf(user) === null;
  return isAllowed ? user : refuse("role_insufficient");
}

/** Locks one user, without the caller. */
export async function lockUser(connection: Queryable, id: string): Promise<LockedAccount | undefined> {
  const { rows } = await connection.query<LockedAccount>(
    `select ${ADMIN_USER_COLUMNS}, trading_locked_at, withdrawals_locked_at from users
     where id = $1 for no key update`,
    [id],
  );
  return rows[0];
}

/** Runs an administrator's decision about an account, like `decide`. */
export const decideAccount = <Answer extends object>(
  context: AdminContext,
  { userId, ...request }: DecisionRequest & { userId: string },
  work: (decision: Decision, user: LockedAccount) => Promise<Answer | Refused>,
) =>
  decide(context, request, {
    role: "administrator",
    lock: async () => ({ user_id: userId }),
    async work(decision) {
      const user = await lockUser(decision.connection, userId);
      if (user === undefined) return refuse("not_found");
      // The caller may have written the id in capitals.
      decision.subject = user.id;
      return work(decision, user);
    },
  });

const USERS_SHOWN = 200;

/**
 * The longest text that uses the index for short searches. The index on parts of e-mails needs at least three characters.
 */
const MAX_SHORT_SEARCH = 2;

/**
 * Lists users whose e-mail contains the text, newest first: ids ascend with time. The statement has no name on purpose, so
 * that PostgreSQL plans each search for its text. Either the index on e-mails or a scan of the newest users is quicker.
 */
export async function listUsers(
  database: Database,
  { search, before, limit }: Page & { search?: string | undefined },
): Promise<AdminUser[]> {
  const { rows } = await database.query<AdminUserRow>(
    `select ${ADMIN_USER_COLUMNS} from users
     where ($1::text is null or email like $1) and ($2::uuid is null or id < $2)
       and ($4::text is null or short_pieces(email) @> array[$4])
     order by id desc limit $3`,
    [
      search === undefined ? null : containing(search),
      before ?? null,
      limit ?? USERS_SHOWN,
      search !== undefined && isShort(search) ? search : null,
    ],
  );
  return rows.map(toAdminUser);
}

/** Returns a `like` pattern that matches the text literally. Both the text and all e-mails are in lower case. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Returns true for a short search. It counts code points, as the database does. */
const isShort = (text: string): boolean => text !== "" && [...text].length <= MAX_SHORT_SEARCH;

type CountAndSum = { count: number; amount: string };
type DetailsRow = AdminUserRow & {
  two_step: boolean;
  has_withdrawal_code: boolean;
  trading_locked_at: Date | null;
  withdrawals_locked_at: Date | null;
  paused_until: Date | null;
  excluded_until: Date | null;
  closes_at: Date | null;
  invitation: { id: string; label: string } | null;
  terms_version: string | null;
  terms_accepted_at: Date | null;
  open_positions: CountAndSum;
  pending_withdrawals: CountAndSum;
  processing_withdrawals: CountAndSum;
  confirmed_deposits: CountAndSum;
  completed_withdrawals: CountAndSum;
  net_result: string;
  fees: string;
  last_sign_in_at: Date | null;
};

/** Reads one user with their locks, pause, open positions, deposits and withdrawals. */
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
    emailConfirmedAt: row.email_confirmed_at?.toISOString() ?? null,
    twoStep: row.two_step,
    withdrawalCode: row.has_withdrawal_code,
    tradingLockedAt: row.trading_locked_at?.toISOString() ?? null,
    withdrawalsLockedAt: row.withdrawals_locked_at?.toISOString() ?? null,
    pause: pauseOf({ timeOut: row.paused_until, selfExclusion: row.excluded_until }, now),
    closesAt: row.closes_at?.toISOString() ?? null,
    invitation: row.invitation,
    terms:
      row.terms_version === null
        ? null
        : { version: row.terms_version, acceptedAt: row.terms_accepted_at!.toISOString() },
    openPositions: row.open_positions,
    pendingWithdrawals: row.pending_withdrawals,
    processingWithdrawals: row.processing_withdrawals,
    confirmedDeposits: row.confirmed_deposits,
    completedWithdrawals: row.completed_withdrawals,
    netResult: row.net_result,
    fees: row.fees,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  };
}

/** Returns SQL for a count and a sum. Amounts are text, because JSON numbers would be parsed into floats. */
const countAndSum = (column: string, table: string, condition: string): string => `(
  select json_build_object('count', count(*), 'amount', coalesce(sum(${column}), 0)::numeric(24,8)::text)
  from ${table} where user_id = u.id and ${condition})`;

const DETAILS = `
select u.id, u.email, u.email_confirmed_at, u.balance, u.is_admin, u.staff_role, u.created_at, u.trading_locked_at,
  u.withdrawals_locked_at, u.terms_version, u.terms_accepted_at, u.withdrawal_code is not null as has_withdrawal_code,
  l.paused_until, l.excluded_until,
  (select due_at from scheduled_closings c where c.user_id = u.id) as closes_at,
  (select json_build_object('id', i.id, 'label', i.label) from invitations i where i.id = u.invitation_id) as invitation,
  exists (select from two_step t where t.user_id = u.id and t.enabled_at is not null) as two_step,
  ${countAndSum("amount", "trading_positions", "status = 'active'")} as open_positions,
  ${countAndSum("amount", "withdrawal_transactions", "status = 'pending'")} as pending_withdrawals,
  ${countAndSum("amount", "withdrawal_transactions", "status = 'processing'")} as processing_withdrawals,
  ${countAndSum("credited", "deposit_transactions", "status = 'confirmed'")} as confirmed_deposits,
  ${countAndSum("amount", "withdrawal_transactions", "status = 'completed'")} as completed_withdrawals,
  -- What is on the balance, or staked, and did not come from outside. Its kinds have few entries, positions have many.
  (u.balance + (
    select coalesce(sum(amount), 0) from trading_positions where user_id = u.id and status = 'active'
  ) - (
    select coalesce(sum(e.amount), 0) from ledger_entries e
    where e.account = 'user:' || u.id and e.balance_after is not null
      and e.kind in ('deposit_credited', 'withdrawal_held', 'withdrawal_returned', 'balance_adjusted')
  ))::numeric(24,8)::text as net_result,
  (
    select coalesce(sum(fee), 0)::numeric(24,8)::text from withdrawal_transactions
    where user_id = u.id and status = 'completed'
  ) as fees,
  greatest(
    (select max(s.created_at) from sessions s where s.user_id = u.id),
    (select max(v.created_at) from security_events v where v.user_id = u.id and v.kind = 'signed_in')
  ) as last_sign_in_at
from users u left join user_limits l on l.user_id = u.id where u.id = $1`;
