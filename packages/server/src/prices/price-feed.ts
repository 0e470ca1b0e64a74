import type { PricePush } from "@veritick/contract/schemas/pushes.ts";
import { rhoOf } from "@veritick/domain/beacon.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { commitment, epochSeed } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf, EPOCHS_AHEAD } from "@veritick/domain/epoch-times.ts";
import { priceNumber } from "@veritick/domain/price.ts";
import type { Beacon } from "../beacon/public.ts";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import { dateOf, tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { warnOf } from "../platform/db/unavailable.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { CommitmentChain, readChain } from "./commitment-chain.ts";
import type { CommitmentLink } from "./commitment-chain.ts";
import { PriceBook } from "./price-book.ts";
import type { BookRounds, Genesis } from "./price-book.ts";
import {
  beginServed,
  findGenesis,
  findNeeded,
  findOrCreateGenesis,
  getGenesisChain,
  isServed,
  listEpochs,
  readStarts,
} from "./price-store.ts";
import { announceTerms, termsOfSettings } from "./promised-terms.ts";
import type { PromisedTerms, TermsRun, TermsSettings } from "./promised-terms.ts";
import { createEpochRecorder } from "./record-epochs.ts";

/** The configured secret is not the one that made the stored commitments. */
export class PriceSecretLostError extends Error {
  constructor() {
    super(
      "PRICE_SECRET is not the one behind the price commitments in this database. Restore the old secret. If it is lost, run " +
        "`npm run price:regenesis`, which closes the open positions and ends the price series.",
    );
    this.name = "PriceSecretLostError";
  }
}

/** The configured beacon is not the one that makes the price on record. */
export class BeaconChangedError extends Error {
  constructor() {
    super(
      "BEACON or BEACON_KEY is not the one behind the price series in this database. Set the old one again, or run " +
        "`npm run price:regenesis`, which settles or closes the open positions and ends the price series.",
    );
    this.name = "BeaconChangedError";
  }
}

/** The lag, in milliseconds, from which the server sells nothing at a price behind the clock. */
const MAX_LAG_MS = 3_000;
/** The tolerated lead of a price before the clock. The clock may be corrected when the clocks are compared. */
const MAX_LEAD_MS = 250;

/**
 * The reasons why a process takes neither orders nor sales: stored data contradicts its prices, its price is late, it does
 * not know the database's clock, or rounds of the beacon came before they were due.
 */
export const OBSTACLES = ["disputed", "late", "clock", "doubtful"] as const;
export type Obstacle = (typeof OBSTACLES)[number];

export type PriceFeed = {
  readonly book: PriceBook;
  readonly beacon: Beacon;
  /** The last head of the chain of commitments under the previous genesis. */
  readonly previousHead: string;
  /** The published commitment and terms of an epoch, with the head of the chain after it. */
  linkAt(epoch: number): CommitmentLink;
  /** The published terms of an epoch. */
  termsAt(epoch: number): PromisedTerms;
  /** Returns the published terms with the epochs from which they apply, in order. */
  termsRuns(): readonly TermsRun[];
  /** Returns the last epoch whose commitment is published at a tick, with the head of the chain. */
  chainAt(tick: number): { epoch: number; head: string };
  /**
   * True if all that a promise in this epoch names is stored: its start state, and the chain of all epochs that must be
   * published while it runs. Before that, nothing is sold.
   */
  isRecorded(epoch: number): boolean;
  /** Returns the first tick whose epoch may still get other terms. */
  unpromisedTick(): number;
  /** Waits, after a leap of the clock, until the current epoch is recorded or recording has failed. */
  recorded(): Promise<void>;
  onRecorded(listener: () => void): void;
  /**
   * Publishes prices up to `tick`, as far as they are due and their rounds have arrived, and calls the listeners with the
   * newest tick.
   */
  advance(tick: number): void;
  /**
   * Begins a new price, once anybody can read its head. Until then nothing is published or sold.
   *
   * @throws HeadServedLateError if its first block has begun already
   */
  begin(): Promise<void>;
  /** True if the newest published tick is the clock's and no stored data contradicts it. */
  isCurrent(): boolean;
  /** Returns the first reason why no order and no sale may enter; undefined if there is none. */
  obstacle(): Obstacle | undefined;
  /** True if there is no obstacle. */
  mayTrade(): boolean;
  /** Listeners are called in the order in which they were added. */
  onPublish(listener: (tick: number) => void): void;
  /** Waits until everything published is stored. */
  flush(): Promise<void>;
};

export async function openPriceFeed(options: {
  database: Database;
  beacon: Beacon;
  clock: Clock;
  /** Says which seconds have begun, and whether the clock is trusted. Without it, the clock is. */
  skew?: Pick<SkewWatch, "begunMs" | "isTrusted">;
  secret: Uint8Array;
  settings: TermsSettings;
  /** The time until this process serves the head of a new price. */
  leadTicks?: number;
  log: Log;
}): Promise<PriceFeed> {
  const { database, beacon, clock, skew, secret, log } = options;
  const terms = termsOfSettings(options.settings, beacon.chain.chainHash);
  const begunMs = () => skew?.begunMs() ?? clock.nowMs();
  const shownTick = () => tickOf(begunMs() - beacon.delayMs);
  const begunTick = shownTick();
  // The data of its first block must not exist yet, so this uses the seconds that have begun, not those that are shown.
  const { leadTicks = 0 } = options;
  const moment = { tick: tickOf(begunMs()), leadTicks, now: dateOf(clock) };
  const genesis = await findOrCreateGenesis(database, beacon.chain, moment);
  if ((await getGenesisChain(database, genesis)) !== beacon.chain.chainHash) throw new BeaconChangedError();
  // Checked first: nothing may start if stored commitments were tampered with, whatever the secret.
  const read = await readChain(database);
  await assertSecretUnchanged(database, genesis, secret);
  const needed = await findNeeded(database, genesis, begunTick);
  await beacon.follow(roundOf(beacon.chain, needed.first));
  if (needed.last > needed.first) await awaitRound(beacon, roundOf(beacon.chain, needed.last), log);
  const rounds = roundsOf(beacon);
  const starts = await readStarts(database, { secret, genesis, rounds, tick: begunTick });
  const book = new PriceBook(secret, genesis, starts, rounds);
  const chain = new CommitmentChain(book, read);
  try {
    await chain.extend(database, begunTick, terms());
  } catch (error) {
    // Another process may have stored the commitments of another secret meanwhile. The first ones count.
    await assertSecretUnchanged(database, genesis, secret);
    if ((await findGenesis(database))?.tick === genesis.tick) throw error;
    // By another process's clock it was too late to serve this genesis, so a new one follows it.
    return openPriceFeed({ ...options, beacon: { ...beacon, follow: async () => {} } });
  }
  await book.publishStored(begunTick);

  const listeners: ((tick: number) => void)[] = [];
  const recordedListeners: (() => void)[] = [];
  const onRecorded = () => recordedListeners.forEach((listener) => listener());
  const recorder = createEpochRecorder({ database, book, chain, terms, onRecorded, log });
  const record = () => {
    recorder.record(book.newestTick + 1);
    return recorder.flush();
  };
  let hasBegun = await isServed(database, genesis);
  if (hasBegun) await record();

  const currentEpoch = (tick = book.newestTick) => Math.max(epochOf(tick), book.firstEpoch);
  announceTerms(log, { own: terms(), runs: chain.runs, lastEpoch: chain.lastEpoch, current: currentEpoch() });
  const lastPublished = (tick: number) => Math.min(currentEpoch(tick) + EPOCHS_AHEAD, chain.lastEpoch);
  const isRecorded = (epoch: number) =>
    epoch + EPOCHS_AHEAD <= chain.lastEpoch && epoch <= recorder.lastRecorded();

  function advance(upTo: number): void {
    const tick = Math.min(upTo, shownTick());
    if (tick <= book.newestTick || !hasBegun) return;
    beacon.makeDue(clock.nowMs());
    const before = book.newestTick;
    book.publishUpTo(tick);
    if (book.newestTick === before) return;
    for (const listener of listeners) listener(book.newestTick);
    // An epoch's start is known, and shown, with the last tick before it.
    recorder.record(book.newestTick + 1);
  }
  // A late round completes the ticks that wait for it.
  beacon.onRounds(() => advance(shownTick()));

  function isOnTime(): boolean {
    const lagMs = clock.nowMs() - beacon.delayMs - book.newestTick * 1000;
    return lagMs >= -MAX_LEAD_MS && lagMs < MAX_LAG_MS;
  }

  function obstacle(): Obstacle | undefined {
    if (recorder.isDisputed()) return "disputed";
    if (!isOnTime()) return "late";
    if (skew?.isTrusted() === false) return "clock";
    return beacon.isClockDoubtful(clock.nowMs()) ? "doubtful" : undefined;
  }

  return {
    book,
    beacon,
    previousHead: chain.previousHead,
    linkAt: (epoch) => chain.linkAt(epoch),
    termsAt: (epoch) => chain.termsAt(epoch),
    termsRuns() {
      const last = lastPublished(book.newestTick);
      return chain.runs.filter(({ fromEpoch }) => fromEpoch <= last);
    },
    chainAt(tick) {
      const epoch = lastPublished(tick);
      return { epoch, head: chain.linkAt(epoch).head };
    },
    isRecorded,
    unpromisedTick: () => (chain.lastEpoch + 1) * EPOCH_TICKS,
    recorded: async () => (isRecorded(currentEpoch()) ? undefined : recorder.flush()),
    onRecorded: (listener) => void recordedListeners.push(listener),
    advance,
    async begin() {
      if (hasBegun) return;
      await beginServed(database, genesis, tickOf(clock.nowMs()));
      hasBegun = true;
      await record();
    },
    isCurrent: () => !recorder.isDisputed() && isOnTime(),
    obstacle,
    mayTrade: () => obstacle() === undefined,
    onPublish: (listener) => void listeners.push(listener),
    flush: recorder.flush,
  };
}

/**
 * Waits for a round. Stored rounds may be lost, for example if they are newer than a restored backup. A public beacon
 * fetches them again meanwhile.
 */
async function awaitRound(beacon: Beacon, round: number, log: Log): Promise<void> {
  const newest = beacon.newestRound() ?? null;
  if (newest === null || newest < round)
    log.warn({ newest, needed: round }, "stored rounds of the beacon are missing: the start waits for them");
  await beacon.reached(round);
}

/** Returns the beacon's rounds in the form that prices need. */
export function roundsOf(beacon: Beacon): BookRounds {
  const { genesisTime, period } = beacon.chain;
  return {
    genesisTime,
    period,
    rhoOf: (round) => (round <= (beacon.newestRound() ?? -1) ? beacon.rhoOf(round) : undefined),
    async readStored(from, to) {
      const rounds = await beacon.wholeRounds(from, to);
      return new Map(rounds.map(({ round, signature }) => [round, rhoOf(signature)]));
    },
  };
}

async function assertSecretUnchanged(
  database: Database,
  genesis: Genesis,
  secret: Uint8Array,
): Promise<void> {
  const first = epochOf(genesis.tick + 1);
  const stored = await listEpochs(database, genesis, first, Number.MAX_SAFE_INTEGER);
  const commitmentOf = (epoch: number) => commitment(epochSeed(secret, epoch));
  if (stored.some((row) => row.commitment !== commitmentOf(row.epoch))) throw new PriceSecretLostError();
}

/** True if every stored commitment was made with this secret, or none is stored. */
export async function isSecretKnown(database: Database, secret: Uint8Array): Promise<boolean> {
  const genesis = await findGenesis(database);
  if (genesis === undefined) return true;
  return assertSecretUnchanged(database, genesis, secret).then(
    () => true,
    (error: unknown) => {
      if (error instanceof PriceSecretLostError) return false;
      throw error;
    },
  );
}

/** Sends each published price to every live connection. */
export function pushPrices({ book, onPublish }: PriceFeed, broadcast: (push: PricePush) => void): void {
  onPublish((tick) =>
    broadcast({
      type: "price",
      price: priceNumber(book.priceMilliAt(tick)),
      tick,
      time: new Date(tick * 1000).toISOString(),
    }),
  );
}

/**
 * Publishes prices as the clock ticks, and never before their second has begun: anyone who saw a price early could trade on
 * it with another process. While the clock is not trusted, it is compared with the database's each second, and the slower of
 * the two counts.
 */
export function publishOnTime(context: {
  feed: PriceFeed;
  skew: SkewWatch;
  log: Log;
}): (tick: number) => void {
  const { feed, skew, log } = context;
  let comparing: Promise<void> | undefined;

  async function compare(): Promise<void> {
    try {
      await skew.measure();
      feed.advance(tickOf(skew.begunMs()));
    } catch (error) {
      const problem = "the clock cannot be compared with the database's: the slower of the two counts";
      warnOf(log, error, problem);
    } finally {
      comparing = undefined;
    }
  }

  return (tick) => {
    if (skew.isTrusted()) return feed.advance(tick);
    feed.advance(tickOf(skew.begunMs()));
    comparing ??= compare();
  };
}
