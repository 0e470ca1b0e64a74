import { epochOf } from "@veritick/domain/epochs.ts";
import { priceNumber } from "@veritick/domain/price-process.ts";
import type { PricePush } from "@veritick/contract/pushes.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import { chainAll, ChainBrokenError, CommitmentChain } from "./commitment-chain.ts";
import type { Link } from "./commitment-chain.ts";
import { PriceBook } from "./price-book.ts";
import {
  EPOCHS_AHEAD,
  findGenesis,
  findOrCreateGenesis,
  listEpochs,
  listStartStates,
  storeCommitments,
  storeStartStates,
} from "./price-store.ts";

/** The secret on this machine is not the one behind the promises on record. */
export class PriceSecretLostError extends Error {
  constructor() {
    super(
      "PRICE_SECRET is not the one this database's price commitments were made with. Restore the old secret, or, " +
        "if it is lost, run `npm run price:regenesis`: it refunds the positions still open and starts a new price.",
    );
    this.name = "PriceSecretLostError";
  }
}

/** A price that is this many seconds behind the clock is not sold on. */
const MAX_LAG_TICKS = 2;

export type PriceFeed = {
  readonly book: PriceBook;
  /** The last head of the commitments' chain under the genesis before this one. */
  readonly previousHead: string;
  /** The commitment of an epoch that is published. */
  commitmentAt(epoch: number): string;
  /** The head of the chain after it. */
  headAt(epoch: number): string;
  /** How far commitments are published at a tick, and the head of their chain there. */
  chainAt(tick: number): { epoch: number; head: string };
  /** Publishes up to `tick` and tells the listeners of the newest one. */
  advance(tick: number): void;
  /** True where the newest published tick is the clock's. */
  isCurrent(): boolean;
  onPublish(listener: (tick: number) => void): void;
  /** Waits until what was published is also on record. */
  flush(): Promise<void>;
};

export async function openPriceFeed(options: {
  database: Database;
  clock: Clock;
  secret: Uint8Array;
  log: Log;
}): Promise<PriceFeed> {
  const { database, clock, secret, log } = options;
  const genesis = await findOrCreateGenesis(database, nowTick(clock), dateOf(clock));
  // First of all: where what was promised has been tampered with, nothing may begin, whatever the secret.
  const chained = await chainAll(database);
  const book = new PriceBook(secret, genesis, await listStartStates(database, genesis));
  await assertSecretUnchanged(database, book);
  await storeCommitments(database, genesis, nowTick(clock), (epoch) => book.commitmentOf(epoch));
  // Another process may have stored other commitments meanwhile: the first ones count.
  await assertSecretUnchanged(database, book);
  const chain = new CommitmentChain(book, chained);
  await chain.link(database);
  book.publishUpTo(nowTick(clock));

  const listeners: ((tick: number) => void)[] = [];
  let isDisputed = false;
  let recordedEpoch = -1;
  let recording: Promise<void> = Promise.resolve();

  /** Epochs are recorded behind the price, never in its way: what fails is tried again with the next tick. */
  function record(tick: number): void {
    const epoch = epochOf(tick);
    if (epoch === recordedEpoch) return;
    recordedEpoch = epoch;
    recording = recording.then(async () => {
      try {
        await storeCommitments(database, genesis, tick, (e) => book.commitmentOf(e));
        await chain.link(database);
        const starts = await missingStarts(database, book, epoch);
        const conflict = await storeStartStates(database, genesis, starts);
        if (conflict !== undefined) {
          isDisputed = true;
          log.fatal(
            { epoch: conflict },
            "the recorded start of an epoch differs from ours: nothing is sold on it",
          );
        }
      } catch (error) {
        if (error instanceof ChainBrokenError) {
          isDisputed = true;
          log.fatal({ error: error.message }, "the commitments were tampered with: nothing is sold on them");
          return;
        }
        recordedEpoch = -1;
        log.warn({ error: String(error) }, "an epoch could not be recorded yet");
      }
    });
  }
  record(book.newestTick);
  await recording;

  const lastPublished = (tick: number) => Math.max(epochOf(tick), book.firstEpoch) + EPOCHS_AHEAD;

  function linkAt(epoch: number): Link {
    // Whoever asks for one far ahead is not to keep this process busy with all that lie between.
    if (epoch > lastPublished(book.newestTick)) throw new RangeError(`epoch ${epoch} is not published`);
    return chain.linkAt(epoch);
  }

  return {
    book,
    previousHead: chain.previousHead,
    commitmentAt: (epoch) => linkAt(epoch).commitment,
    headAt: (epoch) => linkAt(epoch).head,
    chainAt(tick) {
      const epoch = lastPublished(tick);
      return { epoch, head: linkAt(epoch).head };
    },
    advance(tick) {
      if (tick <= book.newestTick) return;
      book.publishUpTo(tick);
      for (const listener of listeners) listener(tick);
      record(tick);
    },
    isCurrent: () => !isDisputed && Math.abs(nowTick(clock) - book.newestTick) <= MAX_LAG_TICKS,
    onPublish: (listener) => void listeners.push(listener),
    flush: () => recording,
  };
}

async function missingStarts(database: Database, book: PriceBook, upTo: number) {
  const stored = await listEpochs(database, book.genesis, book.firstEpoch, upTo);
  return stored
    .filter((row) => row.startState === null)
    .flatMap((row) => {
      const state = book.startStateOf(row.epoch);
      return state === undefined ? [] : [[row.epoch, state] as const];
    });
}

async function assertSecretUnchanged(database: Database, book: PriceBook): Promise<void> {
  const stored = await listEpochs(database, book.genesis, book.firstEpoch, Number.MAX_SAFE_INTEGER);
  if (stored.some((row) => row.commitment !== book.commitmentOf(row.epoch))) throw new PriceSecretLostError();
}

/** True where every commitment on record was made with this secret, or none was made yet. */
export async function isSecretKnown(database: Database, secret: Uint8Array): Promise<boolean> {
  const genesis = await findGenesis(database);
  if (genesis === undefined) return true;
  return assertSecretUnchanged(database, new PriceBook(secret, genesis, [])).then(
    () => true,
    (error: unknown) => {
      if (error instanceof PriceSecretLostError) return false;
      throw error;
    },
  );
}

/** The message that tells browsers of a tick. */
export function pricePush(book: PriceBook, tick: number): PricePush {
  return {
    type: "price",
    price: priceNumber(book.priceMilliAt(tick)),
    tick,
    time: new Date(tick * 1000).toISOString(),
  };
}
