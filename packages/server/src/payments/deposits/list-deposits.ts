import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import type { DepositRecord } from "@veritick/contract/schemas/admin-records.ts";
import type { AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { MOST_OPEN_SHOWN } from "@veritick/contract/values.ts";
import type { AdminPage, Page } from "@veritick/contract/values.ts";
import { OPEN_PROPOSAL_COLUMN, joinOpenProposal } from "../../approvals/public.ts";
import type { FindMissed } from "../../cluster/catch-up.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { toDecision } from "../context.ts";
import { joinScreening, SCREENING_COLUMN, toScreening } from "../screening/screenings.ts";
import type { ScreeningColumn } from "../screening/screenings.ts";
import type { DecisionRow } from "../context.ts";
import { DEPOSIT_COLUMNS, toDeposit } from "../deposit.ts";
import type { DepositRow } from "../deposit.ts";
import { paymentKeySql } from "../attention/items.ts";

/** The number of finished deposits on the first page, besides the open ones. */
const FINISHED_SHOWN = 100;

type AdminDepositRow = DepositRow &
  ScreeningColumn & {
    user_email: string;
    attention: AttentionReason | null;
    awaiting: Awaiting;
  };

/** SQL that joins the open item about the payment of a deposit `d`. If there is one, the decision is made there. */
export const JOIN_ATTENTION = `
  left join attention_items i on i.key = ${paymentKeySql("d.provider", "d.payment_id")} and i.resolved_at is null`;
/** SQL that joins to deposits `d` their user, that item, the screening and the open proposal. */
const WITH_USER = `join users u on u.id = d.user_id ${JOIN_ATTENTION} ${joinScreening("d.id")} ${joinOpenProposal("d.id")}`;
/** SQL for the columns of a deposit `d` with those joins, as administrators see it. */
const SHOWN = `${DEPOSIT_COLUMNS}, u.email as user_email, i.reason as attention, ${SCREENING_COLUMN}, ${OPEN_PROPOSAL_COLUMN}`;

export const toAdminDeposit = (row: AdminDepositRow): AdminDeposit => ({
  ...toDeposit(row),
  userEmail: row.user_email,
  attention: row.attention,
  screening: toScreening(row),
  awaiting: row.awaiting,
});

/** Lists a user's deposits, newest first. */
export async function listDeposits(database: Database, userId: string, page: Page): Promise<Deposit[]> {
  const { rows } =
    page.before === undefined
      ? await database.query<DepositRow>({
          text: `(select ${DEPOSIT_COLUMNS} from deposit_transactions d where user_id = $1 and status in ('pending', 'confirming'))
                 union all
                 (select ${DEPOSIT_COLUMNS} from deposit_transactions d where user_id = $1 and status in ('confirmed', 'failed')
                  order by id desc limit $2)
                 order by id desc`,
          values: [userId, page.limit ?? FINISHED_SHOWN],
        })
      : await database.query<DepositRow>({
          text: `select ${DEPOSIT_COLUMNS} from deposit_transactions d
                 where user_id = $1 and id < $2 and status in ('confirmed', 'failed') order by id desc limit $3`,
          values: [userId, page.before, page.limit ?? FINISHED_SHOWN],
        });
  return rows.map(toDeposit);
}

/** Lists all deposits as administrators see them, newest first. */
export async function listAllDeposits(database: Database, page: AdminPage): Promise<AdminDeposit[]> {
  if (page.open !== undefined) return listOpenDeposits(database, page);
  const { rows } =
    page.before === undefined
      ? await database.query<AdminDepositRow>({
          text: `select ${SHOWN} from (
                   (select * from deposit_transactions where status in ('pending', 'confirming')
                    order by id desc limit ${MOST_OPEN_SHOWN})
                   union all
                   (select * from deposit_transactions where status in ('confirmed', 'failed') order by id desc limit $1)
                 ) d ${WITH_USER}
                 order by d.id desc`,
          values: [page.limit ?? FINISHED_SHOWN],
        })
      : await database.query<AdminDepositRow>({
          text: `select ${SHOWN}
                 from deposit_transactions d ${WITH_USER}
                 where d.id < $1 and d.status in ('confirmed', 'failed') order by d.id desc limit $2`,
          values: [page.before, page.limit ?? FINISHED_SHOWN],
        });
  return rows.map(toAdminDeposit);
}

/** Lists the open deposits alone, page by page. The first page of all deposits holds only the newest open ones. */
async function listOpenDeposits(database: Database, { before, limit }: AdminPage): Promise<AdminDeposit[]> {
  const { rows } = await database.query<AdminDepositRow>({
    text: `select ${SHOWN} from (
             select * from deposit_transactions
             where status in ('pending', 'confirming') and ($1::uuid is null or id < $1)
             order by id desc limit $2
           ) d ${WITH_USER} order by d.id desc`,
    values: [before ?? null, limit ?? FINISHED_SHOWN],
  });
  return rows.map(toAdminDeposit);
}

/** Lists one user's deposits as administrators see them, newest first. */
export async function listDepositsOf(
  database: Queryable,
  userId: string,
  page: Page,
): Promise<AdminDeposit[]> {
  const { rows } = await database.query<AdminDepositRow>({
    text: `select ${SHOWN} from (
             (select * from deposit_transactions
              where user_id = $1 and status in ('pending', 'confirming') and $2::uuid is null)
             union all
             (select * from deposit_transactions
              where user_id = $1 and status in ('confirmed', 'failed') and ($2::uuid is null or id < $2)
              order by id desc limit $3)
           ) d ${WITH_USER}
           order by d.id desc`,
    values: [userId, page.before ?? null, page.limit ?? FINISHED_SHOWN],
  });
  return rows.map(toAdminDeposit);
}

/** Reads deposits by their ids, with the administrators who decided them. */
export async function readDepositRecords(
  database: Queryable,
  ids: readonly string[],
): Promise<DepositRecord[]> {
  const { rows } = await database.query<AdminDepositRow & DecisionRow>(
    `select ${SHOWN}, a.email as decided_by_email from deposit_transactions d ${WITH_USER} left join users a on a.id = d.decided_by
     where d.id = any ($1)`,
    [ids],
  );
  return rows.map((row) => ({ ...toAdminDeposit(row), ...toDecision(row) }));
}

/**
 * Creates a query for deposits that changed since a time, as they are now. The statement is not prepared: a generic plan
 * would not know that few rows have changed lately.
 */
export const createFindMissedDeposits =
  (database: Database): FindMissed =>
  async (userIds, sinceMs) => {
    const { rows } = await database.query<DepositRow>(
      `select ${DEPOSIT_COLUMNS} from deposit_transactions d where updated_at >= $2 and user_id = any ($1) order by updated_at, id`,
      [userIds, new Date(sinceMs)],
    );
    return rows.map((row) => ({
      userId: row.user_id,
      push: { type: "depositUpdate", deposit: toDeposit(row) },
    }));
  };
