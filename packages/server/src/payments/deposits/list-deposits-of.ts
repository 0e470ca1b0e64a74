import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import type { Page } from "@veritick/contract/values.ts";
import { AWAITING, joinAwaiting } from "../../approvals/public.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { toAdminDeposit } from "./list-all-deposits.ts";
import type { AdminDepositRow } from "./list-all-deposits.ts";

const FINISHED_SHOWN = 100;

/** One user's deposits as administrators see them, newest first: the first page holds every open one. */
export async function listDepositsOf(
  database: Queryable,
  userId: string,
  page: Page,
): Promise<AdminDeposit[]> {
  const { rows } = await database.query<AdminDepositRow>({
    text: `select d.*, u.email as user_email, ${AWAITING} from (
             (select * from deposit_transactions
              where user_id = $1 and status in ('pending', 'confirming') and $2::uuid is null)
             union all
             (select * from deposit_transactions
              where user_id = $1 and status in ('confirmed', 'failed') and ($2::uuid is null or id < $2)
              order by id desc limit $3)
           ) d join users u on u.id = d.user_id ${joinAwaiting("d.id")}
           order by d.id desc`,
    values: [userId, page.before ?? null, page.limit ?? FINISHED_SHOWN],
  });
  return rows.map(toAdminDeposit);
}
