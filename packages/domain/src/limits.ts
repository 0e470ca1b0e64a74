import { periodAt, PERIODS } from "./calendar.ts";
import type { Period, Span } from "./calendar.ts";
import type { Minor } from "./money.ts";
import { LOOSER_AFTER_HOURS, MIN_STAKE, OPEN_POSITIONS_MAX, SESSION_MINUTES } from "./product.ts";

/** What a person may limit for a day, a week and a month. */
export const LIMITED_FLOWS = ["deposit", "stake", "loss"] as const;
export type LimitedFlow = (typeof LIMITED_FLOWS)[number];

/**
 * What a person may limit. `deposit`: what is asked to be deposited. `stake`: what is staked. `loss`: what is staked less what
 * comes back, as if every open position were lost. Those are for a day; `_week` and `_month` are for a week from Monday and for
 * a month. `largest_stake`: one stake. `open_positions`: how many are open at once. `session`: how many minutes are traded
 * without a rest.
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

/** The limit of a flow for a period. */
export const kindOf = (flow: LimitedFlow, period: Period): LimitKind =>
  period === "day" ? flow : `${flow}_${period}`;

/** The flow and the period of a limit; undefined for a limit that is about neither. */
export function flowOf(kind: LimitKind): { flow: LimitedFlow; period: Period } | undefined {
  for (const period of PERIODS)
    for (const flow of LIMITED_FLOWS) if (kindOf(flow, period) === kind) return { flow, period };
  return undefined;
}

/** How much somebody allows themselves, in 1e-8 of a USDMS, of a minute or of a position; null for no limit. */
export type Cap = Minor | null;

const UNIT = 100_000_000n;
const isWholeWithin = (cap: bigint, least: number, most: number): boolean =>
  cap % UNIT === 0n && cap >= BigInt(least) * UNIT && cap <= BigInt(most) * UNIT;

/** True where somebody may set such a limit. Sessions have whole minutes, and positions are counted. */
export function isLimitAmount(kind: LimitKind, cap: Cap): boolean {
  if (cap === null) return true;
  if (kind === "session") return isWholeWithin(cap, SESSION_MINUTES.least, SESSION_MINUTES.most);
  if (kind === "open_positions") return isWholeWithin(cap, 1, OPEN_POSITIONS_MAX);
  return cap >= MIN_STAKE;
}

/** A limit that somebody has set on themselves. */
export type SelfLimit = {
  readonly amount: Cap;
  /** A looser one that takes over at its time (Unix milliseconds). */
  readonly next: { readonly amount: Cap; readonly fromMs: number } | null;
};

export const NO_LIMIT: SelfLimit = { amount: null, next: null };

const LOOSER_AFTER_MS = LOOSER_AFTER_HOURS * 3_600_000;

/** True where `one` allows more than `other`. */
export function isLooser(one: Cap, other: Cap): boolean {
  return other !== null && (one === null || one > other);
}

/** The limit as it stands at a time: what waited until then is in force. The database says the same in `limit_at`. */
export function limitAt(limit: SelfLimit, nowMs: number): SelfLimit {
  const { next } = limit;
  return next !== null && next.fromMs <= nowMs ? { amount: next.amount, next: null } : limit;
}

/**
 * What becomes of a limit when somebody asks for another one. A tighter one holds at once, and nothing waits any more; so
 * it does where they ask for the one in force. A looser one waits, and takes the place of one that waits already: what is
 * looser than that one waits its full time again, what is not keeps the other's time.
 */
export function changeLimit(limit: SelfLimit, wanted: Cap, nowMs: number): SelfLimit {
  const { amount, next } = limitAt(limit, nowMs);
  if (!isLooser(wanted, amount)) return { amount: wanted, next: null };
  const keepsTime = next !== null && !isLooser(wanted, next.amount);
  return { amount, next: { amount: wanted, fromMs: keepsTime ? next.fromMs : nowMs + LOOSER_AFTER_MS } };
}

/** The day, week or month that a limit counts, and the time zone that it follows. */
export type Window = Span & { readonly zone: string };

/**
 * The window in force at a time. One that has begun runs to its end, whatever zone the person names meanwhile. In another zone the
 * next one ends with the first day, week or month there that ends no earlier than it would have ended without the change: so no
 * change of zone makes a window shorter, and at most one window is longer.
 *
 * @param kept the window that was in force last; null for the first
 * @throws RangeError for an unknown zone
 */
export function windowAt(period: Period, kept: Window | null, zone: string, nowMs: number): Window {
  if (kept === null) return { zone, ...periodAt(zone, period, nowMs) };
  if (nowMs < kept.endsMs) return kept;
  // A window made longer by a change of zone ends where one of its own zone ends, so the next one begins there.
  const unchanged = periodAt(kept.zone, period, nowMs);
  if (kept.zone === zone) return { zone, ...unchanged };
  return { zone, startsMs: unchanged.startsMs, endsMs: periodAt(zone, period, unchanged.endsMs - 1).endsMs };
}
