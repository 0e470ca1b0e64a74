import { fairness, fairnessEpochs } from "@veritick/contract/fairness.ts";
import { EPOCH_TICKS, epochOf, firstTickOf, toHex } from "@veritick/domain/epochs.ts";
import { MEAN_STATE, NOISE_SCALE, REVERSION_TICKS, UNIT } from "@veritick/domain/price-process.ts";
import type { Terms, WinRule } from "@veritick/domain/terms.ts";
import type { Database } from "../platform/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { refuse } from "../platform/refusal.ts";
import type { PriceBook } from "../prices/public.ts";
import { EPOCHS_AHEAD, listEpochs } from "../prices/public.ts";

const NEWEST = 24;
const MOST = 1000;

/** Where genesis is the last tick of an epoch, the first epoch has not begun yet when the price has. */
const currentEpochOf = (book: PriceBook): number => Math.max(epochOf(book.newestTick), book.firstEpoch);

export function fairnessRoutes(
  bind: Bind,
  options: {
    database: Database;
    book: PriceBook;
    terms: readonly Terms[];
    houseEdge: number;
    winRule: WinRule;
  },
): void {
  const { database, book } = options;

  bind(fairness, async () => {
    const epoch = currentEpochOf(book);
    const promised = await listEpochs(database, book.genesis, epoch, epoch + EPOCHS_AHEAD);
    const [current, ...upcoming] = promised.map((row) => ({ epoch: row.epoch, commitment: row.commitment }));
    return {
      process: {
        mean: String(MEAN_STATE),
        reversion: String(REVERSION_TICKS),
        scale: String(NOISE_SCALE),
        unit: String(UNIT),
        epochTicks: EPOCH_TICKS,
      },
      genesis: { tick: book.genesis.tick, state: String(book.genesis.state) },
      houseEdge: options.houseEdge,
      winRule: options.winRule,
      terms: options.terms.map((terms) => ({
        duration: terms.duration,
        multiplier: terms.multiplierHundredths / 100,
        winChance: terms.winChance,
        pull: String(terms.pull),
        reach: String(terms.reach),
      })),
      current: current!,
      upcoming,
    };
  });

  bind(fairnessEpochs, async ({ query }) => {
    const currentEpoch = currentEpochOf(book);
    const to = query.to ?? (query.from === undefined ? currentEpoch : query.from + MOST - 1);
    const from = query.from ?? Math.max(to - NEWEST, book.firstEpoch);
    if (from > to || to - from >= MOST || to < book.firstEpoch || from > currentEpoch + EPOCHS_AHEAD) {
      return refuse("epoch_range_invalid", { field: query.from === undefined ? "to" : "from" });
    }
    const stored = await listEpochs(database, book.genesis, from, Math.min(to, currentEpoch + EPOCHS_AHEAD));
    return stored.map((row) => {
      const startState = book.startStateOf(row.epoch);
      const seed = book.revealedSeed(row.epoch);
      return {
        epoch: row.epoch,
        commitment: row.commitment,
        startTick: firstTickOf(row.epoch, book.genesis.tick),
        startState: startState === undefined ? null : String(startState),
        seed: seed === undefined ? null : toHex(seed),
      };
    });
  });
}
