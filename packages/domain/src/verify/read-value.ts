import type { ChainLink, CommittedEpoch } from "../epochs.ts";
import { MEAN_STATE } from "../price.ts";
import type { State } from "../price.ts";
import { MOST_STEPS, PATH_STEP } from "../signed/promise-tree.ts";
import type { PromisePath } from "../signed/promise-tree.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of any value. A field of another form than expected counts as missing. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

export const HEX_32 = /^[0-9a-f]{64}$/;
export const DECIMAL = /^-?\d{1,12}\.\d{8}$/;
const INTEGER = /^\d{1,18}$/;

export function readText<T extends string = string>(value: unknown, form: RegExp): T | undefined {
  return typeof value === "string" && form.test(value) ? (value as T) : undefined;
}

/** Some thousands of years of Unix seconds. */
const MOST_INDEX = 10 ** 11;

/** Reads a tick or an epoch. */
export function readIndex(value: unknown): number | undefined {
  const index = Number.isInteger(value) ? (value as number) : -1;
  return index >= 0 && index <= MOST_INDEX ? index : undefined;
}

export function readInteger(value: unknown): bigint | undefined {
  const text = readText(value, INTEGER);
  return text === undefined ? undefined : BigInt(text);
}

/** No state is ever further from the mean than this. Beyond it, the steps of the price would not be exact (`step`). */
const MOST_DISTANCE = 7e11;

export function readState(value: unknown): State | undefined {
  const state = Number(readText(value, /^-?\d{1,15}$/) ?? Number.NaN);
  return Math.abs(state - MEAN_STATE) <= MOST_DISTANCE ? state : undefined;
}

/** Reads a list of committed epochs; entries of another form are left out. */
export function readCommitted(value: unknown, most: number): CommittedEpoch[] {
  return readList(value, most).flatMap((each) => {
    const fields = fieldsOf(each);
    const epoch = readIndex(fields["epoch"]);
    const commitment = readText(fields["commitment"], HEX_32);
    return epoch === undefined || commitment === undefined ? [] : [{ epoch, commitment }];
  });
}

/** Reads the link of the chain in any value; undefined if a part of it is missing. */
export function readLink(value: unknown): ChainLink | undefined {
  const [committed] = readCommitted([value], 1);
  const termsHash = readText(fieldsOf(value)["termsHash"], HEX_32);
  return committed === undefined || termsHash === undefined ? undefined : { ...committed, termsHash };
}

/** Returns the first entries of a list, so that a file of any size takes little time. */
export const readList = (value: unknown, most: number): unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [];

/** Reads the path of a promise. */
export function readPath(value: unknown): PromisePath | undefined {
  const steps = readList(value, MOST_STEPS + 1).map((step) => readText(step, PATH_STEP));
  const isPath = Array.isArray(value) && steps.length <= MOST_STEPS && !steps.includes(undefined);
  return isPath ? (steps as string[]) : undefined;
}

/** The form of instants: ISO 8601 in UTC with milliseconds. */
export const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d\.\d{3})Z$/;

/** Returns the Unix seconds of such a text, with the fraction of a second; undefined for any other value. */
export function secondsOf(value: unknown): number | undefined {
  const parts = typeof value === "string" ? INSTANT.exec(value) : null;
  const [year, month, day, hour, minute, second] = parts?.slice(1).map(Number) ?? [];
  if (year === undefined || month! < 1 || month! > 12) return undefined;
  return ((daysUntil(year, month!) + day! - 1) * 24 + hour!) * 3600 + minute! * 60 + second!;
}

/** Returns the days from 1970 to the first of a month. Years count from March, so a leap day is the last of its year. */
function daysUntil(year: number, month: number): number {
  const since = month > 2 ? year : year - 1;
  const months = (month + 9) % 12;
  const leapDays = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400);
  return 365 * since + leapDays + Math.floor((153 * months + 2) / 5) - 719_468;
}
