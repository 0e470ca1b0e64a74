import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import type { Page } from "@veritick/contract/values.ts";
import type { Database } from "../../platform/db/database.ts";
import { toDeposit } from "./deposit-row.ts";
import type { DepositRow } from "./deposit-row.ts";

const FINISHED_SHOWN = 100;

/** A user's deposits, newest first: the first page holds every open one besides the newest finished ones. */
export async function listDeposits(database: Database, userId: string, page: Page): Promise<Deposit[]> {
  const { rows } =
    page.before === undefined
      ? await database.query<DepositRow>({
          text: `(select * from deposit_transactions where user_id = $1 and status in ('pending', 'confirming'))
                 union all
                 (select * from deposit_transactions where user_id = $1 and status in ('confirmed', 'failed')
                  order by id desc limit $2)
                 order by id desc`,
          values: [userId, page.limit ?? FINISHED_SHOWN],
        })
      : await database.query<DepositRow>({
          text: `select * from deposit_transactions
                 where user_id = $1 and id < $2 and status in ('confirmed', 'failed') order by id desc limit $3`,
          values: [userId, page.before, page.limit ?? FINISHED_SHOWN],
        });
  return rows.map(toDeposit);
}
