import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconChain } from "@veritick/domain/beacon.ts";
import { genesisHead, toHex } from "@veritick/domain/epochs.ts";
import { epochOf, firstTickOf } from "@veritick/domain/epoch-times.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import { termsHash } from "@veritick/domain/signed/terms-text.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { MOST_TICKS_LEFT } from "@veritick/domain/sale.ts";
import { setTimeout } from "node:timers/promises";
import type { Beacon } from "../beacon/public.ts";
import { nowTick, tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Genesis } from "./price-book.ts";
import { PriceBook } from "./price-book.ts";
import { roundsOf } from "./price-feed.ts";
import { findNeeded, listEpochs, readStarts, storeStartStates } from "./price-store.ts";
import { listTermsTexts } from "./promised-terms.ts";

/** The reason why a price ended: its beacon gave no more rounds or was replaced, or its secret was lost. */
export type EndReason = "beacon" | "secret";

export type Ending = {
  readonly genesisTick: number;
  readonly reason: EndReason;
  /** The newest tick whose price was known. */
  readonly tick: number;
  readonly endedAt: Date;
  /** The number of closed positions, the sum of their stakes and that of their closing values. */
  readonly positions: number;
  readonly stakeMinor: Minor;
  readonly valueMinor: Minor;
};

/** @param lastTick the next price begins after this tick */
export async function recordEnding(
  connection: Queryable,
  { lastTick, ...ending }: Ending & { lastTick: number },
): Promise<void> {
  await connection.query(
    `insert into price_endings (genesis_tick, reason, tick, last_tick, ended_at, positions, stake, value)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ending.genesisTick,
      ending.reason,
      ending.tick,
      lastTick,
      ending.endedAt,
      ending.positions,
      formatMinor(ending.stakeMinor),
      formatMinor(ending.valueMinor),
    ],
  );
}

type EndingRow = {
  genesis_tick: number;
  state: number;
  previous_head: Buffer;
  info: BeaconChain;
  reason: EndReason;
  tick: number;
  ended_at: Date;
  positions: number;
  stake: string;
  value: string;
  /** What the next price is chained to; null if none has begun. */
  next_head: Buffer | null;
};

/**
 * Returns every price that ended, newest first, with the data needed to compute the closing prices of its positions. It
 * includes seeds only if the secret is still the current one, and each seed only after its hour, because that secret also
 * makes current prices. It also includes the terms that the price had promised for the time after its end, with the links
 * from them to the next price.
 */
export async function listEndings(database: Queryable, book: PriceBook) {
  const { rows } = await database.query<EndingRow>(
    `select e.genesis_tick, g.state, g.previous_head, b.info, e.reason, e.tick, e.ended_at, e.positions,
       e.stake::numeric(30,8) as stake, e.value::numeric(30,8) as value,
       (select n.previous_head from price_geneses n where n.tick > g.tick order by n.tick limit 1) as next_head
     from price_endings e join price_geneses g on g.tick = e.genesis_tick
     join beacon_chains b on b.chain_hash = g.chain_hash order by e.genesis_tick desc`,
  );
  if (rows.length === 0) return [];
  const texts = new Map((await listTermsTexts(database)).map((text) => [termsHash(text), text]));
  return Promise.all(
    rows.map(async ({ genesis_tick: tick, state, ...row }) => {
      const genesis = { tick, state };
      const { head, promised } = await listPromised(database, genesis, row);
      const first = Math.max(epochOf(row.tick - MOST_TICKS_LEFT) - 1, epochOf(tick + 1));
      const epochs = await listEpochs(database, genesis, first, epochOf(row.tick));
      return {
        genesis: { tick, state: String(state), previousHead: toHex(row.previous_head) },
        beacon: row.info,
        reason: row.reason,
        tick: row.tick,
        endedAt: row.ended_at.toISOString(),
        positions: row.positions,
        stake: row.stake,
        value: row.value,
        epochs: epochs.map(({ epoch, commitment, termsHash, startState }) => ({
          epoch,
          commitment,
          termsHash,
          startTick: firstTickOf(epoch, tick),
          startState: startState === null ? null : String(startState),
          seed: seedOf(book, epoch, commitment),
        })),
        head,
        promised: promised.map(({ epoch, commitment, termsHash: hash }) => ({
          epoch,
          commitment,
          termsHash: hash,
          text: texts.get(hash)!,
        })),
      };
    }),
  );
}

/**
 * Returns the epochs from the end of a price on whose terms were published, with the head before the first of them. Later
 * epochs were stored, but nobody was told.
 */
async function listPromised(
  database: Queryable,
  genesis: Genesis,
  { ended_at, previous_head, next_head }: Pick<EndingRow, "ended_at" | "previous_head" | "next_head">,
) {
  const first = Math.max(epochOf(tickOf(ended_at.getTime())), epochOf(genesis.tick + 1));
  const stored = await listEpochs(database, genesis, first - 1, Number.MAX_SAFE_INTEGER);
  const lastHead = toHex(next_head ?? previous_head);
  const last = stored.findIndex(({ head }) => head === lastHead);
  const promised = stored.slice(0, last + 1).filter(({ epoch }) => epoch >= first);
  if (promised.length === 0) return { head: lastHead, promised };
  const before = stored.find(({ epoch }) => epoch < first)?.head;
  return { head: before ?? genesisHead(genesis, toHex(previous_head)), promised };
}

function seedOf(book: PriceBook, epoch: number, commitment: string): string | null {
  const seed = book.commitmentOf(epoch) === commitment ? book.revealedSeed(epoch) : undefined;
  return seed === undefined ? null : toHex(seed);
}

/** Returns the public data of a beacon; undefined if no price was made with it. */
export async function findChain(database: Queryable, chainHash: string): Promise<BeaconChain | undefined> {
  const { rows } = await database.query<{ info: BeaconChain }>(
    "select info from beacon_chains where chain_hash = decode($1, 'hex')",
    [chainHash],
  );
  return rows[0]?.info;
}

const LOOK_MS = 250;
/** If the relays give no round for this long, the book stops waiting. */
const PATIENCE_MS = 15_000;

/**
 * Computes the prices of a price that is about to end, up to the last block end whose round is available. Waits while more
 * rounds arrive. No process may be serving the price.
 */
export async function openEndingBook(context: {
  database: Database;
  beacon: Beacon;
  clock: Clock;
  secret: Uint8Array;
  genesis: Genesis;
  patienceMs?: number;
}): Promise<PriceBook> {
  const { database, beacon, clock, secret, genesis } = context;
  const { chain } = beacon;
  const needed = await findNeeded(database, genesis, nowTick(clock));
  await beacon.follow(roundOf(chain, needed.first));
  await caughtUp(beacon, clock, context.patienceMs ?? PATIENCE_MS);
  const newest = beacon.newestRound();
  // No tick may be shown before its second, so the block under way does not count.
  const last = Math.min(newest ?? 0, roundOf(chain, nowTick(clock) + 1) - 1);
  const tick = newest === undefined ? genesis.tick : Math.max(genesis.tick, blockEnd(chain, last));
  const rounds = roundsOf(beacon);
  const starts = await readStarts(database, { secret, genesis, rounds, tick });
  const book = new PriceBook(secret, genesis, starts, rounds);
  await book.publishStored(tick);
  const begun = [epochOf(book.newestTick) - 1, epochOf(book.newestTick)].flatMap((epoch) => {
    const state = book.startStateOf(epoch);
    return state === undefined ? [] : [[epoch, state] as const];
  });
  await storeStartStates(database, genesis, begun);
  return book;
}

async function caughtUp(beacon: Beacon, clock: Clock, patienceMs: number): Promise<void> {
  let newest = beacon.newestRound();
  let waitedMs = 0;
  while (waitedMs < patienceMs && !["live", "hold"].includes(beacon.state(clock.nowMs()))) {
    await setTimeout(LOOK_MS);
    waitedMs = beacon.newestRound() === newest ? waitedMs + LOOK_MS : 0;
    newest = beacon.newestRound();
  }
}
