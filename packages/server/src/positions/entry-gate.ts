import type { Position } from "@veritick/contract/schemas/positions.ts";
import { blockEnd, dueTick, isOpenAt, CLOSING_MS, roundOf } from "@veritick/domain/rounds.ts";
import { priceAsDecimal8 } from "@veritick/domain/price.ts";
import type { State } from "@veritick/domain/price.ts";
import { DURATIONS, formatMultiplier } from "@veritick/domain/product.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { expiryTick } from "@veritick/domain/settlement.ts";
import { barrierMilli, winChanceAt } from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { stopwatchMs, tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { SessionWatch } from "../platform/http/call.ts";
import type { PriceFeed, PromisedTerms } from "../prices/public.ts";
import { offerValues } from "./open-positions.sql.ts";
import { epochsOf, promiseOf } from "./promise.ts";
import type { OwnField } from "./promise.ts";

/** The block that orders enter now. All of them get the price of its last tick, which no one can know yet. */
export type EntryBlock = {
  readonly round: number;
  readonly entryTick: number;
  readonly entryMilli: number;
  /** The terms of all positions of its epoch, promised a day ahead. */
  readonly terms: PromisedTerms;
  /** The epoch of the block and the state one tick before that epoch. */
  readonly start: { readonly epoch: number; readonly state: State };
  /** The block takes orders from `fromMs` on and before `untilMs`, in Unix milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly offers: Offers;
};

/** The terms that a block offers to all orders of a side and duration. */
export type Offer = {
  /** Its place among the offers of the block, from 1. */
  readonly place: number;
  readonly term: Terms;
  /** A position with empty texts in its own fields. Its fields have the order in which stored positions are answered. */
  readonly position: Position;
  /** Writes the text that is signed for one position. */
  writePromise(own: Pick<Position, OwnField>): string;
};

type Offers = {
  of(wanted: { readonly side: Side; readonly duration: Duration }): Offer;
  /** The values of the opening statement for these offers. */
  readonly values: readonly string[];
};

export type EntryGate = {
  /**
   * Returns the block of an instant that is now. Undefined in a block's last half second, while its round is awaited, and
   * until all that a promise names is stored.
   */
  blockAt(nowMs: number): EntryBlock | undefined;
  /**
   * Waits until orders may enter, and returns the round of that block. Returns undefined if orders are refused because the
   * beacon is late, the clock was put back or the server closes.
   *
   * @param met the round of the block that the order found closed: it waits for another one
   */
  opened(met?: number): Promise<number | undefined>;
  /** Checks again which orders may enter: each second and whenever a round arrives. */
  wake(): void;
};

/** The most blocks that an order tries. A block may be over by the time that its order has all locks. */
const MOST_BLOCKS = 3;
/**
 * An order that found its block closed may try it again until this long after the block's beginning. By the database's
 * clock, which decides, the block had not begun. Later, the block was over, even if it lasts some milliseconds longer by the
 * process's clock.
 */
const BEGINNING_MS = 250;
/** The longest that an order waits for a row that another transaction has locked, or for a sure answer about its session. */
export const MOST_WAIT_MS = 30_000;

/**
 * Submits an order or a sale once a block takes it, and again if that block was over: it then enters the next one, whose
 * future is as unknown. Returns undefined if orders are refused because the beacon is late or the server closes, or if the
 * caller's session stays unsure for too long.
 *
 * @param session the caller's session: if only the database knows whether it has ended, this asks, and submits again
 * @param submit gets the time since which the request waits for its turn in this block, by the stopwatch
 */
export async function submitInOpenBlock<T extends { readonly outcome: string }>(
  { gate, isClosing }: { gate: EntryGate; isClosing(): boolean },
  session: SessionWatch,
  submit: (sinceMs: number) => Promise<T>,
): Promise<T | undefined> {
  const beganMs = stopwatchMs();
  const isTooLong = () => isClosing() || stopwatchMs() - beganMs >= MOST_WAIT_MS;
  const met = new Set<number>();
  for (let round: number | undefined; ;) {
    round = await gate.opened(round);
    if (round === undefined) return undefined;
    const sinceMs = stopwatchMs();
    let answer = await submit(sinceMs);
    while (answer.outcome === "session_unsure" && !(await session.hasEnded())) {
      // If batches are slow, each answer is out of date before the order's turn.
      if (isTooLong()) return undefined;
      answer = await submit(sinceMs);
    }
    met.add(round);
    if (answer.outcome !== "late" || met.size === MOST_BLOCKS) return answer;
  }
}

/**
 * Runs a batch without the requests whose session may have ended while they waited. It asks nobody, so that a batch costs no
 * more and waits for nothing.
 *
 * @param unsure the answer to the requests left out, with the outcome `session_unsure`
 */
export async function runWithLiveSessions<R extends { readonly session: SessionWatch }, A>(
  requests: R[],
  unsure: A,
  run: (live: R[]) => Promise<A[]>,
): Promise<A[]> {
  const live = requests.filter(({ session }) => !session.mayHaveEnded());
  if (live.length === requests.length) return run(requests);
  const answers = live.length === 0 ? [] : await run(live);
  const given = new Map(live.map((request, index) => [request, answers[index]!]));
  return requests.map((request) => given.get(request) ?? unsure);
}

type GateContext = {
  feed: PriceFeed;
  clock: Clock;
  /** Its public key is a line of each promise. */
  signer: { readonly publicKey: string };
  isClosing(): boolean;
};

/**
 * Decides which block an order enters, and makes the offers of that block. Orders wait in the last half second of a block,
 * because the next round is about to come.
 */
export function createEntryGate(context: GateContext): EntryGate {
  const { feed, clock } = context;
  const { book, beacon } = feed;
  const { chain } = beacon;
  let waiting: (() => boolean)[] = [];
  let timer: NodeJS.Timeout | undefined;

  /**
   * The newest block computed, because every order asks several times. A known block does not change, and no instant is in
   * two.
   */
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
    if (entry === undefined || !feed.isRecorded(entry.start.epoch)) return undefined;
    const block = {
      round,
      entryTick: blockEnd(chain, round),
      terms: feed.termsAt(entry.start.epoch),
      ...entry,
      fromMs: dueTick(chain, round) * 1000,
      untilMs: dueTick(chain, round + 1) * 1000 - CLOSING_MS,
    };
    return { ...block, offers: makeOffers(context, block) };
  }

  function openRound(met: number): number | undefined {
    const nowMs = clock.nowMs();
    const block = blockAt(nowMs);
    if (block === undefined || block.round < met) return undefined;
    return block.round > met || nowMs - block.fromMs < BEGINNING_MS ? block.round : undefined;
  }
  // The clock's trust is checked when the order enters, not while it waits. Once it was put back, no block may come for hours.
  const isRefused = (met: number) =>
    context.isClosing() ||
    beacon.state(clock.nowMs()) === "late" ||
    roundOf(chain, tickOf(clock.nowMs())) < met - 1;

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
  feed.onRecorded(wake);

  /**
   * Returns the time until the beacon is late: half a second before the round after the awaited one is due. So no order
   * waits longer than a period.
   */
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
          const isOver = round !== undefined || isRefused(met);
          if (isOver) resolve(round);
          return isOver;
        };
        // Checks only this order: a thousand others may wait, and nothing has changed for them.
        if (look()) return;
        waiting.push(look);
        wakeInTime();
      });
    },
  };
}

