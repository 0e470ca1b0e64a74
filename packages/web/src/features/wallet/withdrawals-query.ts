import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { getOptions, keyOf } from "../../lib/query.ts";
import { rememberItem, useLiveItem } from "./live-item.ts";

export const rememberWithdrawal = (withdrawal: Withdrawal) =>
  rememberItem(keyOf("listWithdrawals"), withdrawal);

export const useLiveWithdrawal = (known: Withdrawal): Withdrawal =>
  useLiveItem(
    getOptions("listWithdrawals"),
    known,
    ({ status }) => status === "pending" || status === "processing",
  );
