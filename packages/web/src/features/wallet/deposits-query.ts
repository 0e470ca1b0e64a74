import type { Deposit } from "@veritick/contract/deposits.ts";
import { useQuery } from "@tanstack/react-query";
import { listDeposits } from "../../lib/calls.ts";
import { getOptions, keyOf, queryClient } from "../../lib/query.ts";

/** Puts a new deposit at the head of the list at once, then asks for the list. */
export function rememberDeposit(deposit: Deposit) {
  const queryKey = keyOf(listDeposits);
  queryClient.setQueryData<Deposit[]>(
    queryKey,
    (known) => known && [deposit, ...known.filter(({ id }) => id !== deposit.id)],
  );
  void queryClient.invalidateQueries({ queryKey });
}

const POLL_MS = 10_000;

/** The newest known state of a deposit. Pushes change it; asking now and then covers a push that got lost. */
export function useLiveDeposit(created: Deposit): Deposit {
  const { data } = useQuery({ ...getOptions(listDeposits), refetchInterval: POLL_MS });
  return data?.find(({ id }) => id === created.id) ?? created;
}

/** True while the payment may still come. */
export function isOpen({ status }: Deposit): boolean {
  return status === "pending" || status === "confirming";
}
