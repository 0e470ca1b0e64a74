import { momentIn } from "@veritick/contract/local-values.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconChain } from "@veritick/domain/beacon.ts";
import { toHex } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf, firstTickOf } from "@veritick/domain/epoch-times.ts";
import type { State } from "@veritick/domain/price.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { ChainBrokenError, lastPublishedHead, lockGeneses, readChain } from "./commitment-chain.ts";
import { statesBetween } from "./price-book.ts";
import type { BookRounds, Genesis } from "./price-book.ts";

/** The price starts at 152.79. */
const GENESIS_STATE: State = 15_279_000_000;

/** The greatest distance of a genesis in the future, to come after the last sold tick. */
const MOST_AHEAD_TICKS = 30;

/** The first block of a new price began before anybody could read its head. Nothing was sold on it. */
export class HeadServedLateError extends Error {
  override readonly name = "HeadServedLateError";

  constructor() {
    super(
      "The first block of the new price series started before its head was served. The start creates a later series.",
    );
  }
}

/**
 * Returns the current genesis. The first start, and the first after a price has ended, creates one at the end of the block
 * in which `tick` + `leadTicks` lies: its first block must begin after its head is served. A genesis whose block began
 * earlier is no price, so another one follows it.
 */
export async function findOrCreateGenesis(
  database: Database,
  chain: BeaconChain,
  { tick, leadTicks = 0, now }: { tick: number; leadTicks?: number; now: Date },
): Promise<Genesis> {
  return transaction(database, async (connection) => {
    await lockGeneses(connection);
    const found = await findGenesis(connection);
    const lastTick = found === undefined ? 0 : await findLastTick(connection, found.tick);
    if (found !== undefined && lastTick === undefined) {
      if (tick <= found.tick || (await isServed(connection, found))) return found;
    }
    await recordGenesis(connection, chain, { nowTick: tick, leadTicks, now, lastTick });
    return (await findGenesis(connection))!;
  });
}

/** True if the head of a price was served before its first block began. Its first epoch then has its start state. */
export async function isServed(database: Queryable, { tick }: Genesis): Promise<boolean> {
  const { rowCount } = await database.query(
    "select from price_epochs where genesis_tick = $1 and start_state is not null limit 1",
    [tick],
  );
  return rowCount === 1;
}

/**
 * Begins a new price once its head is served.
 *
 * @param tick the present one
 * @throws HeadServedLateError if its first block has begun, or if another price follows it already
 */
export async function beginServed(database: Database, genesis: Genesis, tick: number): Promise<void> {
  await transaction(database, async (connection) => {
    await lockGeneses(connection);
    const isNewest = (await findGenesis(connection))?.tick === genesis.tick;
    if (isNewest && (await isServed(connection, genesis))) return;
    if (!isNewest || tick > genesis.tick) throw new HeadServedLateError();
    await storeStartStates(connection, genesis, [[epochOf(genesis.tick + 1), genesis.state]]);
  });
}

/** Returns the newest genesis, even if its price has ended. */
export async function findGenesis(database: Queryable): Promise<Genesis | undefined> {
  const { rows } = await database.query<Genesis>(
    "select tick, state from price_geneses order by tick desc limit 1",
  );
  return rows[0];
}

/** Returns the genesis of the current price; undefined before the first one, and after a price has ended. */
export async function findCurrentGenesis(database: Queryable): Promise<Genesis | undefined> {
  const newest = await findGenesis(database);
  return newest === undefined || (await findLastTick(database, newest.tick)) !== undefined
    ? undefined
    : newest;
}

/** Returns the tick after which the next price begins; undefined if the price since this genesis has not ended. */
async function findLastTick(database: Queryable, genesisTick: number): Promise<number | undefined> {
  const { rows } = await database.query<{ last_tick: number }>(
    "select last_tick from price_endings where genesis_tick = $1",
    [genesisTick],
  );
  return rows[0]?.last_tick;
}

