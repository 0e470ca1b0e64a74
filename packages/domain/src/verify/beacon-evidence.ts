import { faultOf, QUICKNET, rhoOf } from "../beacon.ts";
import { roundOf } from "../rounds.ts";
import type { BeaconChain, BeaconRound } from "../beacon.ts";
import type { Rounds } from "../price.ts";
import { fieldsOf, readIndex, readList, readText } from "./read-value.ts";
import { stepOf } from "./step.ts";
import type { Note, Step } from "./step.ts";

/** The number of rounds in a day, at one a second. */
const MOST_ROUNDS = 86_400;

/** Reads a beacon from `GET /api/fairness`; undefined if its information is not that of any chain. */
export function readBeacon(value: unknown): BeaconChain | undefined {
  const { chainHash, publicKey, genesisTime, period, groupHash, schemeID, beaconID } = fieldsOf(value);
  const chain = {
    chainHash: textOf(chainHash),
    publicKey: textOf(publicKey),
    genesisTime: readIndex(genesisTime) ?? Number.NaN,
    period: readIndex(period) ?? Number.NaN,
    groupHash: textOf(groupHash),
    schemeID: textOf(schemeID),
    beaconID: textOf(beaconID),
  };
  return faultOf(chain) === undefined ? chain : undefined;
}

/** Returns a text as it is, because `faultOf` judges its form. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The rounds of several lists. If two lists differ, the first one counts, and `conflict` is the first such round. */
export type ReadRounds = {
  readonly signatures: ReadonlyMap<number, string>;
  readonly conflict: number | undefined;
};

export function readRounds(...lists: readonly unknown[]): ReadRounds {
  const signatures = new Map<number, string>();
  let conflict: number | undefined;
  for (const each of lists.flatMap((list) => readList(list, MOST_ROUNDS))) {
    const { round, signature } = fieldsOf(each);
    const read = { round: readIndex(round), signature: readText(signature, /^[0-9a-f]{96}$/) };
    if (read.round === undefined || read.signature === undefined) continue;
    const known = signatures.get(read.round);
    if (known === undefined) signatures.set(read.round, read.signature);
    else if (known !== read.signature) conflict ??= read.round;
  }
  return { signatures, conflict };
}

/** Returns the random values of the rounds that were read; undefined if the chain could not be read. */
export function roundsOf(chain: BeaconChain | undefined, { signatures }: ReadRounds): Rounds | undefined {
  if (chain === undefined) return undefined;
  return {
    genesisTime: chain.genesisTime,
    period: chain.period,
    rhoOf(round) {
      const signature = signatures.get(round);
      return signature === undefined ? undefined : rhoOf(signature);
    },
  };
}

/** True if the round that makes the price of a tick is among the rounds that were read. */
export function isRoundThere(
  chain: BeaconChain | undefined,
  { signatures }: ReadRounds,
  tick: number | undefined,
): boolean {
  if (chain === undefined || tick === undefined || tick < chain.genesisTime) return false;
  return signatures.has(roundOf(chain, tick));
}

/**
 * Checks that the chain is drand's quicknet. Whoever runs another one may know its rounds before they are due. `kind` and
 * `beaconID` are the operator's words. Only the hash names the chain, and `readBeacon` has computed it.
 */
export function beaconStep(chain: BeaconChain | undefined): Step<"beacon", "right" | Note> {
  if (chain === undefined) return stepOf("beacon", "note");
  const { chainHash: found } = chain;
  return stepOf("beacon", found === QUICKNET.chainHash ? "right" : "note", { found });
}

/** Finds the first of some rounds that is not signed with a chain's public key; undefined if all are. */
export type FindUnsigned = (publicKey: string, rounds: readonly BeaconRound[]) => BeaconRound | undefined;

/**
 * Checks that every round from one tick to another is there and signed with the key of the beacon.
 *
 * @param now the newest second that has begun: later rounds do not exist yet
 */
export function roundsStep(
  chain: BeaconChain | undefined,
  read: ReadRounds,
  ticks: { readonly from: number; readonly to: number } | undefined,
  { now, findUnsigned }: { readonly now: number; readonly findUnsigned: FindUnsigned },
): Step<"rounds"> {
  if (chain === undefined || ticks === undefined) return stepOf("rounds", "wrong", { reason: "unreadable" });
  const { conflict, signatures } = read;
  if (conflict !== undefined)
    return stepOf("rounds", "wrong", { found: `round ${conflict}`, reason: "doubtful" });
  // A stated sale or closing may end before the position began.
  const first = Math.min(ticks.from, ticks.to);
  if (first < chain.genesisTime) {
    return stepOf("rounds", "wrong", { expected: `tick ${chain.genesisTime}`, found: `tick ${first}` });
  }
  const [from, to] = [roundOf(chain, ticks.from), roundOf(chain, ticks.to)];
  const needed: BeaconRound[] = [];
  let missing: number | undefined;
  for (let round = from; round <= to; round += 1) {
    const signature = signatures.get(round);
    if (signature === undefined) missing ??= round;
    else needed.push({ round, signature });
  }
  const unsigned = findUnsigned(chain.publicKey, needed);
  if (unsigned !== undefined) {
    return stepOf("rounds", "wrong", { expected: chain.publicKey, found: `round ${unsigned.round}` });
  }
  if (missing === undefined) {
    return stepOf("rounds", "right", { found: from === to ? `${from}` : `${from} - ${to}` });
  }
  // Rounds come in order: a round that is missing before a later one will not come.
  const isHole = needed.length > missing - from;
  if (ticks.to > now && !isHole) return stepOf("rounds", "later", { from: ticks.to });
  return stepOf("rounds", "missing", { found: `round ${missing}`, reason: "no-data" });
}
