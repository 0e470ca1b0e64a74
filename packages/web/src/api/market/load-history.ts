import { HISTORY_TICKS } from "./price-history.ts";
import type { PriceHistory, TickRange } from "./price-history.ts";

export type PriceRun = { from: number; prices: number[] };
export type FetchPrices = (range: TickRange | undefined) => Promise<PriceRun>;

/** The largest range that one call answers. */
const MAX_TICKS_PER_CALL = 3_600;

/**
 * Keeps the last fifteen minutes complete: the newest prices first, then whatever is missing, be it the minutes
 * before them, ticks lost on the way or a whole sleep. One request at a time; a failure is tried again with the
 * next tick that finds a gap.
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

  /** To be called at the start and after every tick; it does nothing when nothing is missing. */
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
    // Without the genesis, asking for earlier ticks might be refused; the newest ones already fill the chart.
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