/** Returns the hash of the beacon's chain that the price since a genesis is made with. */
export async function getGenesisChain(database: Queryable, { tick }: Genesis): Promise<string> {
  const { rows } = await database.query<{ chain: string }>(
    "select encode(chain_hash, 'hex') as chain from price_geneses where tick = $1",
    [tick],
  );
  return rows[0]!.chain;
}

/** Returns the genesis that was current at `tick`. It differs from the current one if the price was restarted since. */
export async function getGenesisAt(database: Queryable, tick: number): Promise<Genesis> {
  const { rows } = await database.query<Genesis>({
    name: "get_genesis_at",
    text: "select tick, state from price_geneses where tick <= $1 order by tick desc limit 1",
    values: [tick],
  });
  if (rows[0] === undefined) throw new Error(`tick ${tick} is before the first genesis`);
  return rows[0];
}

/**
 * Starts the price for the first time, or anew after it has ended. Old commitments stay stored, and the new ones are chained
 * to the last published one. The new genesis comes after the previous one and after every sold tick, because the order of
 * geneses determines which one a tick belongs to. Runs in the caller's transaction, which holds the lock of geneses:
 * commitments under the old genesis are stored before it, or never.
 *
 * @param leadTicks the time until its head is served
 * @param lastTick a tick that the genesis must come after
 * @throws ChainBrokenError
 */
export async function recordGenesis(
  connection: Queryable,
  chain: BeaconChain,
  {
    nowTick,
    leadTicks = 0,
    now,
    lastTick = 0,
  }: { nowTick: number; leadTicks?: number; now: Date; lastTick?: number | undefined },
): Promise<void> {
  const before = Math.max(lastTick, (await findGenesis(connection))?.tick ?? 0);
  // The first block of a price is the next one after its head is served, because its data does not exist yet.
  const tick = blockEnd(chain, roundOf(chain, Math.max(nowTick + leadTicks, before + 1)));
  if (tick - nowTick > MOST_AHEAD_TICKS) {
    throw new Error(
      `The database's clock shows ${momentIn("en", new Date(nowTick * 1000))}, but the price series on record reaches to ` +
        `${momentIn("en", new Date(before * 1000))}. Correct the clock, or wait until then. Nothing was changed.`,
    );
  }
  const last = lastPublishedHead(await readChain(connection), tick);
  await connection.query(
    "insert into beacon_chains (chain_hash, info) values (decode($1, 'hex'), $2) on conflict do nothing",
    [chain.chainHash, JSON.stringify(chain)],
  );
  await connection.query(
    `insert into price_geneses (tick, state, created_at, previous_head, chain_hash)
     values ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'))`,
    [tick, GENESIS_STATE, now, last, chain.chainHash],
  );
}

export type StoredEpoch = {
  epoch: number;
  commitment: string;
  termsHash: string;
  head: string;
  /** Null until the epoch begins. */
  startState: State | null;
};

export async function listEpochs(
  database: Queryable,
  genesis: Genesis,
  from: number,
  to: number,
): Promise<StoredEpoch[]> {
  const { rows } = await database.query<{
    epoch: number;
    commitment: Buffer;
    terms_hash: Buffer;
    head: Buffer;
    start_state: number | null;
  }>(
    `select epoch, commitment, terms_hash, head, start_state from price_epochs
     where genesis_tick = $1 and epoch between $2 and $3 order by epoch`,
    [genesis.tick, from, to],
  );
  return rows.map((row) => ({
    epoch: row.epoch,
    commitment: toHex(row.commitment),
    termsHash: toHex(row.terms_hash),
    head: toHex(row.head),
    startState: row.start_state,
  }));
}

async function listStartStates(database: Queryable, genesis: Genesis): Promise<(readonly [number, State])[]> {
  const { rows } = await database.query<{ epoch: number; start_state: number }>(
    "select epoch, start_state from price_epochs where genesis_tick = $1 and start_state is not null order by epoch",
    [genesis.tick],
  );
  return rows.map((row) => [row.epoch, row.start_state] as const);
}

