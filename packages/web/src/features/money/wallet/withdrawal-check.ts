import { isPayableAddress } from "@veritick/domain/addresses.ts";
import { parseFormAmount } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { MIN_WITHDRAWAL, withdrawalFee, withdrawalNet } from "@veritick/domain/product.ts";
import { isTwoStepCode } from "../../../lib/two-step-code.ts";

export const WITHDRAWAL_FIELDS = ["amount", "address", "withdrawalCode", "twoStepCode"] as const;
type WithdrawalField = (typeof WITHDRAWAL_FIELDS)[number];

/** What is to be sent; `amount` in plain decimal notation. */
export type WithdrawalOrder = Readonly<Record<WithdrawalField, string>>;

/** What may be wrong with an order, and the words for it. */
type WithdrawalProblem = "amount" | "balance" | "address" | "code" | "twoStep";

export const FIELD_OF: Readonly<Record<WithdrawalProblem, WithdrawalField>> = {
  amount: "amount",
  balance: "amount",
  address: "address",
  code: "withdrawalCode",
  twoStep: "twoStepCode",
};

const ADDRESS_MIN = 34;

/** The first thing that is wrong, in the specified order. The server has the last word; this spares the way. */
export function findProblem(
  order: WithdrawalOrder,
  { balance, needsTwoStep }: { balance: Minor | undefined; needsTwoStep: boolean },
): WithdrawalProblem | undefined {
  const amount = parseFormAmount(order.amount);
  if (amount === undefined || amount < MIN_WITHDRAWAL) return "amount";
  if (balance !== undefined && amount > balance) return "balance";
  if (order.address.length < ADDRESS_MIN || !isPayableAddress(order.address)) return "address";
  if (!/^\d{5}$/.test(order.withdrawalCode)) return "code";
  if (needsTwoStep && !isTwoStepCode(order.twoStepCode)) return "twoStep";
  return undefined;
}

/** Amount, fee and what is left of it, in 1e-8; undefined unless an amount above 0 is typed. */
export function findFee(amount: string): { amount: Minor; fee: Minor; net: Minor } | undefined {
  const parsed = parseFormAmount(amount);
  if (parsed === undefined || parsed <= 0n) return undefined;
  return { amount: parsed, fee: withdrawalFee(parsed), net: withdrawalNet(parsed) };
}
