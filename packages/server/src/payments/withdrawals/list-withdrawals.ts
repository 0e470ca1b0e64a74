import type { Page } from "@veritick/contract/values.ts";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { Database } from "../../platform/db/database.ts";
import { toWithdrawal, WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

const FINISHED_SHOWN = 100;

/** A user's withdrawals, newest first: the first page holds every open one besides the newest finished ones. */
export async function listWithdrawals(database: Database, userId: string, page: Page): Promise<Withdrawal[]> {
  const { rows } =
    page.before === undefined
      ? await database.query<WithdrawalRow>({
          name: "list_withdrawals",
          text: `(select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
                  where user_id = $1 and status in ('pending', 'processing'))
                 union all
                 (select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
                  where user_id = $1 and status in ('completed', 'failed') order by id desc limit $2)
                 order by id desc`,
          values: [userId, page.limit ?? FINISHED_SHOWN],
        })
      : await database.query<WithdrawalRow>({
          name: "list_withdrawals_before",
          text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
                 where user_id = $1 and id < $2 and status in ('completed', 'failed') order by id desc limit $3`,
          values: [userId, page.before, page.limit ?? FINISHED_SHOWN],
        });
  return rows.map(toWithdrawal);
}
