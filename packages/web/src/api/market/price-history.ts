/** An inclusive range of ticks (Unix seconds). */
export type TickRange = { readonly from: number; readonly to: number };

/** What the chart's widest choice shows, in ticks. */
export const HISTORY_TICKS = 900;

const CAPACITY = 1800;

/**
 * The prices of the last half hour, in thousandths, by tick. A ring: a tick's place is its remainder, and the
 * tick stored beside the price says whether the place is still its own.
 */
export class PriceHistory {
  readonly #ticks = new Float64Array(CAPACITY);
  readonly #prices = new Int32Array(CAPACITY);
  readonly #listeners = new Set<() => void>();
  #newest: number | undefined;
  #version = 0;

  /** The newest tick of which the price is known. */
  get newest(): number | undefined {
    return this.#newest;
  }

  /** Grows whenever past ticks were filled in, so that a drawing knows that it must begin anew. */
  get version(): number {
    return this.#version;
  }

  priceAt(tick: number): number | undefined {
    const place = tick % CAPACITY;
    return this.#ticks[place] === tick ? this.#prices[place] : undefined;
  }

  /** The price that was just pushed. */
  record(tick: number, priceMilli: number): void {
    if (this.#newest !== undefined && tick < this.#newest) this.#version++;
    this.#put(tick, priceMilli);
    this.#tell();
  }

  /** A run of prices that were asked for. */
  fill(fromTick: number, pricesMilli: readonly number[]): void {
    if (pricesMilli.length === 0) return;
    for (const [index, price] of pricesMilli.entries()) this.#put(fromTick + index, price);
    this.#version++;
    this.#tell();
  }

  /** The runs of unknown ticks in a range, oldest first. */
  missing({ from, to }: TickRange): TickRange[] {
    const gaps: TickRange[] = [];
    let start: number | undefined;
    for (let tick = from; tick <= to; tick++) {
      const isKnown = this.priceAt(tick) !== undefined;
      if (!isKnown && start === undefined) start = tick;
      if (isKnown && start !== undefined) {
        gaps.push({ from: start, to: tick - 1 });
        start = undefined;
      }
    }
    if (start !== undefined) gaps.push({ from: start, to });
    return gaps;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(tick: number, priceMilli: number) {
    // A tick too old for the ring must not take the place of a newer one.
    if (this.#newest !== undefined && tick <= this.#newest - CAPACITY) return;
    this.#ticks[tick % CAPACITY] = tick;
    this.#prices[tick % CAPACITY] = priceMilli;
    if (this.#newest === undefined || tick > this.#newest) this.#newest = tick;
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}
