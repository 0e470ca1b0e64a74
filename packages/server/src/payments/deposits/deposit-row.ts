import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import type { DepositFailure, DepositStatus } from "@veritick/domain/payments.ts";

export type DepositRow = {
  id: string;
  user_id: string;
  amount: string;
  pay_amount: string | null;
  provider: string;
  payment_id: string | null;
  pay_address: string | null;
  credited: string | null;
  status: DepositStatus;
  failure_reason: DepositFailure | null;
  /** The administrator who decided it, where one did. */
  decided_by: string | null;
  created_at: Date;
  updated_at: Date;
};

export function toDeposit(row: DepositRow): Deposit {
  return {
    id: row.id,
    userId: row.user_id,
    amount: row.amount,
    payAmount: row.pay_amount,
    paymentId: row.payment_id,
    payAddress: row.pay_address,
    credited: row.credited,
    status: row.status,
    failureReason: row.failure_reason,
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
