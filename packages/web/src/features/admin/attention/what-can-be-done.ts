import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { OUR_ASSET } from "./use-attention.ts";

export type Deed = "credit" | "dismiss" | "mark-paid" | "mark-failed";

/**
 * What a person can do about an open item. A payout that is not over is decided with its withdrawal; whatever else
 * there is to know about payouts can only be closed. What has no user, and what is covered already, cannot be credited.
 */
export function whatCanBeDone(
  item: Pick<AttentionItem, "kind" | "userId" | "userEmail" | "amount" | "asset">,
  withdrawal: Pick<AdminWithdrawal, "status"> | undefined,
): readonly Deed[] {
  if (item.kind === "payout") {
    return withdrawal?.status === "processing" ? ["mark-failed", "mark-paid"] : ["dismiss"];
  }
  const isSomebodys = item.userId !== null && item.userEmail !== null;
  const isCovered = item.asset === OUR_ASSET && parseMinor(asDecimal(item.amount)) <= 0n;
  return isSomebodys && !isCovered ? ["dismiss", "credit"] : ["dismiss"];
}

/** What is to be decided, as the form begins with it: nothing where only a person can say what it is worth. */
export function amountToBeginWith({ amount, asset }: Pick<AttentionItem, "amount" | "asset">): string {
  return asset === OUR_ASSET && amount !== null ? amount : "";
}

/** An amount with at most eight decimals above zero, as the server takes it. */
export function readCredit(plain: string): string | undefined {
  return /^\d{1,12}(\.\d{1,8})?$/.test(plain) && /[1-9]/.test(plain) ? plain : undefined;
}

const asDecimal = (amount: string | null) => amount ?? "0";

/** The id of a transaction on TRON, as the server takes it. */
export function readTransactionId(typed: string): string | undefined {
  const id = typed.trim().toLowerCase();
  return /^[0-9a-f]{64}$/.test(id) ? id : undefined;
}
