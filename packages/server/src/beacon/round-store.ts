import { timingSafeEqual } from "node:crypto";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { warnOf } from "../platform/db/unavailable.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Bls } from "./bls.ts";

export const BATCH = 64;
const MOST_WRITTEN = 5_000;
const SEAL_BYTES = 16;

/** The verified rounds of one chain in the database, which all processes of the installation share. */
export type RoundStore = {
  /**
   * Returns stored rounds in order, both ends included. Leaves out those without this installation's seal whose signature is
   * wrong.
   */
  read(from: number, to: number): Promise<BeaconRound[]>;
  /** Stores verified rounds in the background. After a failure, they are stored with the next ones. */
  add(rounds: readonly BeaconRound[]): void;
  /** Waits until all rounds that can be stored are stored. */
  flush(): Promise<void>;
};

export function openRoundStore(context: {
  database: Database;
  sealing: Sealing;
  bls: Bls;
  chain: { readonly chainHash: string; readonly publicKey: string };
  log: Log;
}): RoundStore {
  const { database, sealing, bls, log } = context;
  const { chainHash, publicKey } = context.chain;
  let waiting: BeaconRound[] = [];
  let writing: Promise<void> | undefined;

  const sealOf = ({ round, signature }: BeaconRound): Buffer =>
    sealing.digest("beacon-round", `${chainHash}/${round}/${signature}`).subarray(0, SEAL_BYTES);

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const rounds = waiting.slice(0, MOST_WRITTEN);
      await database.query({
        name: "store_beacon_rounds",
        text: `insert into beacon_rounds (chain_hash, round, signature, seal)
          select decode($1, 'hex'), r.round, decode(r.signature, 'hex'), r.seal
          from unnest($2::bigint[], $3::text[], $4::bytea[]) as r (round, signature, seal) on conflict do nothing`,
        values: [
          chainHash,
          rounds.map(({ round }) => round),
          rounds.map(({ signature }) => signature),
          rounds.map(sealOf),
        ],
      });
      waiting = waiting.slice(rounds.length);
    }
  }

  function startWriting(): Promise<void> {
    writing ??= write()
      .catch((error: unknown) => warnOf(log, error, "rounds of the beacon are not stored yet"))
      .finally(() => (writing = undefined));
    return writing;
  }

  /** Keeps the signed rounds. Rounds without this installation's seal are checked like those of a relay. */
  async function onlySigned(unsealed: readonly BeaconRound[]): Promise<BeaconRound[]> {
    const signed: BeaconRound[] = [];
    let left = [...unsealed];
    while (left.length > 0) {
      const batch = left.slice(0, BATCH);
      const wrong = await bls.findUnsigned(publicKey, batch);
      if (wrong === undefined) {
        signed.push(...batch);
        left = left.slice(batch.length);
      } else {
        log.error(
          { round: wrong.round },
          "a stored round is not the beacon's: somebody changed the database",
        );
        left = left.filter((round) => round !== wrong);
      }
    }
    return signed;
  }

  return {
    async read(from, to) {
      const { rows } = await database.query<{ round: number; signature: Buffer; seal: Buffer }>({
        name: "read_beacon_rounds",
        text: `select round, signature, seal from beacon_rounds
          where chain_hash = decode($1, 'hex') and round between $2 and $3 order by round`,
        values: [chainHash, from, to],
      });
      const unsealed: BeaconRound[] = [];
      const rounds = rows.map((row) => {
        const round = { round: row.round, signature: row.signature.toString("hex") };
        const seal = sealOf(round);
        if (row.seal.length !== seal.length || !timingSafeEqual(row.seal, seal)) unsealed.push(round);
        return round;
      });
      if (unsealed.length === 0) return rounds;
      const signed = new Set(await onlySigned(unsealed));
      return rounds.filter((round) => !unsealed.includes(round) || signed.has(round));
    },
    add(rounds) {
      waiting.push(...rounds);
      void startWriting();
    },
    async flush() {
      await (writing ?? Promise.resolve());
      if (waiting.length > 0) await startWriting();
    },
  };
}

/** Returns stored rounds of any chain, both ends included, without checking their signatures. */
export async function listRoundsOf(
  database: Queryable,
  chainHash: string,
  from: number,
  to: number,
): Promise<BeaconRound[]> {
  const { rows } = await database.query<BeaconRound>(
    `select round, encode(signature, 'hex') as signature from beacon_rounds
     where chain_hash = decode($1, 'hex') and round between $2 and $3 order by round`,
    [chainHash, from, to],
  );
  return rows;
}

export const hasRoundsOf = (database: Queryable, chainHash: string): Promise<boolean> =>
  exists(database, "select from beacon_rounds where chain_hash = decode($1, 'hex') limit 1", chainHash);

/** True if rounds of another chain are stored. Both halves use the index: one chain may have millions of rounds. */
export const hasRoundsBeside = (database: Queryable, chainHash: string): Promise<boolean> =>
  exists(
    database,
    `(select from beacon_rounds where chain_hash < decode($1, 'hex') limit 1)
     union all (select from beacon_rounds where chain_hash > decode($1, 'hex') limit 1)`,
    chainHash,
  );

const exists = async (database: Queryable, query: string, chainHash: string): Promise<boolean> =>
  (await database.query(query, [chainHash])).rowCount! > 0;
