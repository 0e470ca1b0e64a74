import { describe, expect, test } from "vitest";
import { findUnsigned, TEST_BEACON, testSignature } from "../../testing/rounds.ts";
import { chainHashOf, rhoOf } from "../beacon.ts";
import { blockEnd, dueTick } from "../rounds.ts";
import { isRoundThere, readBeacon, readRounds, roundsOf, roundsStep } from "./beacon-evidence.ts";

const signed = (round: number) => ({ round, signature: testSignature(round) });
const other = (round: number) => ({ round, signature: testSignature(round + 1) });

describe("a beacon", () => {
  test("is read without the fields that are no part of it", () => {
    expect(readBeacon({ ...TEST_BEACON, kind: "drand", relays: [] })).toEqual(TEST_BEACON);
  });

  test("of no name is read", () => {
    const { beaconID: _, ...nameless } = TEST_BEACON;
    const chain = { ...nameless, chainHash: chainHashOf({ ...nameless, beaconID: "" }) };
    expect(readBeacon(chain)).toEqual({ ...chain, beaconID: "" });
  });

  test.each(Object.entries(TEST_BEACON))(
    "is unreadable with another %s, or in another form",
    (field, value) => {
      for (const changed of [undefined, null, [value], `${value}0`])
        expect(readBeacon({ ...TEST_BEACON, [field]: changed })).toBeUndefined();
    },
  );

  test("is unreadable if it is none", () => {
    for (const value of [undefined, null, "beacon", []]) expect(readBeacon(value)).toBeUndefined();
  });
});

describe("the rounds of lists", () => {
  test("leave out rows of another form", () => {
    const signature = testSignature(5);
    const odd = [
      { round: -1, signature },
      { round: "5", signature },
      { signature },
      { round: 5 },
      { round: 5, signature: `0${signature}` },
      { round: 5, signature: `${signature}0` },
      { round: 5, signature: signature.slice(1) },
      { round: 5, signature: "g".repeat(96) },
      null,
      "no row",
    ];
    expect(readRounds([...odd, signed(6)], "no list", undefined)).toStrictEqual({
      signatures: new Map([[6, testSignature(6)]]),
      conflict: undefined,
    });
  });

  test("keep the first of two signatures, and name the first round that has two", () => {
    const lists = [
      [signed(2), signed(3), signed(4)],
      [signed(4), other(3), other(2)],
    ];
    expect(readRounds(...lists)).toStrictEqual({
      signatures: new Map([2, 3, 4].map((round) => [round, testSignature(round)])),
      conflict: 3,
    });
    expect(readRounds([signed(2), signed(2)]).conflict).toBeUndefined();
  });

  test("have no more than those of a day", () => {
    const rows = [...Array<null>(86_399).fill(null), signed(1), signed(2)];
    expect([...readRounds(rows).signatures.keys()]).toEqual([1]);
  });

  test("give their random values, as far as they are there", () => {
    const read = readRounds([signed(2)]);
    const rounds = roundsOf(TEST_BEACON, read)!;
    const { genesisTime, period } = TEST_BEACON;
    expect(rounds).toEqual({ genesisTime, period, rhoOf: expect.any(Function) });
    expect([1, 2, 3].map(rounds.rhoOf)).toEqual([undefined, rhoOf(testSignature(2)), undefined]);
    expect(roundsOf(undefined, read)).toBeUndefined();
  });

  test.each([
    ["the first tick of a block", dueTick(TEST_BEACON, 1), true],
    ["the last one", blockEnd(TEST_BEACON, 1), true],
    ["the next block", dueTick(TEST_BEACON, 2), false],
    ["a tick before the first round", dueTick(TEST_BEACON, 1) - 1, false],
    ["no tick", undefined, false],
  ])("hold the round of %s: %s %s", (_, tick, isThere) => {
    const read = readRounds([signed(1)]);
    expect(isRoundThere(TEST_BEACON, read, tick)).toBe(isThere);
    expect(isRoundThere(undefined, read, tick)).toBe(false);
  });
});

describe("the step of the rounds", () => {
  const ALL = [20, 21, 22, 23].map(signed);
  const TICKS = { from: dueTick(TEST_BEACON, 20), to: blockEnd(TEST_BEACON, 23) };
  type Given = { rows?: readonly object[]; ticks?: typeof TICKS | undefined; now?: number };
  const stepOf = (given: Given = {}, chain: typeof TEST_BEACON | undefined = TEST_BEACON) => {
    const { rows = ALL, ticks, now = TICKS.to } = { ticks: TICKS, ...given };
    return roundsStep(chain, readRounds(rows), ticks, { now, findUnsigned });
  };
  const step = (outcome: string, details: object) => ({ name: "rounds", outcome, ...details });

  test("names the rounds that are there and signed", () => {
    expect(stepOf()).toEqual(step("right", { found: "20 - 23" }));
    expect(stepOf({ ticks: { from: TICKS.from + 2, to: TICKS.from + 2 } })).toEqual(
      step("right", { found: "20" }),
    );
  });

  test("is unreadable without a beacon or ticks", () => {
    const unreadable = step("wrong", { reason: "unreadable" });
    expect(stepOf({ ticks: undefined })).toEqual(unreadable);
    expect(roundsStep(undefined, readRounds(ALL), TICKS, { now: TICKS.to, findUnsigned })).toEqual(
      unreadable,
    );
  });

  test("is wrong if a round has two signatures, or another one", () => {
    expect(stepOf({ rows: [...ALL, other(22)] })).toEqual(
      step("wrong", { found: "round 22", reason: "doubtful" }),
    );
    expect(stepOf({ rows: [signed(20), other(21), other(22)] })).toEqual(
      step("wrong", { expected: TEST_BEACON.publicKey, found: "round 21" }),
    );
    expect(stepOf({}, { ...TEST_BEACON, publicKey: "key" })).toEqual(
      step("wrong", { expected: "key", found: "round 20" }),
    );
  });

  test("is wrong if one of its ticks is before the first round", () => {
    const { genesisTime } = TEST_BEACON;
    const early = step("wrong", { expected: `tick ${genesisTime}`, found: `tick ${genesisTime - 1}` });
    expect(stepOf({ ticks: { from: genesisTime - 1, to: TICKS.to } })).toEqual(early);
    expect(stepOf({ ticks: { from: TICKS.from, to: genesisTime - 1 } })).toEqual(early);
    expect(stepOf({ rows: [signed(1)], ticks: { from: genesisTime, to: genesisTime } })).toEqual(
      step("right", { found: "1" }),
    );
  });

  test.each<[string, readonly number[], number, object]>([
    ["waits for the last tick until it has begun", [20, 21, 22], TICKS.to - 1, { from: TICKS.to }],
    ["waits for all rounds", [], TICKS.from - 10, { from: TICKS.to }],
    ["misses a round from then on", [20, 21, 22], TICKS.to, { found: "round 23" }],
    ["misses the first of several", [20], TICKS.to + 1, { found: "round 21" }],
    ["misses all", [19, 24], TICKS.to, { found: "round 20" }],
    ["does not wait for a round before a later one", [20, 22], TICKS.to - 1, { found: "round 21" }],
    ["does not wait for the first round before a later one", [21], TICKS.to - 1, { found: "round 20" }],
  ])("%s", (_, rounds, now, details) => {
    const isLater = "from" in details;
    expect(stepOf({ rows: rounds.map(signed), now })).toEqual(
      isLater ? step("later", details) : step("missing", { ...details, reason: "no-data" }),
    );
  });
});
