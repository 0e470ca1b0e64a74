import { isPayableAddress } from "@veritick/domain/addresses.ts";
import { parseFormAmount } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { MIN_WITHDRAWAL, withdrawalFee, withdrawalNet } from "@veritick/domain/product.ts";
import { isTwoStepCode } from "../../../ui/form/two-step-field.tsx";

export const WITHDRAWAL_FIELDS = ["amount", "address", "withdrawalCode", "twoStepCode"] as const;
type WithdrawalField = (typeof WITHDRAWAL_FIELDS)[number];

/** A withdrawal as the form sends it, with `amount` in plain decimal notation. */
export type WithdrawalOrder = Readonly<Record<WithdrawalField, string>>;

/** The possible faults of an order. The texts have words for each. */
type WithdrawalProblem = "amount" | "balance" | "address" | "code" | "twoStep";

export const FIELD_OF: Readonly<Record<WithdrawalProblem, WithdrawalField>> = {
  amount: "amount",
  balance: "amount",
  address: "address",
  code: "withdrawalCode",
  twoStep: "twoStepCode",
};

const ADDRESS_MIN = 34;

/** Finds the first fault, in the specified order, before anything is sent. The server decides. */
export function findProblem(
  order: WithdrawalOrder,
  {
    balance,
    needsTwoStep,
    byPasskey = false,
  }: { balance: Minor | undefined; needsTwoStep: boolean; byPasskey?: boolean },
): WithdrawalProblem | undefined {
  const amount = parseFormAmount(order.amount);
  if (amount === undefined || amount < MIN_WITHDRAWAL) return "amount";
  if (balance !== undefined && amount > balance) return "balance";
  if (order.address.length < ADDRESS_MIN || !isPayableAddress(order.address)) return "address";
  // A passkey stands for both codes.
  if (byPasskey) return undefined;
  if (!/^\d{5}$/.test(order.withdrawalCode)) return "code";
  if (needsTwoStep && !isTwoStepCode(order.twoStepCode)) return "twoStep";
  return undefined;
}

/** Amount, fee and payout in units of 1e-8. Undefined unless the amount is above 0. */
export function findFee(amount: string): { amount: Minor; fee: Minor; net: Minor } | undefined {
  const parsed = parseFormAmount(amount);
  if (parsed === undefined || parsed <= 0n) return undefined;
  return { amount: parsed, fee: withdrawalFee(parsed), net: withdrawalNet(parsed) };
}
