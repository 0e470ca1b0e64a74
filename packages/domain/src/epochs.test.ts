import fc from "fast-check";
import { expect, it } from "vitest";
import vectors from "../test-vectors/price-vectors.json" with { type: "json" };
import {
  EPOCH_TICKS,
  commitment,
  epochOf,
  epochSeed,
  firstTickOf,
  fromHex,
  isRevealed,
  parseSecret,
  toHex,
} from "./epochs.ts";

const secret = parseSecret(vectors.secret);

it.each(vectors.epochs)("derives the frozen seed and commitment of epoch $epoch", (row) => {
  const seed = epochSeed(secret, row.epoch);
  expect(toHex(seed)).toBe(row.seed);
  expect(commitment(seed)).toBe(row.commitment);
});

it("cuts time into hours", () => {
  expect(epochOf(0)).toBe(0);
  expect(epochOf(3599)).toBe(0);
  expect(epochOf(3600)).toBe(1);
  expect(epochOf(vectors.genesisTick)).toBe(vectors.epochs[0]!.epoch);
});

it.each([-1, 1.5, NaN, 2 ** 53])("refuses %d as a tick", (tick) => {
  expect(() => epochOf(tick)).toThrow(RangeError);
});

it("begins the genesis epoch one tick after genesis, and every later epoch on the hour", () => {
  const genesis = vectors.genesisTick;
  expect(firstTickOf(epochOf(genesis), genesis)).toBe(genesis + 1);
  expect(firstTickOf(epochOf(genesis) + 1, genesis)).toBe(3600 * (epochOf(genesis) + 1));
  expect(firstTickOf(7, 7 * 3600)).toBe(7 * 3600 + 1);
  expect(() => firstTickOf(epochOf(genesis) - 1, genesis)).toThrow(RangeError);
});

it("reveals a seed only when no tick of its epoch is still to come", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (epoch, currentTick) => {
      const lastTick = (epoch + 1) * EPOCH_TICKS - 1;
      expect(isRevealed(epoch, currentTick)).toBe(currentTick > lastTick);
      expect(isRevealed(epoch, lastTick)).toBe(false);
      expect(isRevealed(epoch, lastTick + 1)).toBe(true);
    }),
  );
});

it("reads and prints hex", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect([...fromHex(toHex(bytes))]).toEqual([...bytes]);
    }),
  );
  expect(toHex(fromHex("AbFf"))).toBe("abff");
  expect([...parseSecret(vectors.secret.toUpperCase())]).toEqual([...secret]);
});

it.each([
  "",
  vectors.secret.slice(1),
  `${vectors.secret}0`,
  vectors.secret.replace("0", "g"),
  `${vectors.secret}\n`,
])("refuses %j as a secret without repeating it", (text) => {
  expect(() => parseSecret(text)).toThrow("the price secret must be 64 hex digits");
});

it("refuses a secret of the wrong length", () => {
  expect(() => epochSeed(secret.subarray(1), 1)).toThrow(RangeError);
});
