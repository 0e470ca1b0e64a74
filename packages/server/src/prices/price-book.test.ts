import { EPOCH_TICKS, epochOf, fromHex } from "@veritick/domain/epochs.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../domain/test-vectors/price-vectors.json" with { type: "json" };
import { PriceBook } from "./price-book.ts";

const secret = fromHex(vectors.secret);
const genesis = { tick: vectors.genesisTick, state: Number(vectors.genesisState) };
const lastTick = Math.max(...vectors.ticks.map(({ tick }) => tick));

function bookUpTo(tick: number): PriceBook {
  const book = new PriceBook(secret, genesis, []);
  book.publishUpTo(tick);
  return book;
}

const whole = bookUpTo(lastTick);

describe("the price book", () => {
  it.each(vectors.ticks)("has the state and the price of tick $tick", ({ tick, state, price }) => {
    expect(String(whole.stateAt(tick))).toBe(state);
    expect(whole.priceMilliAt(tick)).toBe(Math.round(price * 1000));
  });

  it.each(vectors.epochs)("promises epoch $epoch and reveals its seed only when it is over", (epoch) => {
    expect(whole.commitmentOf(epoch.epoch)).toBe(epoch.commitment);
    const lastOfEpoch = (epoch.epoch + 1) * EPOCH_TICKS - 1;
    expect(bookUpTo(lastOfEpoch).revealedSeed(epoch.epoch)).toBeUndefined();
    expect(Buffer.from(bookUpTo(lastOfEpoch + 1).revealedSeed(epoch.epoch)!).toString("hex")).toBe(
      epoch.seed,
    );
  });

  it("is the same however it is published", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 12 }), (steps) => {
        const book = new PriceBook(secret, genesis, []);
        for (const step of steps) book.publishUpTo(Math.min(lastTick, book.newestTick + step));
        for (const back of [0, 1, 59]) {
          const tick = Math.max(genesis.tick, book.newestTick - back);
          expect(book.stateAt(tick)).toBe(whole.stateAt(tick));
        }
      }),
      { numRuns: 10 },
    );
  });

  it("continues from the recorded start of an epoch as if it had never stopped", () => {
    const epoch = epochOf(genesis.tick) + 1;
    const resumed = new PriceBook(secret, genesis, [[epoch, whole.startStateOf(epoch)!]]);
    resumed.publishUpTo(lastTick);
    for (const tick of [
      genesis.tick,
      genesis.tick + 1,
      epoch * EPOCH_TICKS - 1,
      epoch * EPOCH_TICKS,
      lastTick,
    ]) {
      expect(resumed.stateAt(tick)).toBe(whole.stateAt(tick));
    }
  });

  it("answers old ticks after it has dropped their path", () => {
    const book = bookUpTo(genesis.tick + 52 * EPOCH_TICKS);
    for (const { tick, state } of vectors.ticks) expect(String(book.stateAt(tick))).toBe(state);
    expect(book.priceMilliAt(book.newestTick)).toBeGreaterThan(0);
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
