import type { Minor } from "./money.ts";
import { LOOSER_AFTER_HOURS } from "./product.ts";

/** How much somebody allows themselves in a day, in 1e-8 USDMS; null for no limit. */
export type Cap = Minor | null;

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
