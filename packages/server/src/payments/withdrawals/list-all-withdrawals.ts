import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { Page } from "@veritick/contract/values.ts";
import { AWAITING, joinAwaiting } from "../../approvals/public.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { toWithdrawal, WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

const FINISHED_SHOWN = 100;

export type AdminWithdrawalRow = WithdrawalRow & {
  user_email: string;
  trading_locked: boolean;
  withdrawals_locked: boolean;
  attention: string | null;
  awaiting: Awaiting;
};

/** To be put after a selection of the columns of withdrawals named `w`: whose each is, why a payout needs a person, and what is proposed. */
export const WITH_USER = `
  join users u on u.id = w.user_id
  left join attention_items i on i.key = 'payout/' || w.provider || '/' || w.id and i.resolved_at is null
  ${joinAwaiting("w.id")}`;
export const SHOWN = `w.*, u.email as user_email, u.trading_locked_at is not null as trading_locked,
  u.withdrawals_locked_at is not null as withdrawals_locked, i.reason as attention, ${AWAITING}`;

export const toAdminWithdrawal = (row: AdminWithdrawalRow): AdminWithdrawal => ({
  ...toWithdrawal(row),
  userEmail: row.user_email,
  tradingLocked: row.trading_locked,
  withdrawalsLocked: row.withdrawals_locked,
  attention: row.attention,
  awaiting: row.awaiting,
});

/** Everybody's withdrawals, newest first: the first page holds every open one besides the newest others. */
export async function listAllWithdrawals(database: Database, page: Page): Promise<AdminWithdrawal[]> {
  const { rows } =
    page.before === undefined
      ? await database.query<AdminWithdrawalRow>({
          name: "list_all_withdrawals",
          text: `select ${SHOWN} from (
                   (select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
                    where status in ('pending', 'processing'))
                   union all
                   (select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
                    where status in ('completed', 'failed') order by id desc limit $1)
                 ) w ${WITH_USER} order by w.id desc`,
          values: [page.limit ?? FINISHED_SHOWN],
        })
      : await database.query<AdminWithdrawalRow>({
          name: "list_all_withdrawals_before",
          text: `select ${SHOWN} from (
                   select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
                   where id < $1 and status in ('completed', 'failed') order by id desc limit $2
                 ) w ${WITH_USER} order by w.id desc`,
          values: [page.before, page.limit ?? FINISHED_SHOWN],
        });
  return rows.map(toAdminWithdrawal);
}

/** One withdrawal as administrators see it, within the transaction that has just changed it. */
export async function readAdminWithdrawal(connection: Queryable, id: string): Promise<AdminWithdrawal> {
  const { rows } = await connection.query<AdminWithdrawalRow>(
    `select ${SHOWN} from withdrawal_transactions w ${WITH_USER} where w.id = $1`,
    [id],
  );
  return toAdminWithdrawal(rows[0]!);
}
