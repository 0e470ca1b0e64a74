/** An inclusive range of ticks (Unix seconds). */
export type TickRange = { readonly from: number; readonly to: number };

/** The longest window that the chart draws tick by tick, in ticks. */
export const HISTORY_TICKS = 900;

const CAPACITY = 1800;

/**
 * The prices of the last half hour in thousandths, by tick. They are in a ring: the place of a tick is its remainder, and
 * the tick stored beside the price tells whether the place still belongs to it.
 */
export class PriceHistory {
  readonly #ticks = new Float64Array(CAPACITY);
  readonly #prices = new Int32Array(CAPACITY);
  readonly #listeners = new Set<() => void>();
  #newest: number | undefined;
  #shown = 0;
  #version = 0;

  get newest(): number | undefined {
    return this.#newest;
  }

  /** The shown second: the newest tick, or a later one whose price the beacon holds back. */
  get shown(): number {
    return Math.max(this.#shown, this.#newest ?? 0);
  }

  /** Moves the shown second on while no price arrives. */
  showUntil(tick: number): void {
    this.#shown = tick;
    this.#tell();
  }

  /** Grows whenever past ticks are filled in. A drawing then knows that it must start over. */
  get version(): number {
    return this.#version;
  }

  priceAt(tick: number): number | undefined {
    const place = tick % CAPACITY;
    return this.#ticks[place] === tick ? this.#prices[place] : undefined;
  }

  /** Records a price that was just pushed. */
  record(tick: number, priceMilli: number): void {
    if (this.#newest !== undefined && tick < this.#newest) this.#version++;
    this.#put(tick, priceMilli);
    this.#tell();
  }

  /** Records a run of fetched prices. */
  fill(fromTick: number, pricesMilli: readonly number[]): void {
    if (pricesMilli.length === 0) return;
    for (const [index, price] of pricesMilli.entries()) this.#put(fromTick + index, price);
    this.#version++;
    this.#tell();
  }

  /** Returns the runs of unknown ticks in a range, oldest first. */
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

type PriceRun = { from: number; prices: number[] };
type FetchPrices = (range: TickRange | undefined) => Promise<PriceRun>;

const MAX_TICKS_PER_CALL = 3_600;

/**
 * Keeps the last fifteen minutes complete: first the newest prices, then all gaps, such as the minutes before them, lost
 * ticks or the time of a sleep. It makes one request at a time, and after a failure waits five ticks.
 */
export class HistoryLoader {
  readonly #history: PriceHistory;
  readonly #fetchPrices: FetchPrices;
  readonly #warn: (message: string, cause: unknown) => void;
  #isBusy = false;
  #hasNewest = false;
  /** No prices exist before this tick. */
  #genesis = 0;
  #restUntilTick = 0;

  constructor(
    history: PriceHistory,
    fetchPrices: FetchPrices,
    warn: (message: string, cause: unknown) => void,
  ) {
    this.#history = history;
    this.#fetchPrices = fetchPrices;
    this.#warn = warn;
  }

  setGenesis(tick: number): void {
    this.#genesis = tick;
  }

  /** Call this at the start and after every tick. It does nothing if nothing is missing. */
  async complete(): Promise<void> {
    const newest = this.#history.newest ?? 0;
    if (this.#isBusy || newest < this.#restUntilTick) return;
    this.#isBusy = true;
    try {
      if (!this.#hasNewest) await this.#loadNewest();
      await this.#loadGaps();
    } catch (cause) {
      this.#restUntilTick = (this.#history.newest ?? 0) + 5;
      this.#warn("past prices did not come", cause);
    } finally {
      this.#isBusy = false;
    }
  }

  async #loadNewest() {
    this.#take(await this.#fetchPrices(undefined));
    this.#hasNewest = true;
  }

  async #loadGaps() {
    const newest = this.#history.newest;
    // Without the genesis, the server might refuse a request for earlier ticks. The newest ticks already fill the chart.
    if (newest === undefined || this.#genesis === 0) return;
    const from = Math.max(this.#genesis, newest - HISTORY_TICKS + 1);
    const gaps = this.#history.missing({ from, to: newest });
    const first = gaps[0];
    const last = gaps.at(-1);
    if (first === undefined || last === undefined) return;
    this.#take(
      await this.#fetchPrices({
        from: first.from,
        to: Math.min(last.to, first.from + MAX_TICKS_PER_CALL - 1),
      }),
    );
  }

  #take({ from, prices }: PriceRun) {
    this.#history.fill(
      from,
      prices.map((price) => Math.round(price * 1000)),
    );
  }
}
