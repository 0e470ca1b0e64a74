import type { Limit, Limits, Pause } from "@veritick/contract/schemas/limits.ts";
import { changeLimit, isLimitAmount } from "@veritick/domain/limits.ts";
import type { Cap, LimitKind, SelfLimit } from "@veritick/domain/limits.ts";
import { formatMinor, minor, parseMinor, readFormAmount, ZERO } from "@veritick/domain/money.ts";
import type { AmountFault, Minor } from "@veritick/domain/money.ts";
import { EXCLUSION_MONTHS, MIN_DEPOSIT, MIN_STAKE, TIME_OUT_DAYS } from "@veritick/domain/product.ts";
import type { LaterMessages } from "../../../locales/messages.ts";

/** When a requested limit takes effect: now, later, or never because it changes nothing. */
type Change =
  | { readonly kind: "now" }
  | { readonly kind: "later"; readonly fromMs: number }
  | { readonly kind: "same" };

export function changeOf(limit: Limit, wanted: Cap, nowMs: number): Change {
  const before = selfLimitOf(limit);
  if (wanted === before.amount) return { kind: "same" };
  const { next } = changeLimit(before, wanted, nowMs);
  return next === null ? { kind: "now" } : { kind: "later", fromMs: next.fromMs };
}

const capOf = (decimal: string | null): Cap => (decimal === null ? null : parseMinor(decimal));

function selfLimitOf({ amount, next }: Limit): SelfLimit {
  return {
    amount: capOf(amount),
    next: next && { amount: capOf(next.amount), fromMs: Date.parse(next.from) },
  };
}

/** Reads a limit from plain decimal text. */
export function readLimit(kind: LimitKind, plain: string): Minor | AmountFault {
  const amount = readFormAmount(plain, MIN_STAKE);
  return typeof amount !== "bigint" || isLimitAmount(kind, amount) ? amount : "tooSmall";
}

export function unitOf(kind: LimitKind): "amount" | "minutes" | "number" {
  if (kind === "session") return "minutes";
  return kind === "open_positions" ? "number" : "amount";
}

/** Returns how much of a limit is used. Never below 0, though a day with gains leaves more room than the limit itself. */
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

export function isSpent({ used }: Limit, wanted: Cap): boolean {
  return wanted !== null && parseMinor(used) >= wanted;
}

export function isBelowDeposit({ kind }: Limit, wanted: Cap): boolean {
  return kind.startsWith("deposit") && wanted !== null && wanted < MIN_DEPOSIT;
}

/** Returns the first instant at which part of this answer is out of date. */
export function nextChangeMs({ limits, dayEnds, restUntil, pause }: Limits): number {
  const instants = [
    dayEnds,
    ...(pause === null ? [] : [pause.until]),
    ...(restUntil === null ? [] : [restUntil]),
  ];
  for (const { ends, next } of limits) {
    if (ends !== null) instants.push(ends);
    if (next !== null) instants.push(next.from);
  }
  return Math.min(...instants.map((instant) => Date.parse(instant)));
}

/** The id of the part of the limits page that offers breaks. */
export const BREAK_ANCHOR = "break";

/** The lengths on offer: days of a time-out, months of a self-exclusion. */
export const BREAK_LENGTHS: Record<Pause["kind"], readonly number[]> = {
  time_out: TIME_OUT_DAYS,
  self_exclusion: EXCLUSION_MONTHS,
};

const MONTHS_OF_YEAR = 12;

/** Returns a length in the usual unit: in years from one year on. */
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
 * Returns when a break that begins now ends. The server counts in the same way: in UTC, to the same day of a later month, or
 * to the last day of that month if it is shorter.
 */
export function breakEnd(kind: Pause["kind"], length: number, nowMs: number): Date {
  const end = new Date(nowMs);
  if (kind === "time_out") {
    end.setUTCDate(end.getUTCDate() + length);
    return end;
  }
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + length);
  // The month is too short, so the date ran on into the next one. Day 0 is the last day of the month before.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end;
}
