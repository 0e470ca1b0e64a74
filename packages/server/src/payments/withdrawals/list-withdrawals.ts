import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { WithdrawalRecord } from "@veritick/contract/schemas/admin-records.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { AdminPage, Page } from "@veritick/contract/values.ts";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { OPEN_PROPOSAL_COLUMN, joinOpenProposal } from "../../approvals/public.ts";
import type { FindMissed } from "../../cluster/catch-up.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { toDecision } from "../context.ts";
import { joinScreening, SCREENING_COLUMN, toScreening } from "../screening/screenings.ts";
import type { ScreeningColumn } from "../screening/screenings.ts";
import type { DecisionRow } from "../context.ts";
import { findMissedIn, readPage } from "../read-page.ts";
import { toWithdrawal, WITHDRAWAL_COLUMNS } from "../withdrawal.ts";
import type { WithdrawalRow } from "../withdrawal.ts";

type AdminWithdrawalRow = WithdrawalRow &
  ScreeningColumn & {
    user_email: string;
    first_to_address: boolean;
    trading_locked: boolean;
    withdrawals_locked: boolean;
    attention: string | null;
    awaiting: Awaiting;
  };

/** SQL that joins to withdrawals `w` their user, the open item of the payout, the screening and the open proposal. */
const WITH_USER = `
  join users u on u.id = w.user_id
  left join attention_items i on i.key = 'payout/' || w.provider || '/' || w.id and i.resolved_at is null
  ${joinScreening("w.id")} ${joinOpenProposal("w.id")}`;
/** SQL for the columns of a withdrawal `w` with those joins, as administrators see it. */
const SHOWN = `w.*, u.email as user_email,
  not exists (select from withdrawal_transactions paid
    where paid.user_id = w.user_id and paid.address = w.address and paid.status = 'completed' and paid.id <> w.id)
    as first_to_address, u.trading_locked_at is not null as trading_locked,
  u.withdrawals_locked_at is not null as withdrawals_locked, i.reason as attention,
  ${SCREENING_COLUMN}, ${OPEN_PROPOSAL_COLUMN}`;

const toAdminWithdrawal = (row: AdminWithdrawalRow): AdminWithdrawal => ({
  ...toWithdrawal(row),
  userEmail: row.user_email,
  firstToAddress: row.first_to_address,
  tradingLocked: row.trading_locked,
  withdrawalsLocked: row.withdrawals_locked,
  attention: row.attention,
  screening: toScreening(row),
  awaiting: row.awaiting,
});

/** Lists a user's withdrawals as that user sees them, newest first. */
export async function listWithdrawals(database: Database, userId: string, page: Page): Promise<Withdrawal[]> {
  const listed = { table: "withdrawal_transactions", as: "w", columns: WITHDRAWAL_COLUMNS } as const;
  return (await readPage<WithdrawalRow>(database, listed, page, userId)).map(toWithdrawal);
}

/** Lists the withdrawals of all users or of one as administrators see them, newest first. */
export async function listAllWithdrawals(
  database: Queryable,
  page: AdminPage,
  userId?: string,
): Promise<AdminWithdrawal[]> {
  const listed = { table: "withdrawal_transactions", as: "w", columns: SHOWN, joins: WITH_USER } as const;
  return (await readPage<AdminWithdrawalRow>(database, listed, page, userId)).map(toAdminWithdrawal);
}

/** Reads one withdrawal as administrators see it, within the transaction that has just changed it. */
export async function readAdminWithdrawal(connection: Queryable, id: string): Promise<AdminWithdrawal> {
  const { rows } = await connection.query<AdminWithdrawalRow>(
    `select ${SHOWN} from withdrawal_transactions w ${WITH_USER} where w.id = $1`,
    [id],
  );
  return toAdminWithdrawal(rows[0]!);
}

/** Reads withdrawals by their ids, with the administrators who decided them and the provider's id of the payout. */
export async function readWithdrawalRecords(
  database: Queryable,
  ids: readonly string[],
): Promise<WithdrawalRecord[]> {
  const { rows } = await database.query<AdminWithdrawalRow & DecisionRow & { payout_id: string | null }>(
    `select ${SHOWN}, a.email as decided_by_email, payout.payout_id from withdrawal_transactions w ${WITH_USER}
     left join users a on a.id = w.decided_by left join payouts payout on payout.withdrawal_id = w.id
     where w.id = any ($1)`,
    [ids],
  );
  return rows.map((row) => ({ ...toAdminWithdrawal(row), ...toDecision(row), payoutId: row.payout_id }));
}

/** Creates a query for withdrawals that changed since a time. */
export const createFindMissedWithdrawals = (database: Database): FindMissed =>
  findMissedIn<WithdrawalRow>(database, `${WITHDRAWAL_COLUMNS} from withdrawal_transactions`, (row) => ({
    type: "withdrawalUpdate",
    withdrawal: toWithdrawal(row),
  }));
