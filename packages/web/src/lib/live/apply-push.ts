import type { Deposit } from "@veritick/contract/deposits.ts";
import type { Position } from "@veritick/contract/positions.ts";
import type { UserPush } from "@veritick/contract/pushes.ts";
import type { Withdrawal } from "@veritick/contract/withdrawals.ts";
import type { QueryClient } from "@tanstack/react-query";
import { fairness, getSecurity, listDeposits, listPositions, listWithdrawals } from "../calls.ts";
import { refreshCurrentUser, setBalance } from "../current-user.ts";
import { keyOf } from "../query.ts";

/** Brings a push into what the page has loaded. Lists that were not loaded yet are left alone. */
export function applyPush(client: QueryClient, push: UserPush): void {
  switch (push.type) {
    case "balanceUpdate":
      return setBalance(push.balance);
    case "depositUpdate":
      client.setQueryData<Deposit[]>(keyOf(listDeposits), (list) => withItem(list, push.deposit));
      return;
    case "withdrawalUpdate":
      client.setQueryData<Withdrawal[]>(keyOf(listWithdrawals), (list) => withItem(list, push.withdrawal));
      return;
    case "securityEvent":
      void client.invalidateQueries({ queryKey: keyOf(getSecurity) });
      return;
    case "positionResolved":
      client.setQueryData<Position[]>(keyOf(listPositions), (list) => withItem(list, push.position));
      // Many that settle together need one answer, not one each.
      void client.invalidateQueries({ queryKey: keyOf(listPositions) }, { cancelRefetch: false });
  }
}

/** After an interruption pushes may have been missed, so what they would have changed is asked for. */
export function refreshPushed(client: QueryClient): void {
  void refreshCurrentUser();
  void client.invalidateQueries({ queryKey: keyOf(listPositions) });
  void client.invalidateQueries({ queryKey: keyOf(listDeposits) });
  void client.invalidateQueries({ queryKey: keyOf(listWithdrawals) });
  void client.invalidateQueries({ queryKey: keyOf(getSecurity) });
  // The server may have been started anew with other terms.
  void client.invalidateQueries({ queryKey: keyOf(fairness) });
}

/** The list with the item in place of its earlier version, or before all others if it is new. */
function withItem<T extends { id: string }>(list: T[] | undefined, item: T): T[] | undefined {
  if (list === undefined) return undefined;
  const isKnown = list.some(({ id }) => id === item.id);
  return isKnown ? list.map((each) => (each.id === item.id ? item : each)) : [item, ...list];
}
