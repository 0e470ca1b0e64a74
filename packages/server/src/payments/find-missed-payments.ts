import type { FindMissed } from "../cluster/catch-up.ts";
import type { Database } from "../platform/db/database.ts";
import { toDeposit } from "./deposits/deposit-row.ts";
import type { DepositRow } from "./deposits/deposit-row.ts";
import { toWithdrawal, WITHDRAWAL_COLUMNS } from "./withdrawals/withdrawal-row.ts";
import type { WithdrawalRow } from "./withdrawals/withdrawal-row.ts";

// Not prepared: a plan for any time would not know that few have changed since a recent one.

/** Finds deposits that changed since a time, as they stand now. */
export const createFindMissedDeposits =
  (database: Database): FindMissed =>
  async (userIds, sinceMs) => {
    const { rows } = await database.query<DepositRow>(
      `select * from deposit_transactions where updated_at >= $2 and user_id = any ($1) order by updated_at, id`,
      [userIds, new Date(sinceMs)],
    );
    return rows.map((row) => ({
      userId: row.user_id,
      push: { type: "depositUpdate", deposit: toDeposit(row) },
    }));
  };

/** Finds withdrawals that changed since a time, as they stand now. */
export const createFindMissedWithdrawals =
  (database: Database): FindMissed =>
  async (userIds, sinceMs) => {
    const { rows } = await database.query<WithdrawalRow>(
      `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
       where updated_at >= $2 and user_id = any ($1) order by updated_at, id`,
      [userIds, new Date(sinceMs)],
    );
    return rows.map((row) => ({
      userId: row.user_id,
      push: { type: "withdrawalUpdate", withdrawal: toWithdrawal(row) },
    }));
  };
