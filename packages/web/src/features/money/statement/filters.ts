import type { StatementKind } from "@veritick/contract/schemas/statement.ts";
import { day, listOf, periodOf, someOf } from "../../../lib/filters.ts";
import type { DayStart, FiltersOf } from "../../../lib/filters.ts";

export const GROUPS = ["trades", "deposits", "withdrawals", "adjustments"] as const;
export type Group = (typeof GROUPS)[number];

export const KINDS_OF: Readonly<Record<Group, readonly StatementKind[]>> = {
  trades: ["position_opened", "position_won", "position_sold", "position_refunded", "positions_archived"],
  deposits: ["deposit_credited"],
  withdrawals: ["withdrawal_held", "withdrawal_returned"],
  adjustments: ["balance_adjusted"],
};

/** `kinds` names groups. No group means all. */
export const STATEMENT_FILTERS = { kinds: someOf(GROUPS), from: day, to: day };
export type StatementFilters = FiltersOf<typeof STATEMENT_FILTERS>;

/** The filters as the server takes them: the kinds of the groups, and instants instead of days. */
export type StatementSelection = { readonly kinds?: string; readonly from?: string; readonly to?: string };

export const groupsOf = ({ kinds }: Pick<StatementFilters, "kinds">) => listOf(kinds) as Group[];

export function selectionOf({ kinds, ...period }: StatementFilters, startOf?: DayStart): StatementSelection {
  const groups = groupsOf({ kinds });
  const isAll = groups.length === 0 || groups.length === GROUPS.length;
  return {
    ...(isAll ? {} : { kinds: groups.flatMap((group) => KINDS_OF[group]).join(",") }),
    ...periodOf(period, startOf),
  };
}
