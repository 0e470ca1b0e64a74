import type { StatementKind } from "@veritick/contract/schemas/statement.ts";

export const GROUPS = ["trades", "deposits", "withdrawals", "adjustments"] as const;
type Group = (typeof GROUPS)[number];

export const KINDS_OF: Readonly<Record<Group, readonly StatementKind[]>> = {
  trades: ["position_opened", "position_won", "position_sold", "position_refunded", "positions_archived"],
  deposits: ["deposit_credited"],
  withdrawals: ["withdrawal_held", "withdrawal_returned"],
  adjustments: ["balance_adjusted"],
};

/** `from` and `to` are local days, `2026-01-31`, both included; an empty one sets no bound. No group means all. */
export type Filters = { readonly groups: readonly Group[]; readonly from: string; readonly to: string };

/** Reads the filters from the address of the page and ignores anything else in it. */
export function readFilters(search: URLSearchParams): Filters {
  const named = (search.get("kinds") ?? "").split(",");
  return {
    groups: GROUPS.filter((group) => named.includes(group)),
    from: dayOrEmpty(search.get("from")),
    to: dayOrEmpty(search.get("to")),
  };
}

/** Writes the filters as the query of an address and leaves out the empty ones. */
export function writeFilters({ groups, from, to }: Filters): string {
  // A query may contain commas, and they read better unescaped.
  const kinds = groups.length === 0 ? [] : [`kinds=${groups.join(",")}`];
  return [...kinds, ...(from === "" ? [] : [`from=${from}`]), ...(to === "" ? [] : [`to=${to}`])].join("&");
}

export const isFiltered = ({ groups, from, to }: Filters) => groups.length > 0 || from !== "" || to !== "";

export const isWrongWayRound = ({ from, to }: Filters) => from !== "" && to !== "" && to < from;

/** The filters as the server takes them: kinds, and instants instead of local days. */
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

/** An earlier year in a date field means that the user is still typing. */
const FIRST_YEAR = 2000;

/** Returns true for a real day of the calendar in the form `2026-01-31`. */
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

/** Returns the instant at which a local day, or one some days later, begins. Days differ in length where clocks change. */
function localMidnight(day: string, daysLater: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const instant = new Date(year, month - 1, date + daysLater).toISOString();
  // Instants after the year 9999 have another form, so they set no bound.
  return instant.startsWith("+") ? undefined : instant;
}
