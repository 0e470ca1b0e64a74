import { periodAt, PERIODS } from "./calendar.ts";
import type { Period, Span } from "./calendar.ts";
import type { Minor } from "./money.ts";
import { LOOSER_AFTER_HOURS, MIN_STAKE, OPEN_POSITIONS_MAX, SESSION_MINUTES } from "./product.ts";

/** The flows of money that a person may limit for a day, a week and a month. */
const LIMITED_FLOWS = ["deposit", "stake", "loss"] as const;
export type LimitedFlow = (typeof LIMITED_FLOWS)[number];

/**
 * The limits that a person may set. `deposit`: the sum of requested deposits. `stake`: the sum of stakes. `loss`: stakes
 * less returns, with every open position counted as lost. Those three are for a day; `_week` and `_month` are for a week
 * from Monday and for a month. `largest_stake`: one stake. `open_positions`: the number of positions open at once.
 * `session`: the minutes of trading without a rest.
 */
export const LIMIT_KINDS = [
  "deposit",
  "stake",
  "loss",
  "deposit_week",
  "stake_week",
  "loss_week",
  "deposit_month",
  "stake_month",
  "loss_month",
  "largest_stake",
  "open_positions",
  "session",
] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const kindOf = (flow: LimitedFlow, period: Period): LimitKind =>
  period === "day" ? flow : `${flow}_${period}`;

/** Returns the flow and the period of a limit; undefined for a limit that has neither. */
export function flowOf(kind: LimitKind): { flow: LimitedFlow; period: Period } | undefined {
  for (const period of PERIODS)
    for (const flow of LIMITED_FLOWS) if (kindOf(flow, period) === kind) return { flow, period };
  return undefined;
}

/** The amount of a limit, in 1e-8 of a USDMS, of a minute or of a position; null for no limit. */
export type Cap = Minor | null;

const UNIT = 100_000_000n;
const isWholeWithin = (cap: bigint, least: number, most: number): boolean =>
  cap % UNIT === 0n && cap >= BigInt(least) * UNIT && cap <= BigInt(most) * UNIT;

/** Returns true if a person may set this limit. Sessions last whole minutes, and positions are counted. */
export function isLimitAmount(kind: LimitKind, cap: Cap): boolean {
  if (cap === null) return true;
  if (kind === "session") return isWholeWithin(cap, SESSION_MINUTES.least, SESSION_MINUTES.most);
  if (kind === "open_positions") return isWholeWithin(cap, 1, OPEN_POSITIONS_MAX);
  return cap >= MIN_STAKE;
}

export type SelfLimit = {
  readonly amount: Cap;
  /** A looser limit that takes effect at `fromMs` (Unix milliseconds). */
  readonly next: { readonly amount: Cap; readonly fromMs: number } | null;
};

const LOOSER_AFTER_MS = LOOSER_AFTER_HOURS * 3_600_000;

/** Returns true if `one` allows more than `other`. */
export function isLooser(one: Cap, other: Cap): boolean {
  return other !== null && (one === null || one > other);
}

/** Returns the limit at a time: a pending limit is in force from its time on. The database's `limit_at` does the same. */
export function limitAt(limit: SelfLimit, nowMs: number): SelfLimit {
  const { next } = limit;
  return next !== null && next.fromMs <= nowMs ? { amount: next.amount, next: null } : limit;
}

/**
 * Returns a limit after its owner asks for another one. A tighter or equal one takes effect at once and cancels the pending
 * one. A looser one becomes pending and replaces the one that was pending. If it is looser than that one too, it waits the
 * full time; otherwise it keeps the other's time.
 */
export function changeLimit(limit: SelfLimit, wanted: Cap, nowMs: number): SelfLimit {
  const { amount, next } = limitAt(limit, nowMs);
  if (!isLooser(wanted, amount)) return { amount: wanted, next: null };
  const keepsTime = next !== null && !isLooser(wanted, next.amount);
  return { amount, next: { amount: wanted, fromMs: keepsTime ? next.fromMs : nowMs + LOOSER_AFTER_MS } };
}

/** The day, week or month that a limit counts, and its time zone. */
export type Window = Span & { readonly zone: string };

/**
 * Returns the window in force at a time. A window that has begun runs to its end, even if the person changes zone
 * meanwhile. After a change, the next window ends with the first day, week or month of the new zone that ends no earlier
 * than the window would have ended without the change. So no change of zone makes a window shorter, and at most one window
 * is longer.
 *
 * @param kept the window that was in force last; null for the first
 * @throws RangeError for an unknown zone
 */
export function windowAt(period: Period, kept: Window | null, zone: string, nowMs: number): Window {
  if (kept === null) return { zone, ...periodAt(zone, period, nowMs) };
  if (nowMs < kept.endsMs) return kept;
  // A window that a change of zone made longer ends with a period of its own zone, so the next one begins there.
  const unchanged = periodAt(kept.zone, period, nowMs);
  if (kept.zone === zone) return { zone, ...unchanged };
  return { zone, startsMs: unchanged.startsMs, endsMs: periodAt(zone, period, unchanged.endsMs - 1).endsMs };
}
