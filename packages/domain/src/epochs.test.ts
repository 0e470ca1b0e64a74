import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../test-vectors/price-vectors.json" with { type: "json" };
import {
  commitment,
  epochSeed,
  followChain,
  fromHex,
  genesisHead,
  nextHead,
  NO_HEAD,
  parseSecret,
  toHex,
} from "./epochs.ts";
import { EPOCH_TICKS, epochOf, firstTickOf, isRevealed } from "./epoch-times.ts";
import type { ChainLink } from "./epochs.ts";

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
  expect(() => epochOf(tick)).toThrow(new RangeError("tick must be an integer >= 0"));
});

it("starts the genesis epoch one tick after genesis and every later epoch on the hour", () => {
  const genesis = vectors.genesisTick;
  expect(firstTickOf(epochOf(genesis), genesis)).toBe(genesis + 1);
  expect(firstTickOf(epochOf(genesis) + 1, genesis)).toBe(3600 * (epochOf(genesis) + 1));
  expect(firstTickOf(7, 7 * 3600)).toBe(7 * 3600 + 1);
  expect(() => firstTickOf(epochOf(genesis) - 1, genesis)).toThrow(/^epoch \d+ is before genesis$/);
});

it("reveals a seed only once its epoch has ended", () => {
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

it("refuses a secret that is not 32 bytes long", () => {
  expect(() => epochSeed(secret.subarray(1), 1)).toThrow(new RangeError("the price secret must be 32 bytes"));
  expect(() => epochSeed(secret, -1)).toThrow(new RangeError("epoch must be an integer >= 0"));
});

const genesis = { tick: vectors.genesisTick, state: Number(vectors.genesisState) };
const FIRST = 497_222;
const TERMS = "ab".repeat(32);
const links = Array.from({ length: 25 }, (_, ahead) => ({
  epoch: FIRST + ahead,
  commitment: commitment(epochSeed(fromHex(vectors.secret), FIRST + ahead)),
  termsHash: TERMS,
}));

// Computed by another program, in another language, from the description in docs/protocol.md.
const ROOT = "afb41da340ca572ca507b5a82dd6e04eab2047c1315dd4709afe5adec31fe38a";
const AFTER_ONE = "c47fd96be719e3ba2835475f5d517b0ec4a7f910d3f6eef4d742fcf919ad6382";
const AFTER_TWO = "3fab197b7c8b3dc1ef30771ff4a9f19b6802ab5a0d490144966f3563fddc5154";
const AFTER_ALL = "445b69131f684557ab324628a544c95030762f494bc0bf468f5fe89ec4de23a7";

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const chain = fc
  .tuple(fc.nat({ max: 1_000_000 }), fc.array(hex, { minLength: 1, maxLength: 12 }))
  .map(([first, commitments]): ChainLink[] =>
    commitments.map((each, index) => ({ epoch: first + index, commitment: each, termsHash: TERMS })),
  );

describe("the chain of commitments", () => {
  it("has the heads that an independent program computed", () => {
    expect(genesisHead(genesis, NO_HEAD)).toBe(ROOT);
    expect(nextHead(ROOT, links[0]!)).toBe(AFTER_ONE);
    expect(nextHead(AFTER_ONE, links[1]!)).toBe(AFTER_TWO);
    expect(followChain(ROOT, links)).toBe(AFTER_ALL);
    expect(followChain(ROOT, [])).toBe(ROOT);
  });

  it("can be followed from any of its heads", () => {
    fc.assert(
      fc.property(chain, fc.nat(), (all, cut) => {
        const at = cut % (all.length + 1);
        expect(followChain(followChain(NO_HEAD, all.slice(0, at)), all.slice(at))).toBe(
          followChain(NO_HEAD, all),
        );
      }),
      { numRuns: 30 },
    );
  });

  it("ends in another head if a link is changed, left out or moved", () => {
    fc.assert(
      fc.property(chain, fc.nat(), hex, (all, pick, other) => {
        const at = pick % all.length;
        const head = followChain(NO_HEAD, all);
        for (const change of [{ commitment: other }, { termsHash: other }]) {
          const swapped = all.map((link, index) => (index === at ? { ...link, ...change } : link));
          expect(followChain(NO_HEAD, swapped)).not.toBe(head);
        }
        expect(followChain(NO_HEAD, all.slice(1))).not.toBe(head);
        expect(followChain(NO_HEAD, all.slice(0, -1))).not.toBe(head);
        expect(followChain(other, all)).not.toBe(head);
        const later = all.map((link) => ({ ...link, epoch: link.epoch + 1 }));
        expect(followChain(NO_HEAD, later)).not.toBe(head);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    { ...genesis, tick: genesis.tick + 1 },
    { ...genesis, state: genesis.state + 1 },
  ])("starts with another head for the genesis %j", (other) => {
    expect(genesisHead(other, NO_HEAD)).not.toBe(ROOT);
    expect(genesisHead(genesis, AFTER_ALL)).not.toBe(ROOT);
  });

  it("refuses a gap, a repetition and a wrong order", () => {
    expect(() => followChain(ROOT, [links[0]!, links[2]!])).toThrow(
      /^epoch \d+ does not follow the one before it$/,
    );
    expect(() => followChain(ROOT, [links[1]!, links[0]!])).toThrow(RangeError);
    expect(() => followChain(ROOT, [links[0]!, links[0]!])).toThrow(RangeError);
  });
});
