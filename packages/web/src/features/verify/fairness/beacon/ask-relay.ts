import type { FairnessBeacon } from "@veritick/contract/schemas/fairness.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";

const PATIENCE_MS = 2_500;

/** What a relay says of a round that the platform has published. `missing`: it was not reached, or does not know it. */
export type RelayAnswer = {
  readonly relay: string;
  readonly round: number;
  readonly outcome: "right" | "wrong" | "missing";
};

/** The relay that is asked next: one that did not answer is left for another. */
let turn = 0;

/** Asks a relay of the beacon for a round and compares. The relay is asked by this browser, not by the platform. */
export async function askRelay(
  { relays, chainHash }: Pick<FairnessBeacon, "relays" | "chainHash">,
  { round, signature }: BeaconRound,
): Promise<RelayAnswer> {
  const address = relays[turn % relays.length]!;
  const relay = new URL(address).host;
  try {
    const response = await fetch(`${address}/${chainHash}/public/${round}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const told: unknown = await response.json();
    if (!response.ok || !isRound(told) || told.round !== round) throw new Error("no such round");
    return { relay, round, outcome: told.signature === signature ? "right" : "wrong" };
  } catch {
    turn += 1;
    return { relay, round, outcome: "missing" };
  }
}

const isRound = (told: unknown): told is BeaconRound =>
  typeof told === "object" && told !== null && "round" in told && "signature" in told;
