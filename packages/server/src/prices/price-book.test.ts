import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { epochSeed, fromHex } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { walk } from "@veritick/domain/price.ts";
import { freeRounds } from "../../testing/free-beacon.ts";
import { PriceBook } from "./price-book.ts";
import type { BookRounds } from "./price-book.ts";

const secret = fromHex("00112233445566778899aabbccddeeff".repeat(2));
const genesis = { tick: 1_790_000_000, state: 15_279_000_000 };
const lastTick = genesis.tick + 2 * EPOCH_TICKS;
const walked = walk(secret, freeRounds, genesis.tick, genesis.state, lastTick - genesis.tick);

function bookUpTo(tick: number, rounds: BookRounds = freeRounds): PriceBook {
  const book = new PriceBook(secret, genesis, [], rounds);
  book.publishUpTo(tick);
  return book;
}

const whole = bookUpTo(lastTick);

describe("the price book", () => {
  it("has the states that follow from secret and rounds", () => {
    for (const [index, state] of walked.entries())
      expect(whole.stateAt(genesis.tick + 1 + index)).toBe(state);
  });

  it("publishes no tick whose round is missing, and goes on when the round arrives", () => {
    let known = roundOf(freeRounds, genesis.tick + 30);
    const rhoOf = (round: number) => (round <= known ? freeRounds.rhoOf(round) : undefined);
    const book = bookUpTo(genesis.tick + 60, { ...freeRounds, rhoOf });
    expect(book.newestTick).toBe(blockEnd(freeRounds, known));
    known += 100;
    book.publishUpTo(genesis.tick + 60);
    expect(book.newestTick).toBe(genesis.tick + 60);
    expect(book.stateAt(book.newestTick)).toBe(walked[59]);
  });

  it("reveals a seed only when its epoch is over", () => {
    const epoch = epochOf(genesis.tick);
    const lastOfEpoch = (epoch + 1) * EPOCH_TICKS - 1;
    expect(bookUpTo(lastOfEpoch).revealedSeed(epoch)).toBeUndefined();
    expect(bookUpTo(lastOfEpoch + 1).revealedSeed(epoch)).toEqual(epochSeed(secret, epoch));
  });

  it("is the same however it is published", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 12 }), (steps) => {
        const book = new PriceBook(secret, genesis, [], freeRounds);
        for (const step of steps) book.publishUpTo(Math.min(lastTick, book.newestTick + step));
        for (const back of [0, 1, 59]) {
          const tick = Math.max(genesis.tick, book.newestTick - back);
          expect(book.stateAt(tick)).toBe(whole.stateAt(tick));
        }
      }),
      { numRuns: 10 },
    );
  });

  it("continues from the recorded start of an epoch as if it had never stopped", async () => {
    const epoch = epochOf(genesis.tick) + 1;
    const starts = [[epoch, whole.startStateOf(epoch)!]] as const;
    const resumed = new PriceBook(secret, genesis, starts, freeRounds);
    resumed.publishUpTo(lastTick);
    const ticks = [genesis.tick + 1, epoch * EPOCH_TICKS - 1, epoch * EPOCH_TICKS, lastTick];
    await resumed.bring(genesis.tick + 1, lastTick);
    for (const tick of [genesis.tick, ...ticks]) expect(resumed.stateAt(tick)).toBe(whole.stateAt(tick));
  });

  it("answers old ticks after it has dropped their path, once they are brought again", async () => {
    const book = bookUpTo(genesis.tick + 52 * EPOCH_TICKS);
    expect(book.isAtHand(genesis.tick + 1)).toBe(false);
    expect(() => book.stateAt(genesis.tick + 1)).toThrow(RangeError);
    await book.bring(genesis.tick + 1, lastTick);
    for (const tick of [genesis.tick + 1, lastTick]) expect(book.stateAt(tick)).toBe(whole.stateAt(tick));
    expect(book.priceMilliAt(book.newestTick)).toBeGreaterThan(0);
  }, 20_000);

  it("brings nothing if a round is not stored", async () => {
    const rounds = { ...freeRounds, readStored: async () => new Map<number, string>() };
    const book = bookUpTo(genesis.tick + 52 * EPOCH_TICKS, rounds);
    await expect(book.bring(genesis.tick + 1, genesis.tick + 1)).rejects.toThrow("is not stored");
    expect(() => book.stateAt(genesis.tick + 1)).toThrow(RangeError);
  }, 20_000);

  it("answers no old tick while another caller brings it", async () => {
    const book = bookUpTo(genesis.tick + 52 * EPOCH_TICKS);
    const others = book.bring(genesis.tick + 1, genesis.tick + 1);
    expect(() => book.stateAt(genesis.tick + 1)).toThrow(RangeError);
    await book.bring(genesis.tick + 1, genesis.tick + 1);
    expect(book.stateAt(genesis.tick + 1)).toBe(whole.stateAt(genesis.tick + 1));
    await others;
  }, 20_000);

  it("cannot name a tick that is not published, nor one before genesis", () => {
    const book = bookUpTo(genesis.tick + 10);
    for (const tick of [genesis.tick + 11, genesis.tick - 1, lastTick, -1, 0.5, Number.NaN]) {
      expect(() => book.stateAt(tick)).toThrow(RangeError);
      expect(book.isPublished(tick)).toBe(false);
    }
    expect(book.startStateOf(epochOf(genesis.tick) + 1)).toBeUndefined();
  });

  it("never goes back", () => {
    const book = bookUpTo(genesis.tick + 10);
    book.publishUpTo(genesis.tick + 5);
    expect(book.newestTick).toBe(genesis.tick + 10);
  });
});
