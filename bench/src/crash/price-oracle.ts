import { QUICKNET, rhoOf } from "@veritick/domain/beacon.ts";
import { signRound } from "@veritick/domain/beacon-signatures.ts";
import { toHex } from "@veritick/domain/epochs.ts";
import { publishedPriceMilli, walk } from "@veritick/domain/price.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";

/** Caches rounds: signing one takes 4 ms, and each audit needs the rounds of all earlier audits again. */
const rhos = new Map<string, string>();

function rhoFor(beaconKey: Uint8Array, round: number): string {
  const name = `${toHex(beaconKey)}/${round}`;
  const rho = rhos.get(name) ?? rhoOf(signRound(beaconKey, round));
  rhos.set(name, rho);
  return rho;
}

/** Returns the published price of any tick in thousandths, computed anew from the two secrets and the genesis. */
export async function priceOracle(
  database: Database,
  { secret, beaconKey }: { secret: Uint8Array; beaconKey: Uint8Array },
  upTo: number,
): Promise<(tick: number) => number> {
  const { rows } = await database.query<{ tick: number; state: number }>(
    `select tick, state from price_geneses g where exists
       (select from price_epochs where genesis_tick = g.tick and start_state is not null)`,
  );
  const genesis = rows[0]!;
  if (rows.length !== 1) throw new Error(`there are ${rows.length} geneses`);
  const rounds = { ...QUICKNET, rhoOf: (round: number) => rhoFor(beaconKey, round) };
  const states = walk(secret, rounds, genesis.tick, genesis.state, upTo - genesis.tick);
  return (tick) =>
    publishedPriceMilli(tick === genesis.tick ? genesis.state : states[tick - genesis.tick - 1]!);
}
