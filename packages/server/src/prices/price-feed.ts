import type { PricePush } from "@veritick/contract/schemas/pushes.ts";
import { epochOf, EPOCHS_AHEAD } from "@veritick/domain/epochs.ts";
import { priceNumber } from "@veritick/domain/price.ts";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import { dateOf, tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { chainAll, CommitmentChain } from "./commitment-chain.ts";
import type { Link } from "./commitment-chain.ts";
import { PriceBook } from "./price-book.ts";
import type { Genesis } from "./price-book.ts";
import { findGenesis, findOrCreateGenesis, listEpochs, readStarts, storeCommitments } from "./price-store.ts";
import { createEpochRecorder } from "./record-epochs.ts";

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

/** A price that is so far behind the clock is not sold on. */
const MAX_LAG_MS = 3_000;
/** Nor is one that is ahead of it, but for what a clock is set back by when it is compared. */
const MAX_LEAD_MS = 250;

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
  /** True where the newest published tick is the clock's and nothing on record speaks against it. */
  isCurrent(): boolean;
  onPublish(listener: (tick: number) => void): void;
  /** Waits until what was published is also on record. */
  flush(): Promise<void>;
};

export async function openPriceFeed(options: {
  database: Database;
  clock: Clock;
  /** Says up to when seconds have begun; without it the clock does. */
  skew?: Pick<SkewWatch, "begunMs">;
  secret: Uint8Array;
  log: Log;
}): Promise<PriceFeed> {
  const { database, clock, skew, secret, log } = options;
  const begunTick = tickOf(skew?.begunMs() ?? clock.nowMs());
  const genesis = await findOrCreateGenesis(database, begunTick, dateOf(clock));
  // First of all: where what was promised has been tampered with, nothing may begin, whatever the secret.
  const chained = await chainAll(database);
  await assertSecretUnchanged(database, genesis, secret);
  const starts = await readStarts(database, { secret, genesis, tick: begunTick });
  const book = new PriceBook(secret, genesis, starts);
  await storeCommitments(database, genesis, begunTick, (epoch) => book.commitmentOf(epoch));
  // Another process may have stored other commitments meanwhile: the first ones count.
  await assertSecretUnchanged(database, genesis, secret);
  const chain = new CommitmentChain(book, chained);
  await chain.link(database);
  book.publishUpTo(begunTick);

  const listeners: ((tick: number) => void)[] = [];
  const recorder = createEpochRecorder({ database, book, chain, log });
  recorder.record(book.newestTick);
  await recorder.flush();

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
      recorder.record(tick);
    },
    isCurrent() {
      const lagMs = clock.nowMs() - book.newestTick * 1000;
      return !recorder.isDisputed() && lagMs >= -MAX_LEAD_MS && lagMs < MAX_LAG_MS;
    },
    onPublish: (listener) => void listeners.push(listener),
    flush: recorder.flush,
  };
}

async function assertSecretUnchanged(
  database: Database,
  genesis: Genesis,
  secret: Uint8Array,
): Promise<void> {
  const book = new PriceBook(secret, genesis, []);
  const stored = await listEpochs(database, genesis, book.firstEpoch, Number.MAX_SAFE_INTEGER);
  if (stored.some((row) => row.commitment !== book.commitmentOf(row.epoch))) throw new PriceSecretLostError();
}

/** True where every commitment on record was made with this secret, or none was made yet. */
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

/** The message that tells browsers of a tick. */
export function pricePush(book: PriceBook, tick: number): PricePush {
  return {
    type: "price",
    price: priceNumber(book.priceMilliAt(tick)),
    tick,
    time: new Date(tick * 1000).toISOString(),
  };
}

/**
 * What the clock's ticks lead to. No price is published before its second has begun, also where this machine's clock is
 * ahead of all others or leaps, or the database's does: whoever saw a price early could trade on it with another process. While
 * the clock is in doubt it is compared with the database's first, each second, and goes by the one that is behind.
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
      const problem = "the clock cannot be compared with the database's: no price is published";
      log.warn({ error: String(error) }, problem);
    } finally {
      comparing = undefined;
    }
  }

  return (tick) => {
    if (skew.isLimited && !skew.isTrusted()) comparing ??= compare();
    else feed.advance(tick);
  };
}
