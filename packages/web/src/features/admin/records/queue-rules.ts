import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { isHeldBack } from "../requests/decide-buttons.tsx";

const KEPT = "queue-keys";

/** Tells whether the keys are on. The browser keeps the choice; they are on until switched off. */
export function readQueueKeys(): boolean {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

export function writeQueueKeys(isOn: boolean): void {
  try {
    localStorage.setItem(KEPT, isOn ? "on" : "off");
  } catch {
    // Without storage, the keys are on again after a reload.
  }
}

/** Returns the index of the row that `j` or `k` moves to from `at` (-1: none), or undefined for other keys and at an end. */
export function rowToFocus(key: string, at: number, count: number): number | undefined {
  const next = key === "j" ? at + 1 : key === "k" ? (at === -1 ? 0 : at - 1) : undefined;
  return next !== undefined && next >= 0 && next < count ? next : undefined;
}

/** The part of a deposit or withdrawal that decides whether it may be approved together with others. */
type Approvable = Pick<AdminDeposit, "id" | "amount" | "status" | "attention" | "screening" | "awaiting"> &
  Partial<Pick<AdminDeposit, "arrived" | "sandbox">> &
  Partial<Pick<AdminWithdrawal, "firstToAddress" | "tradingLocked" | "withdrawalsLocked" | "netAmount">>;

const isOpen = ({ status }: { readonly status: string }): boolean =>
  status === "pending" || status === "confirming";

/**
 * Returns the items that may be approved together: pending, of at most `limit` USDMS, not held by the screening, and with
 * nothing that a person must check. A first payout to an address is decided alone, and so is a deposit that has not arrived.
 */
export function approvableUpTo<T extends Omit<Approvable, "status"> & { status: string }>(
  items: readonly T[],
  limit: Minor,
): T[] {
  return items.filter((item) => {
    const { amount, attention, awaiting, firstToAddress, tradingLocked, withdrawalsLocked } = item;
    const isPlain = attention === null && awaiting === null && !firstToAddress && !isHeldBack(item.screening);
    const isCovered =
      item.arrived === undefined ||
      item.sandbox === true ||
      parseMinor(item.arrived ?? "0") >= parseMinor(amount);
    return (
      isOpen(item) &&
      isPlain &&
      isCovered &&
      !tradingLocked &&
      !withdrawalsLocked &&
      parseMinor(amount) <= limit
    );
  });
}

/** Counts the open items of at most `limit` USDMS, whether or not they may be approved together. */
export const countUpTo = (
  items: readonly { readonly status: string; readonly amount: string }[],
  limit: Minor,
): number => items.filter((item) => isOpen(item) && parseMinor(item.amount) <= limit).length;

const TYPED_IN = ["input:not([type=checkbox])", "textarea", "select", "[contenteditable]"].join(",");
const ABOVE = "[role=dialog], [role=alertdialog], [role=menu]";

/** Tells whether a key was pressed outside of fields, with nothing lying over the page. */
export function isForList({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element)) return false;
  return target.closest(TYPED_IN) === null && document.querySelector(ABOVE) === null;
}
