import { fairness, fairnessEpochs, fairnessStatistics } from "@veritick/contract/schemas/fairness.ts";
import type { FairnessEpoch } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS, epochOf, EPOCHS_AHEAD, firstTickOf, toHex } from "@veritick/domain/epochs.ts";
import { MEAN_STATE, NOISE_SCALE, REVERSION_TICKS, UNIT } from "@veritick/domain/price.ts";
import type { Bind } from "../platform/http/bind.ts";
import { refuse } from "../platform/refusal.ts";
import type { PriceBook } from "../prices/public.ts";
import type { FairnessContext } from "./create-fairness.ts";
import { createStatistics } from "./read-statistics.ts";
import { listSigningKeys } from "./signing-keys.ts";

const NEWEST = 24;
const MOST = 1000;

/** Where genesis is the last tick of an epoch, the first epoch has not begun yet when the price has. */
const currentEpochOf = (book: PriceBook): number => Math.max(epochOf(book.newestTick), book.firstEpoch);

export function fairnessRoutes(bind: Bind, options: FairnessContext): void {
  const { database, clock, feed } = options;
  const { book } = feed;
  const statistics = createStatistics(database, clock);

  bind(fairness, async () => {
    const keys = await listSigningKeys(database);
    // Nothing is waited for from here on: what is promised and the head after it are of the same second.
    const epoch = currentEpochOf(book);
    const promised = (ahead: number) => ({
      epoch: epoch + ahead,
      commitment: feed.commitmentAt(epoch + ahead),
    });
    return {
      process: {
        mean: String(MEAN_STATE),
        reversion: String(REVERSION_TICKS),
        scale: String(NOISE_SCALE),
        unit: String(UNIT),
        epochTicks: EPOCH_TICKS,
      },
      genesis: {
        tick: book.genesis.tick,
        state: String(book.genesis.state),
        previousHead: feed.previousHead,
      },
      houseEdge: options.config.houseEdge,
      winRule: options.config.winRule,
      terms: options.terms.map((terms) => ({
        duration: terms.duration,
        multiplier: terms.multiplierHundredths / 100,
        winChance: terms.winChance,
        pull: String(terms.pull),
        reach: String(terms.reach),
      })),
      current: promised(0),
      upcoming: Array.from({ length: EPOCHS_AHEAD }, (_, index) => promised(index + 1)),
      chain: feed.chainAt(book.newestTick),
      keys: keys.map(({ publicKey, since }) => ({
        publicKey,
        since: since.toISOString(),
      })),
    };
  });

  bind(fairnessStatistics, () => statistics());

  /** What is told of epochs that have ended never changes, and each seed takes hashing: rows are made once. */
  const ended = new Map<number, FairnessEpoch>();

  function rowOf(epoch: number): FairnessEpoch {
    const kept = ended.get(epoch);
    if (kept !== undefined) return kept;
    const startState = book.startStateOf(epoch);
    const seed = book.revealedSeed(epoch);
    const row: FairnessEpoch = {
      epoch,
      commitment: feed.commitmentAt(epoch),
      head: feed.headAt(epoch),
      startTick: firstTickOf(epoch, book.genesis.tick),
      startState: startState === undefined ? null : String(startState),
      seed: seed === undefined ? null : toHex(seed),
    };
    if (seed !== undefined) ended.set(epoch, row);
    return row;
  }

  bind(fairnessEpochs, ({ query }) => {
    const currentEpoch = currentEpochOf(book);
    const to = query.to ?? (query.from === undefined ? currentEpoch : query.from + MOST - 1);
    const from = query.from ?? Math.max(to - NEWEST, book.firstEpoch);
    if (from > to || to - from >= MOST || to < book.firstEpoch || from > currentEpoch + EPOCHS_AHEAD) {
      return refuse("epoch_range_invalid", { field: query.from === undefined ? "to" : "from" });
    }
    const first = Math.max(from, book.firstEpoch);
    const last = Math.min(to, currentEpoch + EPOCHS_AHEAD);
    return Array.from({ length: last - first + 1 }, (_, index) => rowOf(first + index));
  });
}
