import type { BeaconChain } from "@veritick/domain/beacon.ts";
import { toHex } from "@veritick/domain/epochs.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { entryText } from "@veritick/domain/log/entries.ts";
import type { LogEntry } from "@veritick/domain/log/entries.ts";
import { parseStatement } from "@veritick/domain/signed/liability-statement.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { EndReason, PriceFeed } from "../prices/public.ts";

/** An entry to add, with its text as it is logged. */
export type NewEntry = { readonly kind: LogEntry["kind"]; readonly text: string };

/** What a log holds already. */
export type Logged = {
  /** True for the text of an entry in the log. */
  has(text: string): boolean;
  /** The texts of the newest entries of these kinds. */
  readonly policy: string | undefined;
  readonly release: string | undefined;
};

export type Publisher = {
  readonly origin: string;
  readonly policyText: string;
  /** The entry of the version that runs; undefined if it serves no web app. */
  readonly release: LogEntry | undefined;
  readonly feed: Pick<PriceFeed, "book" | "chainAt" | "obstacle">;
};

type GenesisRow = {
  tick: number;
  state: number;
  previous_head: Buffer;
  info: BeaconChain;
  /** The head that the next price is chained to; null for the newest price. */
  next_head: Buffer | null;
  /** The last epoch that has begun; null if the head of this price was never served, so it is no price. */
  last_begun: number | null;
  reason: EndReason | null;
  end_tick: number;
  ended_at: Date;
  positions: number;
  stake: string;
  value: string;
};

const GENESES = `
  select g.tick, g.state, g.previous_head, b.info, e.reason, e.tick as end_tick, e.ended_at, e.positions,
    e.stake::numeric(30,8) as stake, e.value::numeric(30,8) as value,
    lead(g.previous_head) over (order by g.tick) as next_head,
    (select p.epoch from price_epochs p where p.genesis_tick = g.tick and p.start_state is not null
     order by p.epoch desc limit 1) as last_begun
  from price_geneses g join beacon_chains b on b.chain_hash = g.chain_hash
  left join price_endings e on e.genesis_tick = g.tick order by g.tick`;

type EpochRow = { epoch: number; commitment: Buffer; head: Buffer; terms_hash: Buffer; text: string };

/**
 * Derives the entries of a log from what is published. No other part of the server writes to the log, so nothing that is
 * published can miss it: an entry that could not be added at its time is found later.
 *
 * Each call returns what is not logged yet, in the order in which each entry must stand before those that name it. A failure
 * to add these needs a new reader.
 */
