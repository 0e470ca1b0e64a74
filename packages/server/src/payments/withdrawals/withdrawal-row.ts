import type { Withdrawal, WithdrawalStatus } from "@veritick/contract/schemas/payments.ts";
import type { Bus } from "../../cluster/bus.ts";

/** How far a payout is: to be asked for, being asked for, known to the provider, released there. */
export type PayoutStep = "due" | "asked" | "created" | "verified";

export type WithdrawalRow = {
  id: string;
  user_id: string;
  amount: string;
  fee: string;
  net_amount: string;
  address: string;
  status: WithdrawalStatus;
  provider: string;
  payout_step: PayoutStep | null;
  batch_id: string | null;
  payout_id: string | null;
  transaction_hash: string | null;
  failure_reason: Withdrawal["failureReason"];
  created_at: Date;
  updated_at: Date;
};

/** Named, because a statement prepared with "*" breaks in running processes when a migration adds a column. */
export const WITHDRAWAL_COLUMNS = `id, user_id, amount, fee, net_amount, address, status, provider, payout_step,
  batch_id, payout_id, transaction_hash, failure_reason, created_at, updated_at`;

export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    userId: row.user_id,
    amount: row.amount,
    fee: row.fee,
    netAmount: row.net_amount,
    address: row.address,
    status: row.status,
    failureReason: row.failure_reason,
    transactionHash: row.transaction_hash,
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A withdrawal that has just changed, and the user's balance where that changed with it. */
export type ChangedWithdrawal = { withdrawal: WithdrawalRow; balance?: string };

/** Tells the user how a withdrawal stands now. Only once that is committed. */
export function announceWithdrawal(bus: Bus, { withdrawal, balance }: ChangedWithdrawal): void {
  const userId = withdrawal.user_id;
  bus.publish({
    kind: "push",
    userId,
    push: { type: "withdrawalUpdate", withdrawal: toWithdrawal(withdrawal) },
  });
  if (balance !== undefined) {
    bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
  }
}
