import {
  fairness,
  fairnessEpochs,
  fairnessSale,
  fairnessStatistics,
  getLiabilityProof,
  listLiabilities,
} from "@veritick/contract/schemas/fairness.ts";
import type { FairnessEpoch } from "@veritick/contract/schemas/fairness.ts";
import { toHex } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf, firstTickOf } from "@veritick/domain/epoch-times.ts";
import { MEAN_STATE, NOISE_SCALE, REVERSION_TICKS, UNIT } from "@veritick/domain/price.ts";
import { saleTables } from "@veritick/domain/sale.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { refuse } from "../platform/refusal.ts";
import { listEndings } from "../prices/public.ts";
import type { PriceBook, PriceFeed, PromisedTerms } from "../prices/public.ts";
import { createFindProof } from "./liabilities/find-proof.ts";
import { listStatements } from "./liabilities/statements.ts";
import { createStatistics } from "./statistics.ts";
import { listSigningKeys } from "./signing-keys.ts";

const NEWEST = 24;
const MOST = 1000;

/** Returns the current epoch. If genesis is the last tick of an epoch, the price begins before the first epoch does. */
const currentEpochOf = (book: PriceBook): number => Math.max(epochOf(book.newestTick), book.firstEpoch);

type FairnessContext = {
  database: Database;
  clock: Clock;
  feed: PriceFeed;
};

/** The number of changes of terms that are listed. Fewer than that can lie ahead. */
const MOST_RUNS = 50;

const offerOf = ({ rules, terms }: PromisedTerms) => ({
  houseEdge: rules.houseEdge,
  winRule: rules.winRule,
  sellFee: rules.sellFee,
  terms: terms.map(({ duration, multiplierHundredths, winChance, pull, reach }) => ({
    duration,
    multiplier: multiplierHundredths / 100,
    winChance,
    pull: String(pull),
    reach: String(reach),
  })),
});

/** Binds the calls by which anyone can check the platform. */
export function fairnessRoutes(bind: Bind, options: FairnessContext): void {
  liabilityRoutes(bind, options);
  const { database, clock, feed } = options;
  const { book } = feed;
  const statistics = createStatistics(database, clock);

  bind(fairness, async () => {
    const [keys, closings] = await Promise.all([listSigningKeys(database), listEndings(database, book)]);
    await feed.recorded();
    // There is no await from here on, so that the commitments and the head of their chain are of the same second.
    const epoch = currentEpochOf(book);
    const chain = feed.chainAt(book.newestTick);
    const promised = (ahead: number) => {
      const { commitment, termsHash } = feed.linkAt(epoch + ahead);
      return { epoch: epoch + ahead, commitment, termsHash };
    };
    return {
      protocol: 2 as const,
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
      ...offerOf(feed.termsAt(epoch)),
      termsByEpoch: feed
        .termsRuns()
        .slice(-MOST_RUNS)
        .map(({ fromEpoch, terms }) => ({
          fromEpoch,
          text: terms.text,
          hash: terms.hash,
          ...offerOf(terms),
        })),
      current: promised(0),
      upcoming: Array.from({ length: chain.epoch - epoch }, (_, index) => promised(index + 1)),
      chain,
      beacon: {
        kind: feed.beacon.kind,
        ...feed.beacon.chain,
        delayMs: feed.beacon.delayMs,
        state: feed.beacon.state(clock.nowMs()),
        relays: [...feed.beacon.relays],
      },
      closings,
      keys: keys.map(({ publicKey, since }) => ({
        publicKey,
        since: since.toISOString(),
      })),
    };
  });

  bind(fairnessSale, () => {
    const numbers = (table: readonly bigint[]) => table.map(Number);
    const { pull, sd, T, C } = saleTables();
    return { pull: numbers(pull), sd: numbers(sd), T: numbers(T), C: numbers(C) };
  });

  bind(fairnessStatistics, () => statistics());

  /** The rows of ended epochs. They never change and their seeds take hashing, so each row is made once. */
  const ended = new Map<number, FairnessEpoch>();

  function rowOf(epoch: number): FairnessEpoch {
    const kept = ended.get(epoch);
    if (kept !== undefined) return kept;
    const startState = book.startStateOf(epoch);
    const seed = book.revealedSeed(epoch);
    const { commitment, termsHash, head } = feed.linkAt(epoch);
    const row: FairnessEpoch = {
      epoch,
      commitment,
      termsHash,
      head,
      startTick: firstTickOf(epoch, book.genesis.tick),
      startState: startState === undefined ? null : String(startState),
      seed: seed === undefined ? null : toHex(seed),
    };
    if (seed !== undefined) ended.set(epoch, row);
    return row;
  }

  bind(fairnessEpochs, async ({ query }) => {
    await feed.recorded();
    const currentEpoch = currentEpochOf(book);
    const lastEpoch = feed.chainAt(book.newestTick).epoch;
    const to = query.to ?? (query.from === undefined ? currentEpoch : query.from + MOST - 1);
    const from = query.from ?? Math.max(to - NEWEST, book.firstEpoch);
    if (from > to || to - from >= MOST || to < book.firstEpoch || from > lastEpoch) {
      return refuse("epoch_range_invalid", { field: query.from === undefined ? "to" : "from" });
    }
    const first = Math.max(from, book.firstEpoch);
    const last = Math.min(to, lastEpoch);
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