export function createReader(publisher: Publisher, logged: Logged) {
  const { origin, feed } = publisher;
  const { book } = feed;
  const added = new Set<string>();
  const newest = { policy: logged.policy, release: logged.release };
  /** How far the epochs and seeds of each genesis were read. */
  const epochsTo = new Map<number, number>();
  const seedsTo = new Map<number, number>();
  let statementsTo = 0;
  let found: NewEntry[] = [];

  function add(entry: LogEntry): void {
    const text = entryText(entry);
    if (added.has(text) || logged.has(text)) return;
    added.add(text);
    found.push({ kind: entry.kind, text });
  }

  /** Adds what may be logged again after something else was: the newest entry of its kind counts. */
  function addNewest(kind: "policy" | "release", entry: LogEntry): void {
    const text = entryText(entry);
    if (newest[kind] === text) return;
    newest[kind] = text;
    found.push({ kind, text });
  }

  async function addKeys(connection: Queryable): Promise<void> {
    const { rows } = await connection.query<{ public_key: Buffer }>(
      "select public_key from signing_keys order by created_at, id",
    );
    for (const { public_key: key } of rows) add({ kind: "key", use: "receipts", key: toHex(key) });
  }

  /** Returns the last epoch of a price that was published: the next price is chained to it. */
  async function lastPublished(connection: Queryable, { tick, next_head }: GenesisRow) {
    if (next_head === null)
      return book.genesis.tick === tick && feed.obstacle() !== "disputed"
        ? feed.chainAt(book.newestTick).epoch
        : undefined;
    const { rows } = await connection.query<{ epoch: number }>(
      "select epoch from price_epochs where genesis_tick = $1 and head = $2",
      [tick, next_head],
    );
    return rows[0]?.epoch;
  }

  async function addEpochs(connection: Queryable, tick: number, last: number): Promise<void> {
    const from = epochsTo.get(tick) ?? -1;
    if (last <= from) return;
    const { rows } = await connection.query<EpochRow>(
      `select epoch, commitment, head, terms_hash, text from price_epochs join price_terms on hash = terms_hash
       where genesis_tick = $1 and epoch > $2 and epoch <= $3 order by epoch`,
      [tick, from, last],
    );
    for (const { epoch, commitment, head, terms_hash: terms, text } of rows) {
      add({ kind: "terms", text });
      const hashes = { commitment: toHex(commitment), terms: toHex(terms), head: toHex(head) };
      add({ kind: "epoch", genesis: tick, epoch, ...hashes });
    }
    epochsTo.set(tick, last);
  }

  /** Adds seeds of hours that are over, as far as they come from the secret of today. */
  async function addSeeds(connection: Queryable, tick: number, lastBegun: number): Promise<void> {
    const from = seedsTo.get(tick) ?? -1;
    const last = Math.min(lastBegun, epochOf(book.newestTick) - 1);
    if (last <= from) return;
    const { rows } = await connection.query<{ epoch: number; commitment: Buffer; start_state: number }>(
      `select epoch, commitment, start_state from price_epochs
       where genesis_tick = $1 and epoch > $2 and epoch <= $3 and start_state is not null order by epoch`,
      [tick, from, last],
    );
    for (const { epoch, commitment, start_state: state } of rows) {
      const isOurs = book.commitmentOf(epoch) === toHex(commitment);
      const seed = isOurs ? book.revealedSeed(epoch) : undefined;
      if (seed !== undefined) add({ kind: "seed", epoch, seed: toHex(seed), state });
    }
    seedsTo.set(tick, last);
  }

  function addEnding(row: GenesisRow): void {
    const { tick, reason, end_tick, ended_at, positions, stake, value } = row;
    if (reason === null) return;
    const ended = ended_at.toISOString();
    add({ kind: "ending", genesis: tick, reason, tick: end_tick, ended, positions, stake, value });
  }

  /** Returns the last published epoch of the newest price; -1 if it is unknown. */
  async function addPrices(connection: Queryable): Promise<number> {
    const { rows } = await connection.query<GenesisRow>(GENESES);
    let reached = -1;
    for (const row of rows) {
      if (row.last_begun === null) continue;
      const { tick, state, info } = row;
      const { chainHash: chain, publicKey, genesisTime, period, groupHash, schemeID } = info;
      const beaconID = info.beaconID || "default";
      add({ kind: "beacon", chain, publicKey, genesisTime, period, groupHash, schemeID, beaconID });
      add({ kind: "genesis", tick, state, previous: toHex(row.previous_head), beacon: chain });
      const last = await lastPublished(connection, row);
      reached = last ?? -1;
      if (last === undefined) continue;
      await addEpochs(connection, tick, last);
      await addSeeds(connection, tick, Math.min(row.last_begun, last));
      addEnding(row);
    }
    return reached;
  }

  /** A statement names the head of an epoch, which another process may have published a moment before this one. */
  async function addStatements(connection: Queryable, lastEpoch: number): Promise<void> {
    const { rows } = await connection.query<{ number: number; statement: string }>(
      "select number, statement from liability_statements where number > $1 order by number",
      [statementsTo],
    );
    for (const { number, statement } of rows) {
      if ((parseStatement(statement)?.chain.epoch ?? 0) > lastEpoch) return;
      add({ kind: "liabilities", text: statement });
      statementsTo = number;
    }
  }

  return async function read(connection: Queryable): Promise<NewEntry[]> {
    found = [];
    add({ kind: "start", origin });
    addNewest("policy", { kind: "policy", text: publisher.policyText });
    if (publisher.release !== undefined) addNewest("release", publisher.release);
    await addKeys(connection);
    await addStatements(connection, await addPrices(connection));
    return found;
  };
}

export type Reader = ReturnType<typeof createReader>;
