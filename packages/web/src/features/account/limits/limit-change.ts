import type { Limit, Limits } from "@veritick/contract/schemas/limits.ts";
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
import { MIN_DEPOSIT, MIN_STAKE } from "@veritick/domain/product.ts";

const capOf = (decimal: string | null): Cap => (decimal === null ? null : parseMinor(decimal));

function selfLimitOf({ amount, next }: Limit): SelfLimit {
  return {
    amount: capOf(amount),
    next: next && { amount: capOf(next.amount), fromMs: Date.parse(next.from) },
  };
}

/** What a limit that is asked for now comes to. */
export type Change =
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
