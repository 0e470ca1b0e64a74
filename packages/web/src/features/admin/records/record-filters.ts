import type { RecordKind, RecordSort, StatusOf } from "@veritick/contract/schemas/admin-records.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import type { Address } from "../../../lib/addresses.ts";
import { plainAmount } from "../../../lib/amount.ts";
import type { Language } from "../../../lib/preferences.ts";
import { isDay, selectionOf as periodOf } from "../../money/public.ts";

const NAMES = ["id", "status", "user", "from", "to", "min", "max", "side", "duration", "sort"] as const;
type Name = (typeof NAMES)[number];

/** The filters of a page of records as text, empty if not set. `from` and `to` are local days. */
export type RecordFilters = Readonly<Record<Name, string>>;

/** No filters: everything, newest first. */
export const NO_FILTERS = Object.fromEntries(NAMES.map((name) => [name, ""])) as RecordFilters;

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

const AMOUNT = /^\d{1,10}(\.\d{1,8})?$/;

/** Returns a typed amount as the server takes it, or undefined if it is none. */
export function readAmount(typed: string, language: Language): string | undefined {
  const text = plainAmount(typed, language);
  return text === "" || AMOUNT.test(text) ? text : undefined;
}

/** Reads the filters from the page's address and ignores invalid values. */
export function readFilters(kind: RecordKind, search: URLSearchParams): RecordFilters {
  const valid: Record<Name, (text: string) => boolean> = {
    id: (text) => UUID_OF_ANY_CASE.test(text),
    status: (text) => (STATUSES[kind] as readonly string[]).includes(text),
    user: (text) => UUID_OF_ANY_CASE.test(text),
    from: isDay,
    to: isDay,
    min: (text) => AMOUNT.test(text),
    max: (text) => AMOUNT.test(text),
    side: (text) => kind === "positions" && (text === "buy" || text === "sell"),
    duration: (text) => kind === "positions" && DURATIONS.some((minutes) => String(minutes) === text),
    sort: (text) => (SORTS[kind] as readonly string[]).includes(text),
  };
  const read = (name: Name) => {
    const text = search.get(name) ?? "";
    return valid[name](text) ? text : "";
  };
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as RecordFilters;
}

/** Writes filters as the query of an address, without empty values. */
export function writeFilters(filters: Partial<RecordFilters>): string {
  const said = NAMES.flatMap((name): [string, string][] => {
    const value = filters[name] ?? "";
    return value === "" || (name === "sort" && value === "newest") ? [] : [[name, value]];
  });
  return String(new URLSearchParams(said));
}

/** Returns the address of a kind of records with filters. */
export function recordsAddress(kind: RecordKind, filters: Partial<RecordFilters>): Address {
  const query = writeFilters(filters);
  return query === "" ? `/admin/${kind}` : `/admin/${kind}?${query}`;
}

/** Returns true if the filters leave records out. The order leaves out none. */
export const isFiltered = (filters: RecordFilters) => writeFilters({ ...filters, sort: "" }) !== "";

/** Returns the filters as the server takes them, with instants instead of local days and without empty values. */
export function selectionOf({ from, to, ...others }: RecordFilters): Record<string, string> {
  const said = Object.entries(others).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(said), ...periodOf({ groups: [], from, to }) };
}

/** Returns the time at the start of an id, in Unix seconds. */
export const tickOfId = (id: string): number =>
  Math.floor(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16) / 1000);
