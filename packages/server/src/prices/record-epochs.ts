import { epochOf } from "@veritick/domain/epochs.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { ChainBrokenError } from "./commitment-chain.ts";
import type { CommitmentChain } from "./commitment-chain.ts";
import type { PriceBook } from "./price-book.ts";
import { findGenesis, listEpochs, storeCommitments, storeStartStates } from "./price-store.ts";

/** How often it is asked whether the price was started anew. */
const GENESIS_TICKS = 10;
/** What the database answers who promises something under a genesis that another one has followed. */
const RESTRICT_VIOLATION = "23001";

class SupersededError extends Error {
  constructor() {
    super("The price was started anew, and this process goes by the old one: stop it.");
  }
}

export type EpochRecorder = {
  /** Records the epoch of a tick, once; what fails is tried again with the next tick. */
  record(tick: number): void;
  /** True once anything on record speaks against what this process goes by. */
  isDisputed(): boolean;
  /** Waits until what was to be recorded is. */
  flush(): Promise<void>;
};

/** Epochs are recorded behind the price, never in its way. */
export function createEpochRecorder(context: {
  database: Database;
  book: PriceBook;
  chain: CommitmentChain;
  log: Log;
}): EpochRecorder {
  const { database, book, chain, log } = context;
  const { genesis } = book;
  let isDisputed = false;
  let recordedEpoch = -1;
  let askedTick = -Infinity;
  let recording: Promise<void> = Promise.resolve();

  async function assertInForce(): Promise<void> {
    if ((await findGenesis(database))?.tick !== genesis.tick) throw new SupersededError();
  }

  async function recordEpoch(tick: number): Promise<void> {
    await storeCommitments(database, genesis, tick, (epoch) => book.commitmentOf(epoch));
    await chain.link(database);
    const conflict = await storeStartStates(database, genesis, await differingStarts(tick));
    if (conflict !== undefined) throw new ChainBrokenError(`start of epoch ${conflict}`, "computed");
  }

  /** Those that are not on record yet, or otherwise than here. */
  async function differingStarts(tick: number) {
    const stored = await listEpochs(database, genesis, book.firstEpoch, epochOf(tick));
    return stored.flatMap(({ epoch, startState }) => {
      const state = book.startStateOf(epoch);
      return state === undefined || state === startState ? [] : [[epoch, state] as const];
    });
  }

  function dispute(error: unknown): boolean {
    const isSuperseded =
      error instanceof SupersededError || (error as { code?: unknown }).code === RESTRICT_VIOLATION;
    if (!isSuperseded && !(error instanceof ChainBrokenError)) return false;
    const problem = isSuperseded
      ? "the price was started anew: nothing is sold on the old one"
      : "the commitments were tampered with: nothing is sold on them";
    log.fatal({ error: (error as Error).message }, problem);
    isDisputed = true;
    return true;
  }

  return {
    record(tick) {
      const epoch = epochOf(tick);
      const isNew = epoch !== recordedEpoch;
      if (!isNew && (isDisputed || tick < askedTick + GENESIS_TICKS)) return;
      askedTick = tick;
      recordedEpoch = epoch;
      recording = recording.then(async () => {
        try {
          await assertInForce();
          if (isNew) await recordEpoch(tick);
        } catch (error) {
          if (dispute(error) || !isNew) return;
          recordedEpoch = -1;
          log.warn({ error: String(error) }, "an epoch could not be recorded yet");
        }
      });
    },
    isDisputed: () => isDisputed,
    flush: () => recording,
  };
}
