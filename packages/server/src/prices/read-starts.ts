import { epochOf, firstTickOf } from "@veritick/domain/epochs.ts";
import { walk } from "@veritick/domain/price.ts";
import type { State } from "@veritick/domain/price.ts";
import type { Queryable } from "../platform/db/database.ts";
import { ChainBrokenError } from "./commitment-chain.ts";
import type { Genesis } from "./price-book.ts";
import { listStartStates } from "./price-store.ts";

/** So many of the newest are computed again, each from the one before, which takes some milliseconds. */
const CHECKED = 3;

type Start = readonly [epoch: number, state: State];

/**
 * Where the epochs began that have begun at `tick`. What the price goes on from is not taken on trust: whoever can write to
 * the database could name the next price. One of a later epoch is no start yet; it is judged when that epoch begins.
 *
 * @throws ChainBrokenError
 */
export async function readStarts(
  database: Queryable,
  { secret, genesis, tick }: { secret: Uint8Array; genesis: Genesis; tick: number },
): Promise<Start[]> {
  const stored = await listStartStates(database, genesis);
  const starts = stored.filter(([epoch]) => epoch <= Math.max(epochOf(tick), epochOf(genesis.tick + 1)));
  const lastTickBefore = (epoch: number) => firstTickOf(epoch, genesis.tick) - 1;
  for (const [index, [epoch, state]] of starts.entries()) {
    if (index < starts.length - CHECKED) continue;
    const [known, from]: Start = starts[index - 1] ?? [epochOf(genesis.tick + 1), genesis.state];
    const count = lastTickBefore(epoch) - lastTickBefore(known);
    const computed = walk(secret, lastTickBefore(known), from, count).at(-1) ?? from;
    if (computed !== state) throw new ChainBrokenError(`start of epoch ${epoch}`, "computed");
  }
  return starts;
}
