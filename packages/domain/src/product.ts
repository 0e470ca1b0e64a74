import { ceilDivideBig, exactDivideBig, formatScaled, readScaled } from "./numbers.ts";
import { minor, parseMinor } from "./money.ts";
import type { Minor } from "./money.ts";

/** The direction that a user expects: the price goes up (buy) or down (sell). */
export type Side = "buy" | "sell";

/** The durations of a position, in minutes. */
export const DURATIONS = [1, 3, 5, 10] as const;

/** The duration of a position, in minutes. */
export type Duration = (typeof DURATIONS)[number];

export function isDuration(value: unknown): value is Duration {
  return (DURATIONS as readonly unknown[]).includes(value);
}

/** Returns a duration in ticks. There is one tick per second. */
export function durationTicks(duration: Duration): number {
  return 60 * duration;
}

const MULTIPLIER_HUNDREDTHS: Readonly<Record<Duration, number>> = { 1: 250, 3: 600, 5: 1000, 10: 2000 };

/** Returns the profit of a won position per unit staked, in hundredths: 250 means that a stake of 10 earns 25. */
export function multiplierHundredths(duration: Duration): number {
  return MULTIPLIER_HUNDREDTHS[duration];
}

const MULTIPLIER_PLACES = 2;

/**
 * Parses a multiplier as it is stored and sent, in hundredths: 250 from "2.50", "2.5" or the number 2.5. Nothing is rounded.
 *
 * @throws RangeError unless it is plain decimal notation below 1,000 with at most two decimals
 */
export function parseMultiplier(multiplier: string | number): number {
  // A number is judged by its shortest text, which no arithmetic has changed.
  const text = String(multiplier);
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text))
    throw new RangeError(`not a multiplier with at most 2 decimals: ${text}`);
  return Number(readScaled(text, MULTIPLIER_PLACES));
}

/** Formats a multiplier in hundredths as it is stored and sent: "2.50" from 250. */
export function formatMultiplier(hundredths: number): string {
  return formatScaled(BigInt(hundredths), MULTIPLIER_PLACES);
}

export const MIN_STAKE = parseMinor("0.01");
export const MIN_DEPOSIT = parseMinor("15");
/** How long a deposit's address is watched, whatever becomes of the deposit. */
export const DEPOSIT_WATCHED_SECONDS = 30 * 86_400;
export const MIN_WITHDRAWAL = parseMinor("15");

export const WITHDRAWAL_FEE_PERCENT = 8;

/**
 * Returns the fee of a withdrawal, 8 % of the amount, in 1e-8 USDMS. An amount with two decimals has a fee with at most
 * four, so the fee is exact and never rounded.
 *
 * @throws RangeError for an amount so finely divided that its fee would need rounding
 */
export function withdrawalFee(amount: Minor): Minor {
  return minor(exactDivideBig(amount * BigInt(WITHDRAWAL_FEE_PERCENT), 100n));
}

/** Returns the amount paid out: the amount less the fee, in 1e-8 USDMS, exact. Throws as `withdrawalFee` does. */
export function withdrawalNet(amount: Minor): Minor {
  return minor(amount - withdrawalFee(amount));
}

const CENT = 1_000_000n;

/** Returns the smallest amount in whole cents, in 1e-8 USDMS, that pays out at least `net`. */
export function withdrawalFor(net: Minor): Minor {
  const paidPercent = BigInt(100 - WITHDRAWAL_FEE_PERCENT);
  return minor(ceilDivideBig(net * 100n, paidPercent * CENT) * CENT);
}

const cutToCents = (amount: Minor): Minor => minor(amount - (amount % CENT));

/**
 * Returns amount, fee and payout of a withdrawal as people see them: in whole cents, in 1e-8 USDMS. Amount and payout are cut,
 * so nobody sees a cent that is not there. The fee is the rest, so the three add up. Each differs from its exact figure by
 * less than a cent.
 */
export function shownWithdrawal(amount: Minor, net: Minor): { amount: Minor; fee: Minor; net: Minor } {
  const [shownAmount, shownNet] = [cutToCents(amount), cutToCents(net)];
  return { amount: shownAmount, fee: minor(shownAmount - shownNet), net: shownNet };
}

/** The price before the first tick, in thousandths: 152.790. */
export const INITIAL_PRICE_MILLI = 152_790;

/** The ends and the tick distance of the vertical gauge beside the price, in thousandths. */
export const GAUGE = { lowMilli: 140_000, highMilli: 170_000, stepMilli: 2_000 } as const;

/**
 * The spans for which people may bar themselves from trading and depositing: a time-out in days, a self-exclusion in
 * months.
 */
export const TIME_OUT_DAYS = [1, 3, 7, 30] as const;
export const EXCLUSION_MONTHS = [6, 12, 60] as const;

/** The longest break, in days, that somebody begins without proving their identity, and of which no mail tells. */
const SHORT_BREAK_DAYS = 30;

/** Returns true if a break of so many days (`time_out`) or months (`self_exclusion`) is a long one. */
export const isLongBreak = (kind: "time_out" | "self_exclusion", length: number): boolean =>
  kind === "self_exclusion" || length > SHORT_BREAK_DAYS;

/** The hours until a looser limit that a person sets on themselves takes effect. A tighter one takes effect at once. */
export const LOOSER_AFTER_HOURS = 24;

/** The shortest and longest session that a person may allow themselves, in minutes. */
export const SESSION_MINUTES = { least: 15, most: 480 } as const;

/** The minutes without a new position before a person's next session begins, counted from the expiry of their last one. */
export const SESSION_REST_MINUTES = 15;

/** The most open positions that a person may allow themselves. */
export const OPEN_POSITIONS_MAX = 1_000;
