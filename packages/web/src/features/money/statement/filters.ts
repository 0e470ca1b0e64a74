import type { StatementKind } from "@veritick/contract/schemas/statement.ts";

export const GROUPS = ["trades", "deposits", "withdrawals", "adjustments"] as const;
type Group = (typeof GROUPS)[number];

export const KINDS_OF: Readonly<Record<Group, readonly StatementKind[]>> = {
  trades: ["position_opened", "position_won", "position_refunded"],
  deposits: ["deposit_credited"],
  withdrawals: ["withdrawal_held", "withdrawal_returned"],
  adjustments: ["balance_adjusted"],
};

/** `from` and `to` are local days, `2026-01-31`, both included; empty where there is no bound. No group means all. */
export type Filters = { readonly groups: readonly Group[]; readonly from: string; readonly to: string };

/** What the address of the page says; anything else in it is passed over. */
export function readFilters(search: URLSearchParams): Filters {
  const named = (search.get("kinds") ?? "").split(",");
  return {
    groups: GROUPS.filter((group) => named.includes(group)),
    from: dayOrEmpty(search.get("from")),
    to: dayOrEmpty(search.get("to")),
  };
}

/** The same as the query of an address, without what says nothing. */
export function writeFilters({ groups, from, to }: Filters): string {
  // Commas may stand in a query as they are, and read better so.
  const kinds = groups.length === 0 ? [] : [`kinds=${groups.join(",")}`];
  return [...kinds, ...(from === "" ? [] : [`from=${from}`]), ...(to === "" ? [] : [`to=${to}`])].join("&");
}

export const isFiltered = ({ groups, from, to }: Filters) => groups.length > 0 || from !== "" || to !== "";

export const isWrongWayRound = ({ from, to }: Filters) => from !== "" && to !== "" && to < from;

/** What the server is asked for: kinds, and instants instead of local days. */
export type StatementSelection = { readonly kinds?: string; readonly from?: string; readonly to?: string };

export function selectionOf({ groups, from, to }: Filters): StatementSelection {
  const isAll = groups.length === 0 || groups.length === GROUPS.length;
  const since = from === "" ? undefined : localMidnight(from, 0);
  const until = to === "" ? undefined : localMidnight(to, 1);
  return {
    ...(isAll ? {} : { kinds: groups.flatMap((group) => KINDS_OF[group]).join(",") }),
    ...(since === undefined ? {} : { from: since }),
    ...(until === undefined ? {} : { to: until }),
  };
}

/** A year before this is one that is still being typed. */
const FIRST_YEAR = 2000;

/** True for a whole day of the calendar, as date fields and addresses write it. */
export function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  const date = new Date(year, month - 1, day);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    year >= FIRST_YEAR &&
    date.getMonth() === month - 1 &&
    date.getDate() === day
  );
}

const dayOrEmpty = (text: string | null) => (text !== null && isDay(text) ? text : "");

/** The instant at which a local day begins, or a later one; the length of days differs where clocks are changed. */
function localMidnight(day: string, daysLater: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const instant = new Date(year, month - 1, date + daysLater).toISOString();
  // Beyond the year 9999 instants are written in another way.
  return instant.startsWith("+") ? undefined : instant;
}
