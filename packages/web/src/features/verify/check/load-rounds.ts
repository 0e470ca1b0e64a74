import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { roundOf } from "@veritick/domain/beacon.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { epochOf, firstTickOf } from "@veritick/domain/epochs.ts";
import { isDuration } from "@veritick/domain/product.ts";
import { expiryTick } from "@veritick/domain/settlement.ts";
import { call } from "../../../api/client.ts";

/** As many as one call answers. */
const MOST_ROUNDS = 1_200;

type Ticks = { readonly from: number; readonly to: number };

/** The published rounds that the prices from one tick to another are made with, as far as they have come. */
export async function loadRounds(
  { beacon }: Pick<Fairness, "beacon">,
  ticks: Ticks,
  signal?: AbortSignal,
): Promise<BeaconRound[]> {
  const first = roundOf(beacon, Math.max(ticks.from, beacon.genesisTime));
  const last = roundOf(beacon, Math.max(ticks.to, beacon.genesisTime));
  const parts: Promise<BeaconRound[]>[] = [];
  for (let from = first; from <= last; from += MOST_ROUNDS) {
    const query = { from, to: Math.min(last, from + MOST_ROUNDS - 1) };
    parts.push(call("fairnessRounds", signal === undefined ? { query } : { query, signal }));
  }
  return (await Promise.all(parts)).flat();
}

/**
 * The rounds that a check of a position needs: from the first tick made with the seed of its entry to its expiry. None if the
 * price began anew after the position, or if its times cannot be read.
 */
export async function loadRoundsOf(
  { entryTick, duration }: { readonly entryTick: number | undefined; readonly duration: unknown },
  fairness: Pick<Fairness, "beacon" | "genesis">,
  signal?: AbortSignal,
): Promise<BeaconRound[]> {
  const { tick } = fairness.genesis;
  if (entryTick === undefined || !isDuration(duration) || entryTick < tick) return [];
  const from = firstTickOf(Math.max(epochOf(entryTick), epochOf(tick + 1)), tick);
  return loadRounds(fairness, { from, to: expiryTick(entryTick, duration) }, signal);
}
