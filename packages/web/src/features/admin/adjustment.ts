import { formatMinor, parseMinor, parseSignedFormAmount } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { plainAmount } from "../../lib/amount.ts";
import type { Language } from "../../lib/preferences.ts";

const CENT = 1_000_000n;

/** The plain signed decimal text of an adjustment as a person typed it; any minus sign counts, a plus sign too. */
export function plainAdjustment(typed: string, language: Language): string {
  const [, sign = "", amount = ""] = /^\s*([-+\u2212]?)(.*)$/s.exec(typed) ?? [];
  return (sign === "\u2212" ? "-" : sign) + plainAmount(amount, language);
}

/** What a plain text changes a balance by; undefined for what is no amount, and for nothing. */
export function changeOf(plain: string): Minor | undefined {
  const change = parseSignedFormAmount(plain);
  return change === 0n ? undefined : change;
}

/** The balance after a change, as decimal text. */
export function balanceAfter(balance: string, change: Minor): string {
  return formatMinor((parseMinor(balance) + change) as Minor);
}

/** A plain adjustment moved by a step of 0.01; what is none counts as nothing. */
export function steppedAdjustment(plain: string, direction: 1 | -1): string {
  const cents = (parseSignedFormAmount(plain) ?? 0n) / CENT + BigInt(direction);
  const absolute = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${absolute / 100n}.${String(absolute % 100n).padStart(2, "0")}`;
}
