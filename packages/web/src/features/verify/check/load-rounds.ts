import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import type { RoundTimes } from "@veritick/domain/rounds.ts";
import { epochOf, firstTickOf } from "@veritick/domain/epoch-times.ts";
import { isDuration } from "@veritick/domain/product.ts";
import { expiryTick } from "@veritick/domain/settlement.ts";
import { call } from "../../../api/client.ts";

const MOST_ROUNDS = 1_200;

type Ticks = { readonly from: number; readonly to: number };

/**
 * Loads the published rounds that make the prices from one tick to another, as far as they exist.
 *
 * @param price `former` names a beacon that was replaced
 */
export async function loadRounds(
  { beacon, former }: { beacon: RoundTimes; former?: { chain: string } },
  ticks: Ticks,
  signal?: AbortSignal,
): Promise<BeaconRound[]> {
  const first = roundOf(beacon, Math.max(ticks.from, beacon.genesisTime));
  const last = roundOf(beacon, Math.max(ticks.to, beacon.genesisTime));
  const parts: Promise<BeaconRound[]>[] = [];
  for (let from = first; from <= last; from += MOST_ROUNDS) {
    const query = {
      ...former,
      from,
      to: Math.min(last, from + MOST_ROUNDS - 1),
    };
    parts.push(call("fairnessRounds", signal === undefined ? { query } : { query, signal }));
  }
  return (await Promise.all(parts)).flat();
}

/**
 * Loads the rounds that a check of a position needs: from the first tick made with the seed of its entry to its expiry.
 * Returns none if its times cannot be read, or if its price ended and is not listed. For a listed price that ended, the
 * rounds after the end are included.
 */
export async function loadRoundsOf(
  { entryTick, duration }: { readonly entryTick: number | undefined; readonly duration: unknown },
  fairness: Pick<Fairness, "beacon" | "genesis" | "closings">,
  signal?: AbortSignal,
): Promise<BeaconRound[]> {
  if (entryTick === undefined || !isDuration(duration)) return [];
  const price = [fairness, ...fairness.closings].find(({ genesis }) => genesis.tick <= entryTick);
  if (price === undefined) return [];
  const { tick } = price.genesis;
  const { beacon } = price;
  const from = firstTickOf(Math.max(epochOf(entryTick), epochOf(tick + 1)), tick);
  const former = beacon === fairness.beacon ? {} : { former: { chain: beacon.chainHash } };
  return loadRounds({ beacon, ...former }, { from, to: expiryTick(entryTick, duration) }, signal);
}
