import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { Page } from "@veritick/contract/values.ts";
import { AWAITING, joinAwaiting } from "../../approvals/public.ts";
import type { Database } from "../../platform/db/database.ts";
import { toDeposit } from "./deposit-row.ts";
import type { DepositRow } from "./deposit-row.ts";

const FINISHED_SHOWN = 100;

export type AdminDepositRow = DepositRow & { user_email: string; awaiting: Awaiting };

export const toAdminDeposit = (row: AdminDepositRow): AdminDeposit => ({
  ...toDeposit(row),
  userEmail: row.user_email,
  awaiting: row.awaiting,
});

/** Everybody's deposits, newest first: the first page holds every open one besides the newest others. */
export async function listAllDeposits(database: Database, page: Page): Promise<AdminDeposit[]> {
  const { rows } =
    page.before === undefined
      ? await database.query<AdminDepositRow>({
          text: `select d.*, u.email as user_email, ${AWAITING} from (
                   (select * from deposit_transactions where status in ('pending', 'confirming'))
                   union all
                   (select * from deposit_transactions where status in ('confirmed', 'failed') order by id desc limit $1)
                 ) d join users u on u.id = d.user_id ${joinAwaiting("d.id")}
                 order by d.id desc`,
          values: [page.limit ?? FINISHED_SHOWN],
        })
      : await database.query<AdminDepositRow>({
          text: `select d.*, u.email as user_email, ${AWAITING}
                 from deposit_transactions d join users u on u.id = d.user_id ${joinAwaiting("d.id")}
                 where d.id < $1 and d.status in ('confirmed', 'failed') order by d.id desc limit $2`,
          values: [page.before, page.limit ?? FINISHED_SHOWN],
        });
  return rows.map(toAdminDeposit);
}
