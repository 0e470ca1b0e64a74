import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import type { DepositRecord } from "@veritick/contract/schemas/admin-records.ts";
import type { AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
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
import { findMissedIn, readPage } from "../read-page.ts";

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

/** Lists a user's deposits as that user sees them, newest first. */
export async function listDeposits(database: Database, userId: string, page: Page): Promise<Deposit[]> {
  const listed = { table: "deposit_transactions", as: "d", columns: DEPOSIT_COLUMNS } as const;
  return (await readPage<DepositRow>(database, listed, page, userId)).map(toDeposit);
}

/** Lists the deposits of all users or of one as administrators see them, newest first. */
export async function listAllDeposits(
  database: Queryable,
  page: AdminPage,
  userId?: string,
): Promise<AdminDeposit[]> {
  const listed = { table: "deposit_transactions", as: "d", columns: SHOWN, joins: WITH_USER } as const;
  return (await readPage<AdminDepositRow>(database, listed, page, userId)).map(toAdminDeposit);
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

/** Creates a query for deposits that changed since a time. */
export const createFindMissedDeposits = (database: Database): FindMissed =>
  findMissedIn<DepositRow>(database, `${DEPOSIT_COLUMNS} from deposit_transactions d`, (row) => ({
    type: "depositUpdate",
    deposit: toDeposit(row),
  }));
