import type { MovableApp } from "./fixtures.ts";

type DepositRow = {
  amount: string;
  status: "pending" | "confirming" | "confirmed" | "failed";
  credited?: string;
  failure?: "no_address" | "provider" | "expired" | "refunded" | "rejected";
};

/** Deposits as they may have ended, the last one being the newest. For what is shown alone: no money moves. */
export async function seedDeposits(app: MovableApp, userId: string, rows: DepositRow[]): Promise<void> {
  await app.database.query(
    `insert into deposit_transactions (
       id, user_id, amount, pay_amount, credited, provider, pay_address, status, failure_reason, created_at, updated_at)
     select uuidv7($3::timestamptz - now()), $1, amount, amount, credited, 'sandbox', $4, status, failure, $3, $3
     from json_to_recordset($2::json)
       as d (amount numeric, status text, credited numeric, failure text)`,
    [userId, JSON.stringify(rows), new Date(app.clock.nowMs()), PAY_ADDRESS],
  );
}

export const PAY_ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

/** So many failed ones of 1000, 1001, and so on: the newest has the greatest amount. */
export async function seedFailed(
  app: MovableApp,
  userId: string,
  { deposits, withdrawals }: { deposits: number; withdrawals: number },
): Promise<void> {
  const at = new Date(app.clock.nowMs());
  await app.database.query(
    `insert into deposit_transactions (
       id, user_id, amount, provider, status, failure_reason, created_at, updated_at)
     select uuidv7($3::timestamptz - now()), $1, 999 + n, 'sandbox', 'failed', 'expired', $3, $3
     from generate_series(1, $2::integer) as n`,
    [userId, deposits, at],
  );
  await app.database.query(
    `insert into withdrawal_transactions (
       id, user_id, amount, fee, net_amount, address, provider, status, failure_reason, created_at, updated_at)
     select uuidv7($3::timestamptz - now()), $1, 999 + n, (999 + n) * 0.08, (999 + n) * 0.92, $4, 'sandbox', 'failed', 'cancelled', $3, $3
     from generate_series(1, $2::integer) as n`,
    [userId, withdrawals, at, PAY_ADDRESS],
  );
}

type WithdrawalRow = {
  amount: string;
  net: string;
  status: "pending" | "processing" | "completed" | "failed";
  failure?: "rejected" | "cancelled";
};

/** The same for withdrawals. */
export async function seedWithdrawals(app: MovableApp, userId: string, rows: WithdrawalRow[]): Promise<void> {
  await app.database.query(
    `insert into withdrawal_transactions (
       id, user_id, amount, fee, net_amount, address, provider, status, failure_reason, created_at, updated_at)
     select uuidv7($3::timestamptz - now()), $1, amount, amount - net, net, $4, 'sandbox', status, failure, $3, $3
     from json_to_recordset($2::json) as w (amount numeric, net numeric, status text, failure text)`,
    [userId, JSON.stringify(rows), new Date(app.clock.nowMs()), PAY_ADDRESS],
  );
}
