import {
  EPOCH_TICKS,
  commitment,
  epochOf,
  epochSeed,
  firstTickOf,
  isRevealed,
} from "@veritick/domain/epochs.ts";
import { publishedPriceMilli, walk } from "@veritick/domain/price.ts";
import type { State } from "@veritick/domain/price.ts";

export type Genesis = { readonly tick: number; readonly state: State };

/** How many past epochs stay in memory. An older one is computed again when somebody asks. */
const KEPT_EPOCHS = 48;

/**
 * Every price from genesis to the newest published tick, computed on demand from the secret and the start state of each
 * epoch. It never reveals a tick that is not published.
 */
export class PriceBook {
  readonly genesis: Genesis;
  readonly #secret: Uint8Array;
  /** By epoch: the state one tick before the epoch's first tick. */
  readonly #startStates = new Map<number, State>();
  /** By epoch: the states of its ticks. The newest epoch's array has its full length and is filled tick by tick. */
  readonly #paths = new Map<number, Float64Array>();
  #newestTick: number;
  #newestState: State;

  constructor(
    secret: Uint8Array,
    genesis: Genesis,
    startStates: Iterable<readonly [epoch: number, state: State]>,
  ) {
    this.genesis = genesis;
    this.#secret = secret;
    this.#startStates.set(epochOf(genesis.tick + 1), genesis.state);
    for (const [epoch, state] of startStates) this.#startStates.set(epoch, state);
    const lastEpoch = [...this.#startStates.keys()].reduce((last, epoch) => Math.max(last, epoch));
    this.#newestTick = firstTickOf(lastEpoch, genesis.tick) - 1;
    this.#newestState = this.#startStates.get(lastEpoch)!;
  }

  get newestTick(): number {
    return this.#newestTick;
  }

  /** Publishes all ticks up to and including `tick`. Never call it before that second has begun. */
  publishUpTo(tick: number): void {
    while (this.#newestTick < tick) {
      const next = this.#newestTick + 1;
      const epoch = epochOf(next);
      const path = this.#path(epoch);
      const first = firstTickOf(epoch, this.genesis.tick);
      if (!this.#startStates.has(epoch)) this.#startStates.set(epoch, this.#newestState);
      const last = Math.min(tick, (epoch + 1) * EPOCH_TICKS - 1);
      const states = walk(this.#secret, this.#newestTick, this.#newestState, last - this.#newestTick);
      path.set(states, next - first);
      this.#newestTick = last;
      this.#newestState = states[states.length - 1]!;
    }
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

  /** False where the price of a published tick must be computed again, which takes some milliseconds. */
  isAtHand(tick: number): boolean {
    return tick === this.genesis.tick || this.#paths.has(epochOf(tick));
  }

  /** @throws RangeError for a tick before genesis or one that is not published yet */
  stateAt(tick: number): State {
    if (tick === this.genesis.tick) return this.genesis.state;
    if (!this.isPublished(tick)) throw new RangeError(`tick ${tick} is not published`);
    const epoch = epochOf(tick);
    const first = firstTickOf(epoch, this.genesis.tick);
    if (!this.#paths.has(epoch)) {
      const start = this.startStateOf(epoch)!;
      const end = Math.min((epoch + 1) * EPOCH_TICKS - 1, this.#newestTick);
      this.#path(epoch).set(walk(this.#secret, first - 1, start, end - first + 1));
    }
    return this.#paths.get(epoch)![tick - first]!;
  }

  /** The published price of a tick in thousandths. */
  priceMilliAt(tick: number): number {
    return publishedPriceMilli(this.stateAt(tick));
  }

  isPublished(tick: number): boolean {
    return Number.isSafeInteger(tick) && tick >= this.genesis.tick && tick <= this.#newestTick;
  }

  get firstEpoch(): number {
    return epochOf(this.genesis.tick + 1);
  }

  /** The state one tick before the epoch's first tick, once that tick is published. */
  startStateOf(epoch: number): State | undefined {
    return this.#startStates.get(epoch);
  }

  commitmentOf(epoch: number): string {
    return commitment(epochSeed(this.#secret, epoch));
  }

  /** The seed of an epoch that has ended. Undefined while it could still predict a price. */
  revealedSeed(epoch: number): Uint8Array | undefined {
    return isRevealed(epoch, this.#newestTick) ? epochSeed(this.#secret, epoch) : undefined;
  }
}
