import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { Screening } from "@veritick/contract/schemas/screening.ts";
import { isCleared, isHeld } from "@veritick/domain/screening.ts";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { createStore } from "../../../api/live/live.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge, Caption, Time } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";
import { adminCall, adminKeyOf, useStats } from "../admin-queries.ts";
import { usePages } from "../lists/pages.ts";
import { useMay } from "../roles.tsx";
import styles from "./requests.module.css";

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
    fetchPage: (page, signal) => adminCall("adminListDeposits", { query: page, signal }),
    isOpen: isOpenDeposit,
    further: "open",
  });

/** Loads the open withdrawals of all users in the same way. */
export const useWithdrawals = () =>
  usePages<AdminWithdrawal>({
    queryKey: adminKeyOf("adminListWithdrawals"),
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

/**
 * The amount that the administrator has decided alone in 24 hours, and its limit. Empty if one administrator is always
 * enough.
 */
export function DecidedAlone() {
  const { requests: words } = useAdminText();
  const format = useFormat();
  const may = useMay();
  const decided = useStats().data?.decidedAlone ?? null;
  if (decided === null || !may("cashier")) return null;
  const [amount, limit] = [format.exactAmount(decided.amount), format.exactAmount(decided.limit)];
  return <Caption as="p">{words.decidedAlone(amount, limit)}</Caption>;
}

const TONES: Record<NonNullable<Screening>["state"], BadgeTone> = {
  asking: "neutral",
  allow: "good",
  hold: "warn",
  refuse: "bad",
  unreachable: "warn",
  overridden: "warn",
};

/** Tells whether the screening prevents an approval. */
export const isHeldBack = (screening: Screening): boolean =>
  screening !== null && !isCleared(screening.state);

/** The screening service's answer about a deposit or withdrawal; empty if it was never asked. */
export function ScreeningLine({ screening, isOver }: { screening: Screening; isOver: boolean }) {
  const { screening: words, attention } = useAdminText();
  const format = useFormat();
  if (screening === null) return null;
  const { state, reference, reason, at, askAgainAt } = screening;
  return (
    <div className={styles["screening"]}>
      <span className={styles["name"]}>{words.label}</span>
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      <span className={styles["said"]}>
        <Time dateTime={at}>{format.moment(at)}</Time>
        {reference !== null && <span translate="no"> · {words.reference(reference)}</span>}
        {askAgainAt !== null && ` · ${words.askAgain(format.moment(askAgainAt))}`}
        {reason !== null && ` · ${reason}`}
      </span>
      {isHeld(state) && !isOver && (
        <Link href="/admin/attention" className={styles["look"]}>
          {attention.look}
        </Link>
      )}
    </div>
  );
}
