import { chanceLeft, saleTables } from "@veritick/domain/sale.ts";
import { barrierMilli, computeTerms, winChanceAt } from "@veritick/domain/terms.ts";

/** Computes what a promise and a sale rest on, for 2,000 pairs of rules and prices. Runs in Node.js and in every engine. */
export function figures(): string[] {
  const pairs = Array.from({ length: 2_000 }, (_, index) => ({
    houseEdge: (10_000 + ((index * 7_919) % 190_000)) / 1_000_000,
    milli: 140_000 + ((index * 104_729) % 30_000),
    ticksLeft: 1 + (index % 600),
  }));
  const direction = computeTerms({ houseEdge: 0, winRule: "direction" });
  const lines = pairs.map(({ houseEdge, milli, ticksLeft }, index) => {
    const terms = [computeTerms({ houseEdge, winRule: "barrier" })[index % 4]!, direction[index % 4]!];
    const side = index % 2 === 0 ? "buy" : "sell";
    return terms
      .map((each) => {
        const barrier = barrierMilli(each, side, milli);
        const chances = [winChanceAt(each, side, milli), chanceLeft(side, milli, barrier, ticksLeft)];
        return [each.pull, each.reach, barrier, ...chances].join(" ");
      })
      .join(" ");
  });
  return [...lines, ...Object.values(saleTables()).map((table) => table.join(" "))];
}
