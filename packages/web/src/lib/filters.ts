import { readFormAmount, ZERO } from "@veritick/domain/money.ts";
import type { AmountFault } from "@veritick/domain/money.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import type { Address, Path } from "./addresses.ts";
import type { Language } from "./preferences.ts";

/** The filters of a page by name, as text. One that is not set is empty. */
export type Filters<Name extends string = string> = Readonly<Record<Name, string>>;

/** Returns a text of the address as the filter takes it, or "" if the filter does not take it. */
type Rule = (text: string) => string;
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;
export type FiltersOf<R extends Rules> = Filters<keyof R & string>;

const ifIt =
  (fits: (text: string) => boolean): Rule =>
  (text) =>
    fits(text) ? text : "";

/** One of some words. */
export const oneOf = (words: readonly string[]): Rule => ifIt((text) => words.includes(text));

/** Any number of some words, separated by commas. */
export const someOf =
  (words: readonly string[]): Rule =>
  (text) =>
    words.filter((word) => listOf(text).includes(word)).join(",");

export const uuid: Rule = (text) => (UUID_OF_ANY_CASE.test(text) ? text.toLowerCase() : "");

const PLACES = 8;

export const amount: Rule = ifIt((text) => typeof readFormAmount(text, ZERO, PLACES) === "bigint");

/** A local day such as `2026-01-31`. */
export const day: Rule = ifIt(isDay);

/** Returns the words of a filter that takes several. */
export const listOf = (text: string): string[] => (text === "" ? [] : text.split(","));

/** Returns a typed amount as the server takes it, "" if the field is empty, and the fault of the text if it has one. */
export function readAmount(typed: string, language: Language): { text: string; fault?: AmountFault } {
  const text = plainAmount(typed, language);
  const amount = readFormAmount(text, ZERO, PLACES);
  return typeof amount === "bigint" || amount === "empty" ? { text } : { text, fault: amount };
}

/** Reads the filters from the address of a page and ignores anything else in it. */
export function readFilters<Name extends string>(rules: Rules<Name>, search: URLSearchParams): Filters<Name> {
  const read = Object.entries<Rule>(rules).map(([name, rule]) => [name, rule(search.get(name) ?? "")]);
  return Object.fromEntries(read) as Filters<Name>;
}

/** Returns the filters without the empty ones. */
export const setFilters = (filters: Partial<Filters>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** Writes the filters as the query of an address and leaves out the empty ones. */
export const writeFilters = (filters: Partial<Filters>): string =>
  // A query may contain commas, and they read better unescaped.
  String(new URLSearchParams(setFilters(filters))).replaceAll("%2C", ",");

export const isFiltered = (filters: Partial<Filters>): boolean => writeFilters(filters) !== "";

/** Returns the address of a page with filters. */
export function addressWith(path: Path, filters: Partial<Filters>): Address {
  const query = writeFilters(filters);
  return query === "" ? path : `${path}?${query}`;
}

/** Returns the instant at which a day, or the one after it, begins; undefined if it is not known. */
export type DayStart = (day: string, daysLater: 0 | 1) => string | undefined;

/** Days, both included. An empty one sets no bound. */
export type Period = Readonly<Record<"from" | "to", string>>;

export const isWrongWayRound = ({ from, to }: Period): boolean => from !== "" && to !== "" && to < from;

/** Returns a period as the server takes it, with instants instead of days: those of this device unless `startOf` knows better. */
export function periodOf(
  { from, to }: Period,
  startOf?: DayStart,
): { readonly from?: string; readonly to?: string } {
  const since = from === "" ? undefined : (startOf?.(from, 0) ?? localMidnight(from, 0));
  const until = to === "" ? undefined : (startOf?.(to, 1) ?? localMidnight(to, 1));
  return { ...(since !== undefined && { from: since }), ...(until !== undefined && { to: until }) };
}

/** Returns filters with a period as the server takes them. */
export const selectionOf = (
  { from, to, ...others }: Period & Filters,
  startOf?: DayStart,
): Record<string, string> => ({
  ...setFilters(others),
  ...periodOf({ from, to }, startOf),
});

/** An earlier year in a date field means that the user is still typing. */
const FIRST_YEAR = 2000;

/** Returns true for a real day of the calendar in the form `2026-01-31`. */
export function isDay(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.split("-").map(Number);
  const instant = new Date(year, month - 1, date);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    year >= FIRST_YEAR &&
    instant.getMonth() === month - 1 &&
    instant.getDate() === date
  );
}

/** Returns the instant at which a local day, or one some days later, begins. Days differ in length where clocks change. */
function localMidnight(text: string, daysLater: number): string | undefined {
  const [year = 0, month = 0, date = 0] = text.split("-").map(Number);
  const instant = new Date(year, month - 1, date + daysLater).toISOString();
  // Instants after the year 9999 have another form, so they set no bound.
  return instant.startsWith("+") ? undefined : instant;
}
