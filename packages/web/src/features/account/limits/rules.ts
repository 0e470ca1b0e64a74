import type { Limit, Limits, Pause } from "@veritick/contract/schemas/limits.ts";
import { changeLimit } from "@veritick/domain/limits.ts";
import type { Cap, SelfLimit } from "@veritick/domain/limits.ts";
import {
  formatMinor,
  minor,
  parseFormAmount,
  parseMinor,
  STORABLE_MAX,
  ZERO,
} from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { EXCLUSION_MONTHS, MIN_DEPOSIT, MIN_STAKE, TIME_OUT_DAYS } from "@veritick/domain/product.ts";
import type { LaterMessages } from "../../../locales/messages.ts";

const capOf = (decimal: string | null): Cap => (decimal === null ? null : parseMinor(decimal));

function selfLimitOf({ amount, next }: Limit): SelfLimit {
  return {
    amount: capOf(amount),
    next: next && { amount: capOf(next.amount), fromMs: Date.parse(next.from) },
  };
}

/** What a limit that is asked for now comes to. */
type Change =
  { readonly kind: "now" } | { readonly kind: "later"; readonly fromMs: number } | { readonly kind: "same" };

export function changeOf(limit: Limit, wanted: Cap, nowMs: number): Change {
  const before = selfLimitOf(limit);
  if (wanted === before.amount) return { kind: "same" };
  const { next } = changeLimit(before, wanted, nowMs);
  return next === null ? { kind: "now" } : { kind: "later", fromMs: next.fromMs };
}

/** A limit that may be set, from plain text; undefined for what is none. */
export function readLimit(plain: string): Minor | undefined {
  const amount = parseFormAmount(plain);
  return amount === undefined || amount < MIN_STAKE || amount > STORABLE_MAX ? undefined : amount;
}

/** What today has taken of a limit: never less than nothing, though a won day gives more room than the limit itself. */
export function takenOf({ amount, used }: Limit): { taken: string; left: string; share: number } {
  const usedMinor = parseMinor(used);
  const taken = usedMinor > 0n ? usedMinor : ZERO;
  const limit = amount === null ? ZERO : parseMinor(amount);
  const left = limit > usedMinor ? minor(limit - usedMinor) : ZERO;
  const thousandths = limit === 0n ? 0n : (taken * 1000n) / limit;
  return {
    taken: formatMinor(taken),
    left: formatMinor(left),
    share: thousandths > 1000n ? 1 : Number(thousandths) / 1000,
  };
}

/** Whether today leaves nothing under an amount. */
export function isSpent({ used }: Limit, wanted: Cap): boolean {
  return wanted !== null && parseMinor(used) >= wanted;
}

/** Whether an amount lets nobody deposit at all. */
export function isBelowDeposit({ kind }: Limit, wanted: Cap): boolean {
  return kind === "deposit" && wanted !== null && wanted < MIN_DEPOSIT;
}

/** When the first of what these limits say will no longer hold. */
export function nextChangeMs({ limits, dayEnds, pause }: Limits): number {
  const instants = [dayEnds, ...(pause === null ? [] : [pause.until])];
  for (const { next } of limits) if (next !== null) instants.push(next.from);
  return Math.min(...instants.map((instant) => Date.parse(instant)));
}

/** Where the page of the limits has its breaks. */
export const BREAK_ANCHOR = "break";

/** A length of a break: days of a time-out, months of a self-exclusion. */
export const BREAK_LENGTHS: Record<Pause["kind"], readonly number[]> = {
  time_out: TIME_OUT_DAYS,
  self_exclusion: EXCLUSION_MONTHS,
};

const MONTHS_OF_YEAR = 12;

/** A length as people say it: in years from a whole one on. */
export function breakLength(
  kind: Pause["kind"],
  length: number,
  words: Pick<LaterMessages["limits"]["pause"], "days" | "months" | "years">,
): { readonly count: number; readonly unit: string } {
  if (kind === "time_out") return { count: length, unit: words.days(length) };
  const years = length / MONTHS_OF_YEAR;
  return years < 1 ? { count: length, unit: words.months } : { count: years, unit: words.years(years) };
}

/**
 * When a break that begins now ends, as the server reckons it: a month ends on the same day of a later month, in UTC, or
 * on that month's last day where it has no such day.
 */
export function breakEnd(kind: Pause["kind"], length: number, nowMs: number): Date {
  const end = new Date(nowMs);
  if (kind === "time_out") {
    end.setUTCDate(end.getUTCDate() + length);
    return end;
  }
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + length);
  // The month has no such day, and what is beyond its last one went on into the next.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end;
}
