import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../docs/vectors/price.json" with { type: "json" };
import rounds from "../../../docs/vectors/rounds.json" with { type: "json" };
import { TEST_ROUNDS } from "../testing/rounds.ts";
import { rhoOf } from "./beacon.ts";
import { roundOf } from "./rounds.ts";
import { epochSeed, parseSecret, toHex } from "./epochs.ts";
import { epochOf } from "./epoch-times.ts";
import {
  extendPath,
  MEAN_STATE,
  noise,
  NOISE_MAX,
  NoiseKey,
  parsePriceMilli,
  priceAsDecimal8,
  priceNumber,
  publishedPriceMilli,
  step,
  walk,
} from "./price.ts";

const secret = parseSecret(vectors.secret);
const genesisTick = vectors.genesis.tick;
const genesisState = Number(vectors.genesis.state);
const lastTick = vectors.ticks.at(-1)!.tick;
const rhos = new Map(rounds.local.rounds.map(({ round, signature }) => [round, rhoOf(signature)]));
const VECTOR_ROUNDS = { ...TEST_ROUNDS, rhoOf: (round: number) => rhos.get(round) };
const path = walk(secret, VECTOR_ROUNDS, genesisTick, genesisState, lastTick - genesisTick);
const stateAt = (tick: number) => (tick === genesisTick ? genesisState : path[tick - genesisTick - 1]!);

const anyState = fc.integer({ min: -700_000_000_000, max: 700_000_000_000 });
const anyNoise = fc.integer({ min: -NOISE_MAX, max: NOISE_MAX });
const anyMilli = fc.integer({ min: 0, max: 9_999_999_999 });

describe("frozen vectors", () => {
  it.each(vectors.ticks)(
    "noise, state and price of tick $tick",
    ({ tick, round, noise: z, state, price }) => {
      const seed = epochSeed(secret, epochOf(tick));
      expect(roundOf(TEST_ROUNDS, tick)).toBe(round);
      expect(noise(seed, tick, round, rhos.get(round)!)).toBe(z);
      expect(noise(new NoiseKey(seed), tick, round, rhos.get(round)!)).toBe(z);
      expect(stateAt(tick)).toBe(Number(state));
      expect(priceAsDecimal8(publishedPriceMilli(stateAt(tick)))).toBe(price);
    },
  );
});

describe("noise", () => {
  const rho = "ab".repeat(32);

  it("is the centred sum of the words of the HMAC, whatever ticks came before", () => {
    const key = new NoiseKey(epochSeed(secret, 1));
    const anyRho = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex);
    const anyIndex = fc.maxSafeInteger().map(Math.abs);
    fc.assert(
      fc.property(anyIndex, anyIndex, anyRho, (tick, round, value) => {
        const message = `tick/2/${tick}/${round}/${value}`;
        const digest = createHmac("sha256", epochSeed(secret, 1)).update(message).digest();
        let expected = -NOISE_MAX;
        for (let offset = 0; offset < 32; offset += 2) expected += 2 * digest.readUInt16BE(offset);
        expect(noise(key, tick, round, value)).toBe(expected);
      }),
    );
  });

  it.each([-1, 0.5, NaN])("refuses tick %d", (tick) => {
    expect(() => noise(new Uint8Array(32), tick, 1, rho)).toThrow(
      new RangeError("tick must be an integer >= 0"),
    );
  });
});

describe("step", () => {
  it("equals the same step in integers of unlimited size", () => {
    const floor = (a: bigint, b: bigint) => a / b - (a % b < 0n ? 1n : 0n);
    fc.assert(
      fc.property(anyState, anyNoise, (state, z) => {
        const pulled = floor(2n * (15_500_000_000n - BigInt(state)) + 36_000n, 72_000n);
        const moved = floor(2n * BigInt(z) * 19_052_559n + 2n ** 20n, 2n ** 21n);
        expect(BigInt(step(state, z))).toBe(BigInt(state) + pulled + moved);
      }),
      { numRuns: 2000 },
    );
  });

  it("stays within its bounds under the worst noise", () => {
    for (const sign of [-1, 1]) {
      let state = MEAN_STATE + sign * 700_000_000_000;
      for (let tick = 0; tick < 1000; tick++) state = step(state, sign * NOISE_MAX);
      expect(Math.abs(state - MEAN_STATE)).toBeLessThan(710_000_000_000);
    }
  });

  it("rests at the mean without noise", () => {
    expect(step(MEAN_STATE, 0)).toBe(MEAN_STATE);
  });
});

