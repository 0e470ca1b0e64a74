import { minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { LARGEST_CREDIT } from "@veritick/domain/payments.ts";
import type { AttentionRow } from "./attention-row.ts";
import { OUR_ASSET } from "./record-attention.ts";

/**
 * The most a person may credit for a payment, in 1e-8 USDMS. In our asset that is what arrived and was not credited yet.
 * What another asset is worth the platform does not know, so the person who credits it answers for the rate.
 */
export function mostCreditable(item: AttentionRow, credited: Minor): Minor {
  if (item.asset !== OUR_ASSET) return LARGEST_CREDIT;
  const rest = parseMinor(item.arrived_text ?? "0") - credited;
  if (rest <= 0n) return ZERO;
  return rest < LARGEST_CREDIT ? minor(rest) : LARGEST_CREDIT;
}
