import type { RecordKind, RecordSort, StatusOf } from "@veritick/contract/schemas/admin-records.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import type { Address } from "../../../lib/addresses.ts";
import { addressWith, amount, day, oneOf, uuid } from "../../../lib/filters.ts";
import type { FiltersOf } from "../../../lib/filters.ts";

/** The orders of each kind of records. The first one needs no mention. */
export const SORTS = {
  deposits: ["newest", "oldest", "largest", "smallest"],
  withdrawals: ["newest", "oldest", "largest", "smallest"],
  positions: ["newest", "oldest"],
} as const satisfies Record<RecordKind, readonly RecordSort[]>;

export const STATUSES = {
  deposits: ["open", "pending", "confirming", "confirmed", "failed"],
  withdrawals: ["open", "pending", "processing", "completed", "failed"],
  positions: ["active", "won", "lost", "sold", "refunded"],
} as const satisfies { [K in RecordKind]: readonly StatusOf<K>[] };

const rulesOf = (kind: RecordKind) => ({
  id: uuid,
  status: oneOf(STATUSES[kind]),
  user: uuid,
  from: day,
  to: day,
  min: amount,
  max: amount,
  side: oneOf(kind === "positions" ? ["buy", "sell"] : []),
  duration: oneOf(kind === "positions" ? DURATIONS.map(String) : []),
  sort: oneOf(SORTS[kind].slice(1)),
});

/** The filters of a page of records, and their order. */
export const RECORD_FILTERS = {
  deposits: rulesOf("deposits"),
  withdrawals: rulesOf("withdrawals"),
  positions: rulesOf("positions"),
};
export type RecordFilters = FiltersOf<ReturnType<typeof rulesOf>>;

/** Returns the address of a kind of records with filters. */
export const recordsAddress = (kind: RecordKind, filters: Partial<RecordFilters>): Address =>
  addressWith(`/admin/${kind}`, filters);

/** Returns the time at the start of an id, in Unix seconds. */
export const tickOfId = (id: string): number =>
  Math.floor(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16) / 1000);
