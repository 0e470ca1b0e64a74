import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { commitment, epochSeed } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf, firstTickOf, isRevealed } from "@veritick/domain/epoch-times.ts";
import { extendPath, publishedPriceMilli } from "@veritick/domain/price.ts";
import type { Rounds, State } from "@veritick/domain/price.ts";

export type Genesis = { readonly tick: number; readonly state: State };

/** The number of past epochs that stay in memory. Older ones are computed again on demand. */
const KEPT_EPOCHS = 48;

/** The rounds of the beacon: those in memory at once, older ones from storage. */
export type BookRounds = Rounds & {
  /** Returns the random values of rounds, both ends included. */
  readStored(from: number, to: number): Promise<ReadonlyMap<number, string>>;
};

/**
 * Computes the states of past ticks of one epoch, from stored rounds: entry `k` belongs to tick `fromTick + 1 + k`.
 *
 * @throws Error if a round is not stored
 */
export async function statesBetween(
  secret: Uint8Array,
  rounds: BookRounds,
  fromTick: number,
  fromState: State,
  count: number,
): Promise<Float64Array> {
  if (count === 0) return new Float64Array(0);
  const [first, last] = [roundOf(rounds, fromTick + 1), roundOf(rounds, fromTick + count)];
  const rhos = await rounds.readStored(first, last);
  const stored = { ...rounds, rhoOf: (round: number) => rhos.get(round) };
  const seed = epochSeed(secret, epochOf(fromTick + 1));
  const states = extendPath(seed, stored, fromTick, fromState, count);
  if (states.length < count)
    throw new Error(`the round of tick ${fromTick + states.length + 1} is not stored`);
  return states;
}

/** The values that the orders of a block enter with: the price of its last tick, and the state one tick before its epoch. */
type Entry = {
  readonly entryMilli: number;
  readonly start: { readonly epoch: number; readonly state: State };
};

/**
 * Every price from genesis to the newest published tick, computed on demand from the secret, the rounds and the start state of
 * each epoch. It never reveals a tick that is not published.
 */
export class PriceBook {
  readonly genesis: Genesis;
  readonly #secret: Uint8Array;
  readonly #rounds: BookRounds;
  /** By epoch: the state one tick before the epoch's first tick. */
  readonly #startStates = new Map<number, State>();
  /** By epoch: the states of its ticks. The newest epoch's array has its full length and is filled tick by tick. */
  readonly #paths = new Map<number, Float64Array>();
  #newestTick: number;
  #newestState: State;
  #entry: (Entry & { readonly round: number }) | undefined;

