import { useQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { queryClient } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { plainDecimal } from "../../../lib/amount.ts";
import { adminCall, adminKeyOf, live } from "../admin-queries.ts";
import { usePages } from "../lists/pages.ts";

export const isOpenItem = ({ resolvedAt }: AttentionItem) => resolvedAt === null;

const LIST = [...adminKeyOf("listAttention"), "pages"];

export const useAttention = () =>
  usePages<AttentionItem>({
    queryKey: LIST,
    fetchPage: (page, signal) => adminCall("listAttention", { query: page, signal }),
    isOpen: isOpenItem,
    further: "both",
  });

/** What a decision answered is on the page at once. */
export function rememberItem(item: AttentionItem) {
  queryClient.setQueryData<InfiniteData<AttentionItem[]>>(
    LIST,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => page.map((each) => (each.id === item.id ? item : each))),
      },
  );
}

const REFRESH_MS = 20_000;

/** How many items are open; undefined until it is known. */
export function useAttentionCount(): number | undefined {
  const { data } = useQuery({
    ...live,
    refetchInterval: REFRESH_MS,
    queryKey: [...adminKeyOf("listAttention"), "count"],
    queryFn: ({ signal }) => adminCall("adminStats", { signal }),
  });
  return data?.openAttention;
}

/** USDT on TRON, as items name it. */
export const OUR_ASSET = "usdttrc20";

/** What is left to decide, to the last digit; undefined where no amount is named. */
export function useItemAmount({ amount }: AttentionItem): string | undefined {
  const format = useFormat();
  return amount === null ? undefined : format.exactAmount(amount);
}

/** USDT is called as everywhere else; any other asset as the provider calls it. */
export const unitOf = ({ kind, asset }: AttentionItem): string =>
  kind === "position" ? "USDMS" : asset === null || asset === OUR_ASSET ? "USDT" : asset.toUpperCase();

export type Deed =
  | "ask-again"
  | "override"
  | "credit"
  | "set-aside"
  | "dismiss"
  | "mark-paid"
  | "mark-failed";

/**
 * What a person can do about an open item. A payout that is not over is decided with its withdrawal; whatever else there is to
 * know about payouts can only be closed. What the screening holds is asked about again, or allowed by two. A position is closed
 * by its settlement. What is covered already cannot be credited. What has no user can be set aside, too.
 */
export function whatCanBeDone(
  item: Pick<AttentionItem, "kind" | "userId" | "userEmail" | "amount" | "asset">,
  withdrawal: Pick<AdminWithdrawal, "status"> | undefined,
): readonly Deed[] {
  if (item.kind === "position") return [];
  if (item.kind === "webhook") return ["dismiss"];
  if (item.kind === "screening") {
    // What is still pending is rejected where it is decided.
    return withdrawal?.status === "processing"
      ? ["ask-again", "mark-failed", "override"]
      : ["ask-again", "override"];
  }
  if (item.kind === "payout") {
    if (withdrawal?.status === "processing") return ["mark-failed", "mark-paid"];
    // Restored from a backup: it may have been paid since, or it is still to be decided.
    return withdrawal?.status === "pending" ? ["dismiss", "mark-failed", "mark-paid"] : ["dismiss"];
  }
  const isSomebodys = item.userId !== null && item.userEmail !== null;
  const isCovered = item.asset === OUR_ASSET && parseMinor(asDecimal(item.amount)) <= 0n;
  if (isCovered) return ["dismiss"];
  return isSomebodys ? ["dismiss", "credit"] : ["dismiss", "set-aside", "credit"];
}

/** What is to be decided, as the form begins with it: nothing where only a person can say what it is worth. */
export function amountToBeginWith({
  amount,
  asset,
  resolvedAt,
  setAside,
}: Pick<AttentionItem, "amount" | "asset" | "resolvedAt" | "setAside">): string {
  // What was set aside is in USDMS, whatever it arrived as.
  if (resolvedAt !== null) return setAside ?? "";
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

/** What of a provider's words is an amount even where it has no decimals. */
const AMOUNTS = new Set([
  "already_credited",
  "pay_amount",
  "actually_paid",
  "outcome_amount",
  "price_amount",
  "amount",
  "fee",
]);
const STATES = new Set(["status", "payment_status"]);

type SaidWords = {
  readonly states: Readonly<Record<string, string>>;
  readonly exactAmount: (decimal: string) => string;
};

/**
 * What a provider said, for a person: its states in words, its amounts as amounts are written. What has more decimals than
 * those, and whatever else there are no words for, is shown as it stands, but for zeros that say nothing.
 */
export function saidValue(name: string, value: string, { states, exactAmount }: SaidWords): string {
  if (STATES.has(name)) return states[value.toLowerCase()] ?? value;
  if (!/^-?\d{1,15}(\.\d+)?$/.test(value)) return value;
  if (!value.includes(".") && !AMOUNTS.has(name)) return value;
  const plain = plainDecimal(value);
  return /\.\d{9}/.test(plain) ? plain : exactAmount(plain);
}
