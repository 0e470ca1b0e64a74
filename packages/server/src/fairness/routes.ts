import {
  fairness,
  fairnessEpochs,
  fairnessStatistics,
  getLiabilityProof,
  listLiabilities,
} from "@veritick/contract/schemas/fairness.ts";
import type { FairnessEpoch } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS, epochOf, EPOCHS_AHEAD, firstTickOf, toHex } from "@veritick/domain/epochs.ts";
import { MEAN_STATE, NOISE_SCALE, REVERSION_TICKS, UNIT } from "@veritick/domain/price.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { refuse } from "../platform/refusal.ts";
import { listEndings } from "../prices/public.ts";
import type { PriceBook, PriceFeed } from "../prices/public.ts";
import type { Terms, WinRule } from "@veritick/domain/terms.ts";
import { createFindProof } from "./liabilities/find-proof.ts";
import { listStatements } from "./liabilities/statements.ts";
import { createStatistics } from "./statistics.ts";
import { listSigningKeys } from "./signing-keys.ts";

const NEWEST = 24;
const MOST = 1000;

/** If genesis is the last tick of an epoch, the price begins before the first epoch does. */
const currentEpochOf = (book: PriceBook): number => Math.max(epochOf(book.newestTick), book.firstEpoch);

type FairnessContext = {
  config: { houseEdge: number; winRule: WinRule };
  database: Database;
  clock: Clock;
  feed: PriceFeed;
  terms: readonly Terms[];
};

/** The calls by which anyone can check the platform. */
export function fairnessRoutes(bind: Bind, options: FairnessContext): void {
  liabilityRoutes(bind, options);
  const { database, clock, feed } = options;
  const { book } = feed;
  const statistics = createStatistics(database, clock);

  bind(fairness, async () => {
    const [keys, closings] = await Promise.all([listSigningKeys(database), listEndings(database, book)]);
    // No await from here on, so that the commitments and the head of their chain are of the same second.
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
      beacon: {
        kind: feed.beacon.kind,
        ...feed.beacon.chain,
        delayMs: feed.beacon.delayMs,
        relays: [...feed.beacon.relays],
      },
      closings,
      keys: keys.map(({ publicKey, since }) => ({
        publicKey,
        since: since.toISOString(),
      })),
    };
  });

  bind(fairnessStatistics, () => statistics());

  /** Rows of ended epochs never change and their seeds take hashing, so each row is made once. */
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

function liabilityRoutes(bind: Bind, context: { database: Database; clock: Clock }): void {
  const { database } = context;
  const findProof = createFindProof(context);
  bind(listLiabilities, ({ query }) => listStatements(database, query.before));
  bind(getLiabilityProof, ({ identity, params }) =>
    findProof({ number: params.number, userId: identity.userId }),
  );
}
