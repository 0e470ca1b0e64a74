import type { Deposit, Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { MaintenancePush, UserPush } from "@veritick/contract/schemas/pushes.ts";
import type { Settings } from "@veritick/contract/schemas/settings.ts";
import type { QueryClient } from "@tanstack/react-query";
import { refreshCurrentUser, setBalance } from "../current-user.ts";
import { keyOf } from "../query.ts";

/** What comes over the live connection beside the price. */
export type News = UserPush | MaintenancePush;

/** Brings a push into what the page has loaded. Lists that were not loaded yet are left alone. */
export function applyPush(client: QueryClient, push: News): void {
  switch (push.type) {
    case "balanceUpdate":
      return setBalance(push.balance);
    case "depositUpdate":
      return bringIn<Deposit>(client, keyOf("listDeposits"), push.deposit);
    case "withdrawalUpdate":
      return bringIn<Withdrawal>(client, keyOf("listWithdrawals"), push.withdrawal);
    case "securityEvent":
      void client.invalidateQueries({ queryKey: keyOf("getSecurity") });
      return;
    case "maintenance":
      return bringInMaintenance(client, push);
    case "positionResolved":
      client.setQueryData<Position[]>(keyOf("listPositions"), (list) => withItem(list, push.position));
      // Many that settle together need one answer, not one each.
      void client.invalidateQueries({ queryKey: keyOf("listPositions") }, { cancelRefetch: false });
  }
}

/** After an interruption pushes may have been missed, so what they would have changed is asked for. */
export function refreshPushed(client: QueryClient): void {
  void refreshCurrentUser();
  void client.invalidateQueries({ queryKey: keyOf("listPositions") });
  void client.invalidateQueries({ queryKey: keyOf("listDeposits") });
  void client.invalidateQueries({ queryKey: keyOf("listWithdrawals") });
  void client.invalidateQueries({ queryKey: keyOf("getSecurity") });
  void client.invalidateQueries({ queryKey: keyOf("getLimits") });
  void client.invalidateQueries({ queryKey: keyOf("settings") });
  // The server may have been started anew with other terms.
  void client.invalidateQueries({ queryKey: keyOf("fairness") });
}

function bringIn<T extends { id: string }>(client: QueryClient, queryKey: string[], item: T): void {
  client.setQueryData<T[]>(queryKey, (list) => withItem(list, item));
  askAgainAfter(client, queryKey);
}

function bringInMaintenance(client: QueryClient, { maintenance }: MaintenancePush): void {
  const queryKey = keyOf("settings");
  client.setQueryData<Settings>(queryKey, (known) => known && { ...known, maintenance });
  askAgainAfter(client, queryKey);
}

/** What is on its way may be older than what was pushed, so it is asked for once more when it is here. */
function askAgainAfter(client: QueryClient, queryKey: string[]): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus !== "fetching") return;
  const askAgain = () => client.invalidateQueries({ queryKey, exact: true });
  void query.promise?.then(askAgain, askAgain);
}

/** The list with the item in place of its earlier version, or before all others if it is new. */
function withItem<T extends { id: string }>(list: T[] | undefined, item: T): T[] | undefined {
  if (list === undefined) return undefined;
  const isKnown = list.some(({ id }) => id === item.id);
  return isKnown ? list.map((each) => (each.id === item.id ? item : each)) : [item, ...list];
}
