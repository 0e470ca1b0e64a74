import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";

/** What a position gains if it wins, as decimal text. */
export function maxProfitOf({ amount, multiplier }: Position): string {
  return formatMinor(maxProfitMinor(parseMinor(amount), Math.round(Number(multiplier) * 100)));
}
