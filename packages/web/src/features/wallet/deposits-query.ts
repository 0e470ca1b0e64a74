import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { getOptions, keyOf } from "../../lib/query.ts";
import { rememberItem, useLiveItem } from "./live-item.ts";

export const rememberDeposit = (deposit: Deposit) => rememberItem(keyOf("listDeposits"), deposit);

export const useLiveDeposit = (known: Deposit): Deposit =>
  useLiveItem(getOptions("listDeposits"), known, isOpen);

/** True while the payment may still come. */
export function isOpen({ status }: Deposit): boolean {
  return status === "pending" || status === "confirming";
}
