import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { Page } from "@veritick/contract/values.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { SHOWN, toAdminWithdrawal, WITH_USER } from "./list-all-withdrawals.ts";
import type { AdminWithdrawalRow } from "./list-all-withdrawals.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";

const FINISHED_SHOWN = 100;

/** One user's withdrawals as administrators see them, newest first: the first page holds every open one. */
export async function listWithdrawalsOf(
  database: Queryable,
  userId: string,
  page: Page,
): Promise<AdminWithdrawal[]> {
  const { rows } = await database.query<AdminWithdrawalRow>({
    text: `select ${SHOWN} from (
             (select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
              where user_id = $1 and status in ('pending', 'processing') and $2::uuid is null)
             union all
             (select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
              where user_id = $1 and status in ('completed', 'failed') and ($2::uuid is null or id < $2)
              order by id desc limit $3)
           ) w ${WITH_USER} order by w.id desc`,
    values: [userId, page.before ?? null, page.limit ?? FINISHED_SHOWN],
  });
  return rows.map(toAdminWithdrawal);
}
