import { blockEnd, dueTick, isOpenAt, CLOSING_MS, roundOf } from "@veritick/domain/beacon.ts";
import type { State } from "@veritick/domain/price.ts";
import { tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { PriceFeed, PromisedTerms } from "../prices/public.ts";

/** The block that orders enter now: all of them at the price of its last tick, which nobody has seen move on. */
export type EntryBlock = {
  readonly round: number;
  readonly entryTick: number;
  readonly entryMilli: number;
  /** What positions of its epoch are sold under, as it was promised a day ahead. */
  readonly terms: PromisedTerms;
  /** The epoch of the block and the state one tick before that epoch. */
  readonly start: { readonly epoch: number; readonly state: State };
  /** Orders are taken from the first instant on, and before the second; Unix time in milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
};

export type EntryGate = {
  /** The block of an instant that is now. Undefined in a block's last half second, and while its round is awaited. */
  blockAt(nowMs: number): EntryBlock | undefined;
  /**
   * Waits until orders may enter, and answers the round of that block; undefined where they are refused instead, because the beacon is
   * late.
   *
   * @param met the round of the block that an order has met closed: it waits for another one
   */
  opened(met?: number): Promise<number | undefined>;
  /** Looks again who waits, each second and whenever a round arrives. */
  wake(): void;
};

/** A block may be over by the time that its order has all locks. How often it is tried again in the next one. */
const MOST_BLOCKS = 3;
/**
 * So long after a block's beginning an order that met it closed may try it again: by the database's clock, which decides, it had not
 * begun. Later it was over, even where it goes on for some milliseconds by the clock of the process.
 */
const BEGINNING_MS = 250;

/**
 * Submits an order or a sale once a block takes it, and again where that block was over: it meets the next one, whose future is as
 * unknown. Undefined where orders are refused instead, because the beacon is late.
 */
export async function whenOpen<T extends { readonly outcome: string }>(
  gate: EntryGate,
  submit: () => Promise<T>,
): Promise<T | undefined> {
  const met = new Set<number>();
  for (let round: number | undefined; ;) {
    round = await gate.opened(round);
    if (round === undefined) return undefined;
    const answer = await submit();
    met.add(round);
    if (answer.outcome !== "late" || met.size === MOST_BLOCKS) return answer;
  }
}

/** Decides which block an order enters. It waits in the last half second of a block: the next round is about to come. */
export function createEntryGate(context: { feed: PriceFeed; clock: Clock; isClosing(): boolean }): EntryGate {
  const { feed, clock } = context;
  const { book, beacon } = feed;
  const { chain } = beacon;
  let waiting: (() => boolean)[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** Every order asks several times. What a block is does not change once it is known, and no instant is in two. */
  let known: EntryBlock | undefined;

  function blockAt(nowMs: number): EntryBlock | undefined {
    if (known === undefined || nowMs < known.fromMs || nowMs >= known.untilMs) known = computeBlock(nowMs);
    return known;
  }

  function computeBlock(nowMs: number): EntryBlock | undefined {
    const round = roundOf(chain, tickOf(nowMs));
    if (!isOpenAt(chain, round, nowMs)) return undefined;
    beacon.makeDue(nowMs);
    const entry = book.entryOf(round);
    if (entry === undefined || !feed.isChained(entry.start.epoch)) return undefined;
    return {
      round,
      entryTick: blockEnd(chain, round),
      terms: feed.termsAt(entry.start.epoch),
      ...entry,
      fromMs: dueTick(chain, round) * 1000,
      untilMs: dueTick(chain, round + 1) * 1000 - CLOSING_MS,
    };
  }

  function openRound(met: number): number | undefined {
    const nowMs = clock.nowMs();
    const block = blockAt(nowMs);
    if (block === undefined || block.round < met) return undefined;
    return block.round > met || nowMs - block.fromMs < BEGINNING_MS ? block.round : undefined;
  }
  // Whether the clock is trusted counts once the order enters, and not while it waits.
  const isRefused = () => context.isClosing() || beacon.state(clock.nowMs()) === "late";

  function wake(): void {
    waiting = waiting.filter((look) => !look());
    wakeInTime();
  }

  function wakeInTime(): void {
    if (waiting.length === 0 || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      wake();
    }, untilLateMs());
    timer.unref();
  }
  beacon.onRounds(wake);
  feed.onChained(wake);

  /** The beacon is late from half a second before the round after the awaited one is due: nobody waits longer than a period. */
  function untilLateMs(): number {
    const nowMs = clock.nowMs();
    const round = roundOf(chain, tickOf(nowMs));
    const awaited = isOpenAt(chain, round, nowMs) ? round : round + 1;
    return dueTick(chain, awaited + 1) * 1000 - CLOSING_MS - nowMs;
  }

  return {
    blockAt,
    wake,
    async opened(met = 0) {
      const open = openRound(met);
      if (open !== undefined) return open;
      return new Promise((resolve) => {
        const look = () => {
          const round = openRound(met);
          const isOver = round !== undefined || isRefused();
          if (isOver) resolve(round);
          return isOver;
        };
        // Only this one: a thousand may wait, and nothing has changed for them.
        if (look()) return;
        waiting.push(look);
        wakeInTime();
      });
    },
  };
}
