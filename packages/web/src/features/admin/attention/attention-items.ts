import type { InfiniteData } from "@tanstack/react-query";
import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { parseMinor, readFormAmount, SMALLEST } from "@veritick/domain/money.ts";
import type { AmountFault, Minor } from "@veritick/domain/money.ts";
import { createContext, useContext } from "react";
import { queryClient } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { plainDecimal } from "../../../lib/amount.ts";
import { useTextOf } from "../../../locales/text.ts";
import { adminCall, adminKeyOf, useWaiting } from "../admin-queries.ts";
import { usePages } from "../lists/pages.ts";
import type { useWithdrawalsById } from "../requests/request-lists.ts";

export const isOpenItem = ({ resolvedAt }: AttentionItem) => resolvedAt === null;

const LIST = [...adminKeyOf("listAttention"), "pages"];

export const useAttention = () =>
  usePages<AttentionItem>({
    queryKey: LIST,
    follows: ["attention"],
    fetchPage: (page, signal) => adminCall("listAttention", { query: page, signal }),
    isOpen: isOpenItem,
    further: "both",
  });

/** Puts the item that a decision returned into the list at once. */
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

/** Returns the number of open items, or undefined until it is known. */
export const useAttentionCount = (): number | undefined => useWaiting().data?.attention.count;

/** The name of USDT on TRON in attention items. */
export const OUR_ASSET = "usdttrc20";

/** Returns the amount left to decide, with every digit, or undefined if the item names none. */
export function useItemAmount({ amount }: AttentionItem): string | undefined {
  const format = useFormat();
  return amount === null ? undefined : format.exactAmount(amount);
}

/** Returns the unit of an item's amount: "USDT" as on every other page, and the provider's name for any other asset. */
export const unitOf = ({ kind, asset }: AttentionItem): string =>
  kind === "position" ? "USDMS" : asset === null || asset === OUR_ASSET ? "USDT" : asset.toUpperCase();

/** Returns what names an item to people who cannot see its row. */
export function useItemName(): (item: AttentionItem) => string {
  const { attention: words } = useTextOf("admin");
  const format = useFormat();
  return (item) => {
    if (item.kind === "webhook") return item.details["url"] ?? "";
    const amount = item.amount === null ? "" : format.exactAmount(item.amount);
    return `${words.kinds[item.kind]}, ${`${amount} ${unitOf(item)}`.trim()}, ${item.userEmail ?? words.nobody}`;
  };
}

export const payoutsOf = (items: readonly AttentionItem[] = []): string[] =>
  items.flatMap(({ kind, withdrawalId }) =>
    (kind === "payout" || kind === "screening") && withdrawalId !== null ? [withdrawalId] : [],
  );

/** The withdrawals behind the open items. The possible actions depend on their state. */
export const Withdrawals = createContext<ReturnType<typeof useWithdrawalsById>>({
  byId: undefined,
  isMissing: true,
});

/** Returns what gives the withdrawal behind an item, and whether its state is known. */
export function useWithdrawalOf() {
  const { byId, isMissing } = useContext(Withdrawals);
  return ({ withdrawalId }: AttentionItem) => {
    const withdrawal = byId?.get(withdrawalId ?? "");
    return { withdrawal, isKnown: withdrawal !== undefined || !isMissing };
  };
}

/** The reasons of payouts that were sent or may have been, so that nothing may be left to pay. */
const SENT: readonly AttentionItem["reason"][] = [
  "paid_after_refund",
  "paid_twice",
  "payout_differs",
  "payout_undone",
];

/** Tells what an open item's amount is: left to decide, to be paid, or neither. */
export function meaningOfAmount({
  kind,
  reason,
  resolvedAt,
}: Pick<AttentionItem, "kind" | "reason" | "resolvedAt">): "leftToDecide" | "toPay" | undefined {
  if (resolvedAt !== null || kind === "screening" || SENT.includes(reason)) return undefined;
  return kind === "payment" ? "leftToDecide" : "toPay";
}

export type AttentionAction =
  | "ask-again"
  | "override"
  | "credit"
  | "set-aside"
  | "dismiss"
  | "mark-paid"
  | "mark-failed";

/**
 * Returns the actions that an open item allows. A payout in progress, or one restored from a backup, can be marked as paid
 * or failed; any other item about a payout can only be closed. For an item that the screening holds, an administrator can
 * ask the screening again, or two can override it. If it holds the credit of a payment, an administrator can also give that
 * up. A position's settlement closes its item. A payment that is already covered, or of which nothing is known, can only be
 * closed. A payment without a user can also be set aside.
 */
