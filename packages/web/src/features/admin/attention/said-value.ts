import { plainDecimal } from "../../../lib/plain-decimal.ts";

/** What of a provider's words is an amount even where it has no decimals. */
const AMOUNTS = new Set([
  "already_credited",
  "pay_amount",
  "actually_paid",
  "outcome_amount",
  "price_amount",
  "amount",
  "fee",
]);
const STATES = new Set(["status", "payment_status"]);

type Words = {
  readonly states: Readonly<Record<string, string>>;
  readonly exactAmount: (decimal: string) => string;
};

/**
 * What a provider said, for a person: its states in words, its amounts as amounts are written. What has more decimals than
 * those, and whatever else there are no words for, is shown as it stands, but for zeros that say nothing.
 */
export function saidValue(name: string, value: string, { states, exactAmount }: Words): string {
  if (STATES.has(name)) return states[value.toLowerCase()] ?? value;
  if (!/^-?\d{1,15}(\.\d+)?$/.test(value)) return value;
  if (!value.includes(".") && !AMOUNTS.has(name)) return value;
  const plain = plainDecimal(value);
  return /\.\d{9}/.test(plain) ? plain : exactAmount(plain);
}
