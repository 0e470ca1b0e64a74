import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { useEffect, useMemo } from "react";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { usePages } from "../lists/pages.ts";

export const isOpenDeposit = ({ status }: AdminDeposit) => status === "pending" || status === "confirming";

export const isOpenWithdrawal = ({ status }: AdminWithdrawal) =>
  status === "pending" || status === "processing";

/** What is to be decided, and what a person has to look at whatever became of it. */
export const isForPerson = ({ status, attention }: AdminWithdrawal) =>
  status === "pending" || attention !== null;

/** The deposits of everybody that are open. The first page also has the newest others, which were open a moment ago. */
export const useDeposits = () =>
  usePages<AdminDeposit>({
    queryKey: adminKeyOf("adminListDeposits"),
    fetchPage: (page, signal) => adminCall("adminListDeposits", { query: page, signal }),
    isOpen: isOpenDeposit,
    further: "open",
  });

/** The withdrawals of everybody, likewise. */
export const useWithdrawals = () =>
  usePages<AdminWithdrawal>({
    queryKey: adminKeyOf("adminListWithdrawals"),
    fetchPage: (page, signal) => adminCall("adminListWithdrawals", { query: page, signal }),
    isOpen: isOpenWithdrawal,
    further: "open",
  });

/** The withdrawals by their id. Loads older open ones for as long as one of `wanted` is missing. */
export function useWithdrawalsById(wanted: readonly string[]) {
  const { query, items, olderOpen } = useWithdrawals();
  const byId = useMemo(() => items && new Map(items.map((item) => [item.id, item])), [items]);
  const isMissing = byId === undefined || (olderOpen !== undefined && wanted.some((id) => !byId.has(id)));
  const mayLoad = olderOpen !== undefined && isMissing && !query.isFetching && !query.isFetchNextPageError;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  return { byId, isMissing };
}
