import { useQuery } from "@tanstack/react-query";
import type { Deposit, Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { useEffect } from "react";
import { getOptions, keyOf, queryClient } from "../../../api/query.ts";
import { formatIn } from "../../../lib/format.ts";
import { chosenLanguage } from "../../../lib/preferences.ts";
import { textOf } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";

type Identified = { readonly id: string };
type ListOptions<T> = {
  readonly queryKey: string[];
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<T[]>;
};

/** Puts a new item at the head of its list or replaces its earlier version, then asks for the list again. */
function rememberItem<T extends Identified>(queryKey: string[], item: T) {
  queryClient.setQueryData<T[]>(queryKey, (known) => {
    if (known === undefined) return undefined;
    const isKnown = known.some(({ id }) => id === item.id);
    return isKnown ? known.map((each) => (each.id === item.id ? item : each)) : [item, ...known];
  });
  void queryClient.invalidateQueries({ queryKey });
}

/** Returns the newest known state of an item. Pushes change it. After a gap in them, the list is loaded again. */
function useLiveItem<T extends Identified>(list: ListOptions<T>, known: T): T {
  const { data } = useQuery(list);
  return data?.find(({ id }) => id === known.id) ?? known;
}

export const rememberDeposit = (deposit: Deposit) => rememberItem(keyOf("listDeposits"), deposit);

export const useLiveDeposit = (known: Deposit): Deposit => useLiveItem(getOptions("listDeposits"), known);

/** Returns true while the payment may still arrive. */
export function isOpen({ status }: Deposit): boolean {
  return status === "pending" || status === "confirming";
}

/** Returns true while its owner may pay. Before that it may have no address, and afterwards its money may be checked. */
export const canBePaid = (deposit: Deposit): boolean =>
  isOpen(deposit) && !deposit.beingChecked && deposit.payAddress !== null;

export const rememberWithdrawal = (withdrawal: Withdrawal) =>
  rememberItem(keyOf("listWithdrawals"), withdrawal);

export const useLiveWithdrawal = (known: Withdrawal): Withdrawal =>
  useLiveItem(getOptions("listWithdrawals"), known);

const shown = new Set<string>();
/** The amount credited to each deposit that the user was told of, in 1e-8. */
const told = new Map<string, Minor>();

/** Marks a deposit as shown by a dialog, which itself reports its outcome. */
export function useShownDeposit(id: string) {
  useEffect(() => {
    shown.add(id);
    return () => void shown.delete(id);
  }, [id]);
}

/** Reports each amount that is credited to a deposit once, unless its dialog does. `before` was credited earlier. */
export function announceDeposit({ id, credited, amount }: Deposit, before: string | null): void {
  const now = parseMinor(credited ?? amount);
  const rest = minor(now - (told.get(id) ?? parseMinor(before ?? "0")));
  if (rest <= 0n) return;
  told.set(id, now);
  if (shown.has(id)) return;
  const language = chosenLanguage();
  notify({
    title: textOf("later", language).payments.deposit.told,
    body: textOf("desk", language).trade.amount(formatIn(language).signedMoney(formatMinor(rest))),
    isNews: true,
  });
}
