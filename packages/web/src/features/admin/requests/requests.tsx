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

type Identified = { readonly id: string };

/** How many decisions a page remembers. */
const MOST = 200;

const decided = createStore<readonly Identified[]>([]);

/** Remembers what was decided here, so that a list of open requests can go on to show it. */
export function rememberDecided(item: Identified): void {
  decided.set([item, ...decided.get().filter(({ id }) => id !== item.id)].slice(0, MOST));
}

/** What was decided here, the last first. Items of a kind are known by their ids. */
export const useDecided = (): readonly Identified[] => useSyncExternalStore(decided.subscribe, decided.get);

/** How much of what needs no second administrator the reader has used up in 24 hours. Nothing where one is always enough. */
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

/** Whether the screening keeps something from being approved. */
export const isHeldBack = (screening: Screening): boolean =>
  screening !== null && !isCleared(screening.state);

/** What the screening service said of a deposit or withdrawal; nothing where it was never asked. */
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
