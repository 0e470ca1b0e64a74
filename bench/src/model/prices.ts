import { publishedPriceMilli, walk } from "@veritick/domain/price.ts";
import type { Rounds } from "@veritick/domain/price.ts";

/** Returns published prices in thousandths, computed anew from secret, rounds and genesis alone, as far as asked for. */
export function walkPrices(secret: Uint8Array, rounds: Rounds, genesis: { tick: number; state: number }) {
  const states = [genesis.state];
  return (tick: number): number => {
    const missing = tick - genesis.tick - states.length + 1;
    if (missing > 0) {
      const newest = genesis.tick + states.length - 1;
      for (const state of walk(secret, rounds, newest, states.at(-1)!, missing)) states.push(state);
    }
    return publishedPriceMilli(states[tick - genesis.tick]!);
  };
}