/** Makes the offers of a block, once for all its orders. */
function makeOffers({ feed, signer }: GateContext, block: Omit<EntryBlock, "offers">): Offers {
  const { entryTick, entryMilli, round, start, terms } = block;
  const { firstEpoch } = feed.book;
  const longest = { entryTick, expiryTick: expiryTick(entryTick, DURATIONS.at(-1)!) };
  // Looked up once, because commitments are expensive hashes.
  const links = epochsOf(longest, firstEpoch).map((epoch) => ({
    epoch,
    commitment: feed.linkAt(epoch).commitment,
  }));
  const chain = feed.chainAt(entryTick);
  const begun = { epoch: start.epoch, state: BigInt(start.state) };

  const offerAt = (term: Terms, type: Side, place: number): Offer => {
    const expiry = expiryTick(entryTick, term.duration);
    const position: Position = {
      id: "",
      userId: "",
      type,
      entryPrice: priceAsDecimal8(entryMilli),
      barrierPrice: priceAsDecimal8(barrierMilli(term, type, entryMilli)),
      winChance: winChanceAt(term, type, entryMilli),
      amount: "",
      duration: term.duration,
      multiplier: formatMultiplier(term.multiplierHundredths),
      status: "active",
      createdAt: "",
      expiresAt: new Date(expiry * 1000 + feed.beacon.delayMs).toISOString(),
      entryTick,
      round,
      expiryTick: expiry,
      resultPrice: null,
      profit: null,
      refundReason: null,
      soldTick: null,
      soldPrice: null,
      proceeds: null,
    };
    const spanned = epochsOf(position, firstEpoch);
    const commitments = links.filter(({ epoch }) => spanned.includes(epoch));
    const published = { start: begun, commitments, chain, terms: terms.hash };
    return { place, term, position, writePromise: promiseOf(position, term, published, signer.publicKey) };
  };

  const offers = terms.terms.flatMap((term, index) => [
    offerAt(term, "buy", 2 * index + 1),
    offerAt(term, "sell", 2 * index + 2),
  ]);
  return {
    of: ({ side, duration }) =>
      offers.find(({ position }) => position.type === side && position.duration === duration)!,
    values: offerValues(
      offers.map(({ position, term }) => ({
        type: position.type,
        duration: position.duration,
        multiplier: position.multiplier,
        barrier_price: position.barrierPrice,
        win_chance: position.winChance,
        win_rule: term.winRule,
        pull: String(term.pull),
        reach: String(term.reach),
        expiry_tick: position.expiryTick,
      })),
    ),
  };
}