/** Stores the start states of epochs. Returns an epoch whose stored state differs: two different prices were computed. */
export async function storeStartStates(
  database: Queryable,
  genesis: Genesis,
  starts: readonly (readonly [epoch: number, state: State])[],
): Promise<number | undefined> {
  if (starts.length === 0) return undefined;
  const values = [genesis.tick, starts.map(([epoch]) => epoch), starts.map(([, state]) => state)];
  await database.query(
    `update price_epochs e set start_state = s.state from unnest($2::bigint[], $3::bigint[]) as s (epoch, state)
     where e.genesis_tick = $1 and e.epoch = s.epoch and e.start_state is null`,
    values,
  );
  const { rows } = await database.query<{ epoch: number }>(
    `select e.epoch from price_epochs e join unnest($2::bigint[], $3::bigint[]) as s (epoch, state) using (epoch)
     where e.genesis_tick = $1 and e.start_state <> s.state limit 1`,
    values,
  );
  return rows[0]?.epoch;
}

/** Returns the state at a later tick, through as many epochs as necessary. */
async function stateAfter(
  secret: Uint8Array,
  rounds: BookRounds,
  { fromTick, fromState, toTick }: { fromTick: number; fromState: State; toTick: number },
): Promise<State> {
  let [tick, state] = [fromTick, fromState];
  while (tick < toTick) {
    const last = Math.min(toTick, (epochOf(tick + 1) + 1) * EPOCH_TICKS - 1);
    const states = await statesBetween(secret, rounds, tick, state, last - tick);
    [tick, state] = [last, states.at(-1)!];
  }
  return state;
}

/** The number of newest start states that are recomputed from the previous one, in some milliseconds. */
const CHECKED = 3;

type Start = readonly [epoch: number, state: State];

const begunAt = (genesis: Genesis, tick: number) => Math.max(epochOf(tick), epochOf(genesis.tick + 1));

/**
 * Returns the ticks whose rounds a process needs that starts at `tick`. It continues from the first, and checks the newest
 * stored start states with the rounds up to the last.
 */
export async function findNeeded(
  database: Queryable,
  genesis: Genesis,
  tick: number,
): Promise<{ first: number; last: number }> {
  const stored = await listStartStates(database, genesis);
  const begun = stored.filter(([epoch]) => epoch <= begunAt(genesis, tick));
  const lastTickBefore = ([epoch]: Start) => firstTickOf(epoch, genesis.tick) - 1;
  const first: Start = [epochOf(genesis.tick + 1), genesis.state];
  // Includes the round of the tick before: at genesis, orders enter at the end of its block.
  return {
    first: lastTickBefore(begun.at(-CHECKED - 1) ?? first),
    last: lastTickBefore(begun.at(-1) ?? first),
  };
}

/**
 * Returns the start states of the epochs that have begun at `tick`. It recomputes the newest ones, because anyone who can
 * write to the database could otherwise set the next price. It ignores a state of a later epoch until that epoch begins.
 *
 * @throws ChainBrokenError
 */
export async function readStarts(
  database: Queryable,
  {
    secret,
    genesis,
    rounds,
    tick,
  }: { secret: Uint8Array; genesis: Genesis; rounds: BookRounds; tick: number },
): Promise<Start[]> {
  const stored = await listStartStates(database, genesis);
  const starts = stored.filter(([epoch]) => epoch <= begunAt(genesis, tick));
  const lastTickBefore = (epoch: number) => firstTickOf(epoch, genesis.tick) - 1;
  for (const [index, [epoch, state]] of starts.entries()) {
    if (index < starts.length - CHECKED) continue;
    const [known, from]: Start = starts[index - 1] ?? [epochOf(genesis.tick + 1), genesis.state];
    const stretch = { fromTick: lastTickBefore(known), fromState: from, toTick: lastTickBefore(epoch) };
    const computed = await stateAfter(secret, rounds, stretch);
    if (computed !== state) throw new ChainBrokenError(`start of epoch ${epoch}`, "computed");
  }
  return starts;
}
