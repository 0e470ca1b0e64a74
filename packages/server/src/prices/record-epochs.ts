import { epochOf } from "@veritick/domain/epoch-times.ts";
import type { Database } from "../platform/db/database.ts";
import { warnOf } from "../platform/db/unavailable.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { ChainBrokenError } from "./commitment-chain.ts";
import type { CommitmentChain } from "./commitment-chain.ts";
import type { PriceBook } from "./price-book.ts";
import { findCurrentGenesis, listEpochs, storeStartStates } from "./price-store.ts";
import type { PromisedTerms } from "./promised-terms.ts";

/** The interval at which a process checks whether the price has ended. */
const GENESIS_TICKS = 10;
/** PostgreSQL's error code for a commitment under a genesis that is no longer current. */
const RESTRICT_VIOLATION = "23001";

class SupersededError extends Error {
  constructor() {
    super("The price series has ended, but this process still uses it: stop it.");
  }
}

export type EpochRecorder = {
  /** Stores the epoch of a tick once. After a failure, the next tick tries again. */
  record(tick: number): void;
  /** Returns the last epoch that is stored with its start state. */
  lastRecorded(): number;
  /** True once stored data contradicts this process's computation. */
  isDisputed(): boolean;
  /** Waits until everything is stored. */
  flush(): Promise<void>;
};

/** Stores epochs in the background, so that the price never waits for the database. */
export function createEpochRecorder(context: {
  database: Database;
  book: PriceBook;
  chain: CommitmentChain;
  /** Returns the terms that this process stores for epochs that are not stored yet. */
  terms: () => PromisedTerms;
  /** Called when an epoch is stored. */
  onRecorded: () => void;
  log: Log;
}): EpochRecorder {
  const { database, book, chain, terms, log } = context;
  const { genesis } = book;
  let isDisputed = false;
  let askedEpoch = -1;
  let lastRecorded = -1;
  let askedTick = -Infinity;
  let recording: Promise<void> = Promise.resolve();

  async function assertCurrentGenesis(): Promise<void> {
    if ((await findCurrentGenesis(database))?.tick !== genesis.tick) throw new SupersededError();
  }

  async function recordEpoch(tick: number): Promise<void> {
    await chain.extend(database, tick, terms());
    const conflict = await storeStartStates(database, genesis, await differingStarts(tick));
    if (conflict !== undefined) throw new ChainBrokenError(`start of epoch ${conflict}`, "computed");
    lastRecorded = epochOf(tick);
    context.onRecorded();
  }

  /** Returns the start states that are not stored yet, or are stored with another value. */
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
      ? "the price series has ended: no positions are opened on it"
      : "the commitments were tampered with: no positions are opened on them";
    log.fatal({ error: (error as Error).message }, problem);
    isDisputed = true;
    return true;
  }

  return {
    record(tick) {
      const epoch = epochOf(tick);
      const isNew = epoch !== askedEpoch;
      if (!isNew && (isDisputed || tick < askedTick + GENESIS_TICKS)) return;
      askedTick = tick;
      askedEpoch = epoch;
      recording = recording.then(async () => {
        try {
          await assertCurrentGenesis();
          if (isNew) await recordEpoch(tick);
        } catch (error) {
          if (dispute(error) || !isNew) return;
          askedEpoch = -1;
          warnOf(log, error, "an epoch could not be recorded yet");
        }
      });
    },
    lastRecorded: () => lastRecorded,
    isDisputed: () => isDisputed,
    flush: () => recording,
  };
}
