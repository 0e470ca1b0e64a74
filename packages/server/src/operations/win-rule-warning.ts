import { INITIAL_PRICE_MILLI } from "@veritick/domain/product.ts";
import { computeTerms, expectedResultPerUnit } from "@veritick/domain/terms.ts";
import type { Config } from "../config/config.ts";

/** Under the bare direction rule the house loses on every position: how much, for each duration. */
export function expectedLossLines({ houseEdge, winRule }: Pick<Config, "houseEdge" | "winRule">): string[] {
  if (winRule !== "direction") return [];
  return computeTerms({ houseEdge, winRule }).map((terms) => {
    const userResult = expectedResultPerUnit(terms, "buy", INITIAL_PRICE_MILLI);
    return `WIN_RULE=direction: on ${terms.duration} min the house expects to lose ${userResult.toFixed(2)} per unit staked`;
  });
}
