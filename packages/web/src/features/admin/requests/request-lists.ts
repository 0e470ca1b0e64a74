import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { createStore } from "../../../api/live/live.ts";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { usePages } from "../lists/pages.ts";

export const isOpenDeposit = ({ status }: AdminDeposit) => status === "pending" || status === "confirming";

export const isOpenWithdrawal = ({ status }: AdminWithdrawal) =>
  status === "pending" || status === "processing";

/** Tells whether a withdrawal is pending or needs a person, whatever its status. */
export const isForPerson = ({ status, attention }: AdminWithdrawal) =>
  status === "pending" || attention !== null;

/** Loads the open deposits of all users. The first page also has the newest others, which were open a moment ago. */
export const useDeposits = () =>
  usePages<AdminDeposit>({
    queryKey: adminKeyOf("adminListDeposits"),
    follows: ["deposits"],
    fetchPage: (page, signal) => adminCall("adminListDeposits", { query: page, signal }),
    isOpen: isOpenDeposit,
    further: "open",
  });

/** Loads the open withdrawals of all users in the same way. */
export const useWithdrawals = () =>
  usePages<AdminWithdrawal>({
    queryKey: adminKeyOf("adminListWithdrawals"),
    follows: ["withdrawals"],
    fetchPage: (page, signal) => adminCall("adminListWithdrawals", { query: page, signal }),
    isOpen: isOpenWithdrawal,
    further: "open",
  });

/** Returns the withdrawals by id. Loads older open ones while one of `wanted` is missing. */
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

type Identified = { readonly id: string };

/** The number of decisions that a page remembers. */
const MOST = 200;

const decided = createStore<readonly Identified[]>([]);

/** Remembers a request decided here, so that a list of open requests can still show it. */
export function rememberDecided(item: Identified): void {
  decided.set([item, ...decided.get().filter(({ id }) => id !== item.id)].slice(0, MOST));
}

/** Returns the requests decided here, newest first. Their ids tell which kind they are. */
export const useDecided = (): readonly Identified[] => useSyncExternalStore(decided.subscribe, decided.get);