  constructor(
    secret: Uint8Array,
    genesis: Genesis,
    startStates: Iterable<readonly [epoch: number, state: State]>,
    rounds: BookRounds,
  ) {
    this.genesis = genesis;
    this.#secret = secret;
    this.#rounds = rounds;
    this.#startStates.set(epochOf(genesis.tick + 1), genesis.state);
    for (const [epoch, state] of startStates) this.#startStates.set(epoch, state);
    const lastEpoch = [...this.#startStates.keys()].reduce((last, epoch) => Math.max(last, epoch));
    this.#newestTick = firstTickOf(lastEpoch, genesis.tick) - 1;
    this.#newestState = this.#startStates.get(lastEpoch)!;
  }

  get newestTick(): number {
    return this.#newestTick;
  }

  /**
   * Publishes all ticks up to and including `tick`, as far as their rounds have arrived. Never call it before that second
   * has begun.
   */
  publishUpTo(tick: number): void {
    this.#publish(tick, this.#rounds);
  }

  /**
   * Publishes up to a tick at a start, when a long stop may take more rounds than stay in memory: it reads each epoch's
   * rounds.
   */
  async publishStored(tick: number): Promise<void> {
    while (this.#newestTick < tick) {
      const next = this.#newestTick + 1;
      const last = Math.min(tick, (epochOf(next) + 1) * EPOCH_TICKS - 1);
      const rhos = await this.#rounds.readStored(roundOf(this.#rounds, next), roundOf(this.#rounds, last));
      this.#publish(last, { ...this.#rounds, rhoOf: (round) => rhos.get(round) });
      if (this.#newestTick < last) return;
    }
  }

  #publish(tick: number, rounds: Rounds): void {
    while (this.#newestTick < tick) {
      const next = this.#newestTick + 1;
      const epoch = epochOf(next);
      const first = firstTickOf(epoch, this.genesis.tick);
      const last = Math.min(tick, (epoch + 1) * EPOCH_TICKS - 1);
      const seed = epochSeed(this.#secret, epoch);
      const count = last - this.#newestTick;
      const states = extendPath(seed, rounds, this.#newestTick, this.#newestState, count);
      if (states.length === 0) return;
      this.#path(epoch).set(states, next - first);
      this.#newestTick += states.length;
      this.#newestState = states.at(-1)!;
      if (states.length < count) return;
      if (epochOf(last + 1) !== epoch) this.#startStates.set(epoch + 1, this.#newestState);
    }
  }

  /**
   * Returns the price at the end of a round's block, and the state with which the block's epoch began. Both are known as
   * soon as the round has arrived, some ticks before they are published, so only the orders of the block may use them.
   * Undefined while the round, or one before it, is missing, or the epoch's start is not published.
   */
  entryOf(round: number): Entry | undefined {
    // Every order asks; the hashes behind the answer are computed once for a block.
    if (this.#entry?.round !== round) {
      const entry = this.#computeEntry(round);
      if (entry === undefined) return undefined;
      this.#entry = { round, ...entry };
    }
    return this.#entry;
  }

  #computeEntry(round: number): Entry | undefined {
    const tick = blockEnd(this.#rounds, round);
    const epoch = Math.max(epochOf(tick), this.firstEpoch);
    const state = this.startStateOf(epoch);
    if (state === undefined || tick < this.genesis.tick || this.#rounds.rhoOf(round) === undefined)
      return undefined;
    if (tick <= this.#newestTick) {
      return this.isAtHand(tick)
        ? { entryMilli: this.priceMilliAt(tick), start: { epoch, state } }
        : undefined;
    }
    const count = tick - this.#newestTick;
    const seed = epochSeed(this.#secret, epochOf(tick));
    if (epochOf(this.#newestTick + 1) !== epochOf(tick)) return undefined;
    const ahead = extendPath(seed, this.#rounds, this.#newestTick, this.#newestState, count);
    if (ahead.length < count) return undefined;
    return { entryMilli: publishedPriceMilli(ahead.at(-1)!), start: { epoch, state } };
  }

  #path(epoch: number): Float64Array {
    let path = this.#paths.get(epoch);
    if (path === undefined) {
      const first = firstTickOf(epoch, this.genesis.tick);
      path = new Float64Array((epoch + 1) * EPOCH_TICKS - first);
      this.#paths.set(epoch, path);
      this.#forgetOldPaths(epoch);
    }
    return path;
  }

  #forgetOldPaths(keep: number): void {
    const newest = epochOf(this.#newestTick);
    for (const epoch of this.#paths.keys()) {
      if (this.#paths.size <= KEPT_EPOCHS) return;
      if (epoch !== keep && epoch < newest) this.#paths.delete(epoch);
    }
  }

  /** False if the price of a published tick must be computed again first (`bring`). */
  isAtHand(tick: number): boolean {
    return tick === this.genesis.tick || this.#paths.has(epochOf(tick));
  }

  /**
   * Computes the prices of published ticks again, so that `stateAt` can return them. Takes some milliseconds for each epoch.
   */
  async bring(fromTick: number, toTick: number): Promise<void> {
    for (let epoch = epochOf(fromTick); epoch <= epochOf(toTick); epoch += 1) {
      const first = firstTickOf(epoch, this.genesis.tick);
      const start = this.startStateOf(epoch);
      const end = Math.min((epoch + 1) * EPOCH_TICKS - 1, this.#newestTick);
      if (start === undefined || end < first || this.#paths.has(epoch)) continue;
      const count = end - first + 1;
      const states = await statesBetween(this.#secret, this.#rounds, first - 1, start, count);
      // Only now: an empty path would make every price of the epoch zero while its rounds are read, and after a failure.
      this.#path(epoch).set(states);
    }
  }

  /**
   * @throws RangeError for a tick before genesis, one that is not published yet, or one that must be computed first
   * (`bring`)
   */
  stateAt(tick: number): State {
    if (tick === this.genesis.tick) return this.genesis.state;
    if (!this.isPublished(tick)) throw new RangeError(`tick ${tick} is not published`);
    const epoch = epochOf(tick);
    const path = this.#paths.get(epoch);
    if (path === undefined) throw new RangeError(`tick ${tick} is not at hand`);
    return path[tick - firstTickOf(epoch, this.genesis.tick)]!;
  }

  /** Returns the published price of a tick in thousandths. */
  priceMilliAt(tick: number): number {
    return publishedPriceMilli(this.stateAt(tick));
  }

  isPublished(tick: number): boolean {
    return Number.isSafeInteger(tick) && tick >= this.genesis.tick && tick <= this.#newestTick;
  }

  get firstEpoch(): number {
    return epochOf(this.genesis.tick + 1);
  }

  /** Returns the state one tick before the epoch's first tick, once that tick is published. */
  startStateOf(epoch: number): State | undefined {
    return this.#startStates.get(epoch);
  }

  commitmentOf(epoch: number): string {
    return commitment(epochSeed(this.#secret, epoch));
  }

  /** Returns the seed of an epoch that has ended. Undefined while it could still predict a price. */
  revealedSeed(epoch: number): Uint8Array | undefined {
    return isRevealed(epoch, this.#newestTick) ? epochSeed(this.#secret, epoch) : undefined;
  }
}