describe("paths", () => {
  it("are the same in pieces of any length, computed in any order", () => {
    fc.assert(
      fc.property(fc.nat({ max: path.length }), fc.nat({ max: path.length }), (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const piece = walk(secret, VECTOR_ROUNDS, genesisTick + from, stateAt(genesisTick + from), to - from);
        expect(Buffer.from(piece.buffer).equals(Buffer.from(path.slice(from, to).buffer))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it("extend tick by tick to the same states, also with a used key", () => {
    const key = new NoiseKey(epochSeed(secret, epochOf(genesisTick + 1)));
    noise(key, 5, 1, "ab".repeat(32));
    let state = genesisState;
    for (let tick = genesisTick; tick < genesisTick + 60; tick++) {
      state = extendPath(key, VECTOR_ROUNDS, tick, state, 1)[0]!;
      expect(state).toBe(stateAt(tick + 1));
    }
  });

  it("end before the first missing round", () => {
    const seed = epochSeed(secret, epochOf(genesisTick + 1));
    const until = roundOf(TEST_ROUNDS, genesisTick + 31);
    const short = {
      ...VECTOR_ROUNDS,
      rhoOf: (round: number) => (round < until ? VECTOR_ROUNDS.rhoOf(round) : undefined),
    };
    const whole = extendPath(seed, VECTOR_ROUNDS, genesisTick, genesisState, 60);
    expect(extendPath(seed, short, genesisTick, genesisState, 60)).toEqual(whole.slice(0, 30));
    expect(() => walk(secret, short, genesisTick, genesisState, 60)).toThrow(
      new RangeError(`the round of tick ${genesisTick + 31} is not there`),
    );
  });

  it("refuse to cross into the next epoch with one seed", () => {
    const epoch = epochOf(genesisTick) + 2;
    const [seed, before] = [epochSeed(secret, epoch), epoch * 3600 - 1];
    const extend = (from: number, count: number) => extendPath(seed, TEST_ROUNDS, from, MEAN_STATE, count);
    expect(extend(before, 3600)).toHaveLength(3600);
    expect(() => extend(before - 1, 2)).toThrow(
      new RangeError("the ticks of one call must lie in one epoch"),
    );
    expect(() => extend(before - 1, -1)).toThrow(new RangeError("count must be an integer >= 0"));
    expect(() => walk(seed, TEST_ROUNDS, before, MEAN_STATE, 0.5)).toThrow(
      new RangeError("count must be an integer >= 0"),
    );
    expect(() => extend(before, 3601)).toThrow(RangeError);
    expect(extend(before, 0)).toHaveLength(0);
  });
});

describe("published prices", () => {
  it.each([
    [15_279_000_000, 152_790],
    [15_279_049_999, 152_790],
    [15_279_050_000, 152_791],
    [15_278_950_000, 152_790],
    [15_278_949_999, 152_789],
  ])("round state %i to %i thousandths", (state, milli) => {
    expect(publishedPriceMilli(state)).toBe(milli);
  });

  it("are written with eight decimals", () => {
    expect(priceAsDecimal8(5)).toBe("0.00500000");
    expect(priceAsDecimal8(152_790)).toBe("152.79000000");
    expect(parsePriceMilli("152.79000000")).toBe(152_790);
  });

  it("are read back as they were printed, as text and as JSON", () => {
    fc.assert(
      fc.property(anyMilli, (milli) => {
        expect(parsePriceMilli(priceAsDecimal8(milli))).toBe(milli);
        const json = JSON.stringify(priceNumber(milli));
        expect(json).toMatch(/^\d+(\.\d{1,3})?$/);
        expect(Number(json)).toBe(Number(priceAsDecimal8(milli)));
      }),
    );
  });

  it.each(["152.79", "152.79000001", "152.79010000", "-1.00000000", "", "1e2", "152.79000000 "])(
    "refuse to be read from %j",
    (text) => {
      expect(() => parsePriceMilli(text)).toThrow(
        new RangeError(`not a price on the grid of 0.001: ${text}`),
      );
    },
  );
});