export function actionsFor(
  item: Pick<AttentionItem, "kind" | "paymentId" | "userId" | "userEmail" | "amount" | "asset">,
  withdrawal: Pick<AdminWithdrawal, "status"> | undefined,
): readonly AttentionAction[] {
  if (item.kind === "position") return [];
  if (item.kind === "webhook") return ["dismiss"];
  if (item.kind === "screening") {
    if (item.paymentId !== null) return ["dismiss", "ask-again", "override"];
    // A pending withdrawal is rejected in its own list.
    return withdrawal?.status === "processing"
      ? ["ask-again", "mark-failed", "override"]
      : ["ask-again", "override"];
  }
  if (item.kind === "payout") {
    if (withdrawal?.status === "processing") return ["mark-failed", "mark-paid"];
    // A backup restored it: it may have been paid since, or it still needs a decision.
    return withdrawal?.status === "pending" ? ["dismiss", "mark-failed", "mark-paid"] : ["dismiss"];
  }
  const isSomebodys = item.userId !== null && item.userEmail !== null;
  const isNothingLeft =
    item.amount === null ? item.asset === null || item.asset === OUR_ASSET : parseMinor(item.amount) <= 0n;
  if (isNothingLeft) return ["dismiss"];
  return isSomebodys ? ["dismiss", "credit"] : ["dismiss", "set-aside", "credit"];
}

/** Returns the amount with which the decision form begins, or "" if a person must value the asset. */
export function amountToBeginWith({
  amount,
  asset,
  resolvedAt,
  setAside,
}: Pick<AttentionItem, "amount" | "asset" | "resolvedAt" | "setAside">): string {
  // An amount set aside is in USDMS, whatever asset arrived.
  if (resolvedAt !== null) return setAside ?? "";
  return asset === OUR_ASSET && amount !== null ? amount : "";
}

export const CREDIT_PLACES = 8;

/** Reads an amount above zero with at most eight decimals, as the server requires it. */
export const readCredit = (plain: string): Minor | AmountFault =>
  readFormAmount(plain, SMALLEST, CREDIT_PLACES);

/** What was asked of the provider, and the fields of a payout or a payment in which it answers. */
const ANSWERS: Readonly<Record<string, readonly [name: string, ...string[]]>> = {
  asked_address: ["address", "pay_address"],
  asked_amount: ["amount", "pay_amount"],
  asked_asset: ["currency", "pay_currency"],
  asked_network: ["network"],
  asked_external_id: ["unique_external_id"],
};

/** A detail that was asked for, and the answer to it. */
export type Compared = { readonly name: string; readonly asked: string; readonly said: string | undefined };

/** Separates what was asked and answered from the other details of an item. */
export function compareDetails({ details }: Pick<AttentionItem, "details">): {
  compared: readonly Compared[];
  others: readonly (readonly [name: string, value: string])[];
} {
  const given = Object.entries(details).filter((detail): detail is [string, string] => detail[1] !== null);
  const known = new Map(given);
  const taken = new Set<string>();
  const compared = given.flatMap(([name, asked]) => {
    const answers = ANSWERS[name];
    if (answers === undefined) return [];
    const answer = answers.find((each) => known.has(each));
    taken.add(name);
    if (answer !== undefined) taken.add(answer);
    return [{ name: answers[0], asked, said: known.get(answer ?? "") }];
  });
  return { compared, others: given.filter(([name]) => !taken.has(name)) };
}

/** Returns true if two texts name the same, whatever zeros an amount ends with. */
export const isSame = (one: string, other: string): boolean =>
  plainDecimal(one).toLowerCase() === plainDecimal(other).toLowerCase();

/** The provider's fields that hold amounts even without decimals. */
const AMOUNTS = new Set([
  "already_credited",
  "provider_fee",
  "pay_amount",
  "actually_paid",
  "outcome_amount",
  "price_amount",
  "amount",
  "fee",
]);
const STATES = new Set(["status", "payment_status"]);

/** The details whose names suit a list of fields in which an answer differs. */
const SHORT_NAMES: Readonly<Record<string, string>> = { pay_amount: "amount", asset: "currency" };

type SaidWords = {
  readonly states: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string>>;
  readonly exactAmount: (decimal: string) => string;
};

/**
 * Returns a provider's value for display: its states in words, its amounts in the user's format. An amount with more than
 * eight decimals keeps its digits, apart from trailing zeros. A value without words stays as it is.
 */
export function saidValue(name: string, value: string, { states, details, exactAmount }: SaidWords): string {
  if (name === "differs")
    return value.replaceAll(/\w+/g, (field) => details[SHORT_NAMES[field] ?? field] ?? field);
  if (STATES.has(name)) return states[value.toLowerCase()] ?? value;
  if (!/^-?\d{1,15}(\.\d+)?$/.test(value)) return value;
  if (!value.includes(".") && !AMOUNTS.has(name)) return value;
  const plain = plainDecimal(value);
  return /\.\d{9}/.test(plain) ? plain : exactAmount(plain);
}
