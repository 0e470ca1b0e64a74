import { describe, expect, test } from "vitest";
import { GENESIS, rowOf } from "../../testing/receipt-files.ts";
import type { Row } from "../../testing/receipt-files.ts";
import { findUnsigned, roundsBetween, TEST_BEACON } from "../../testing/rounds.ts";
import { roundOf } from "../rounds.ts";
import { genesisHead, nextHead } from "../epochs.ts";
import { priceNumber } from "../price.ts";
import { epochPath, verifyEpochs } from "./verify-epochs.ts";
import type { EpochsInput } from "./verify-epochs.ts";

const FIRST = Math.floor(GENESIS.tick / 3600);
const [FROM, TO] = [FIRST + 1, FIRST + 2];
const NOW = (TO + 1) * 3600 + 100;

const roundsOf = (from: number, to: number) =>
  roundsBetween(Math.max(from * 3600, GENESIS.tick), (to + 1) * 3600 - 1);
const pathOf = (row: unknown, epoch: number) => epochPath(row, TOLD, roundsOf(epoch, epoch));
const pricesOf = (row: Row) => Array.from(pathOf(row, row.epoch)!.milli, priceNumber);
const GENESIS_TOLD = { ...GENESIS, state: String(GENESIS.state) };
const TOLD = { genesis: GENESIS_TOLD, beacon: TEST_BEACON };

function makeInput(from = FROM, to = TO, now = NOW) {
  const epochs = Array.from({ length: to - from + 3 }, (_, index) => from - 1 + index)
    .filter((epoch) => epoch >= FIRST)
    .map((epoch) => rowOf(GENESIS, epoch, now));
  const prices: Record<number, number[]> = {};
  for (const row of epochs) if (row.seed !== null) prices[row.epoch] = pricesOf(row);
  const rounds = roundsOf(from - 1, to).filter(({ round }) => round <= roundOf(TEST_BEACON, now));
  const genesis = { ...GENESIS_TOLD };
  return { from, to, epochs, genesis, beacon: TEST_BEACON, rounds, now, prices } satisfies EpochsInput;
}

const made = new Map<string, ReturnType<typeof makeInput>>();

/** Returns a copy, because it takes time to compute the prices. */
function input(...span: Parameters<typeof makeInput>) {
  const given = made.get(span.join()) ?? makeInput(...span);
  made.set(span.join(), given);
  return structuredClone(given);
}

const told = (given: EpochsInput) =>
  [...verifyEpochs(given, findUnsigned)].flatMap(({ steps }) =>
    steps.flatMap(({ name, outcome, epoch }) =>
      ["right", "note"].includes(outcome) ? [] : `${name} ${outcome} ${epoch! - FIRST}`,
    ),
  );

test("a missing seed is wrong once it is due, and not judged before", () => {
  const given = input();
  const epochs = given.epochs.map((row) => (row.epoch === FROM ? { ...row, seed: null } : row));
  expect(told({ ...given, epochs })).toContain("commitment missing 1");
  expect(told({ ...given, epochs, dueUpTo: FROM - 1 })).toContain("commitment missing 1");
  expect(told({ ...given, epochs, dueUpTo: FROM })).toContain("commitment wrong 1");
});

describe("epochs that are true", () => {
  test("pass every step, the first epoch included", () => {
    const [first, second] = verifyEpochs(input(FIRST, FIRST + 1), findUnsigned);
    expect(first!.steps.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      "commitment right",
      "chain right",
      "start right",
      "beacon note",
      "rounds right",
      "end right",
      "prices right",
    ]);
    expect(first!.ticks).toBe((FIRST + 1) * 3600 - GENESIS.tick - 1);
    expect(second!.ticks).toBe(3600);
    expect(told(input(FIRST, FIRST + 1))).toEqual([]);
    expect(told(input())).toEqual([]);
  });

  test("wait for their seed until they end", () => {
    const given = input(FROM, TO, TO * 3600 + 100);
    expect(told(given)).toEqual(["commitment later 2", "rounds later 2", "end later 2", "prices later 2"]);
  });

  test("are missing if they are not given", () => {
    const given = { ...input(), epochs: [] };
    expect(told(given).every((line) => line.includes("missing"))).toBe(true);
    expect(told({ ...input(), epochs: "no", genesis: null, prices: { [FROM]: "no" } })).toHaveLength(10);
  });
});

const other = (hex: string) => hex.replace(/./, (digit) => (digit === "0" ? "1" : "0"));
type Given = ReturnType<typeof input>;

describe("tampering fails the step it concerns:", () => {
  const row = (given: Given, epoch: number) => given.epochs.find((each) => each.epoch === epoch)!;
  const tamperings: [string, (given: Given) => void, string[]][] = [
    [
      "seed",
      (given) => (row(given, FROM).seed = other(row(given, FROM).seed!)),
      ["commitment wrong 1", "end missing 1", "prices missing 1", "start missing 2"],
    ],
    [
      "commitment",
      (given) => (row(given, TO).commitment = other(row(given, TO).commitment)),
      ["commitment wrong 2", "chain wrong 2", "end missing 2", "prices missing 2"],
    ],
    [
      "seed of the epoch before",
      (given) => (row(given, FROM - 1).seed = other(row(given, FROM - 1).seed!)),
      ["start wrong 1"],
    ],
    ["head", (given) => (row(given, TO).head = other(row(given, TO).head)), ["chain wrong 2"]],
    [
      "start state",
      (given) => (row(given, TO).startState = String(Number(row(given, TO).startState) + 100_000_000)),
      ["end wrong 1", "start wrong 2", "end wrong 2", "prices wrong 2"],
    ],
    [
      "start state of the epoch after",
      (given) => (row(given, TO + 1).startState = String(Number(row(given, TO + 1).startState) - 1)),
      ["end wrong 2"],
    ],
    ["a price", (given) => (given.prices[FROM]![1234]! += 0.001), ["prices wrong 1"]],
    ["a price off the grid", (given) => (given.prices[FROM]![1234]! += 0.0001), ["prices wrong 1"]],
    ["a price too few", (given) => given.prices[FROM]!.pop(), ["prices missing 1"]],
    ["first tick", (given) => (row(given, FROM).startTick -= 1), ["start wrong 1"]],
    ["two rows about one", (given) => given.epochs.push({ ...row(given, TO) }), ["chain wrong 2"]],
    [
      "two rows about one that differ",
      (given) => given.epochs.push({ ...row(given, TO), commitment: other(row(given, TO).commitment) }),
      ["chain wrong 2"],
    ],
  ];

  test.each(tamperings)("%s", (_, change, steps) => {
    const given = input();
    change(given);
    expect(told(given)).toEqual(steps);
  });

  test("names the tick of a wrong price", () => {
    const given = input();
    const stepWith = (index: number, price: unknown) => {
      const prices: Record<number, unknown> = {
        ...given.prices,
        [FROM]: given.prices[FROM]!.with(index, price as number),
      };
      return verifyEpochs({ ...given, to: FROM, prices }, findUnsigned)
        .next()
        .value!.steps.at(-1);
    };
    const prices = { name: "prices", epoch: FROM };
    const tick = FROM * 3600 + 7;
    expect(stepWith(7, given.prices[FROM]![7])).toStrictEqual({ ...prices, outcome: "right" });
    expect(stepWith(7, 1)).toStrictEqual({
      ...prices,
      outcome: "wrong",
      expected: `tick ${tick} ${given.prices[FROM]![7]}`,
      found: `tick ${tick} 1`,
    });
    expect(stepWith(0, "1")).toMatchObject({ outcome: "wrong", found: `tick ${FROM * 3600} ?` });
  });
});

describe("the head of an epoch", () => {
  const given = input(FROM, FROM);
  const genesis = { ...GENESIS_TOLD, previousHead: "b".repeat(64) };
  const stepWith = (change: Partial<EpochsInput>) => {
    const { steps } = verifyEpochs({ ...given, rounds: [], ...change }, findUnsigned).next().value!;
    const { name, epoch, ...step } = steps[1]!;
    expect([name, epoch! - FIRST]).toEqual(["chain", (change.from ?? FROM) - FIRST]);
    return step;
  };
  const rowsWith = (epoch: number, change: object | null) =>
    given.epochs.flatMap((row) => (row.epoch !== epoch ? row : change === null ? [] : { ...row, ...change }));
  const HEX = "a".repeat(64);
  const head = (epoch: number) => given.epochs.find((row) => row.epoch === epoch)!.head;

  test.each<[string, Partial<EpochsInput>, object]>([
    ["that follows", {}, { outcome: "right" }],
    ["with another genesis, which only the first epoch follows", { genesis }, { outcome: "right" }],
    [
      "that is another",
      { epochs: rowsWith(FROM, { head: HEX }) },
      { outcome: "wrong", expected: head(FROM), found: HEX },
    ],
    [
      "that is none",
      { epochs: rowsWith(FROM, { head: "a" }) },
      { outcome: "wrong", expected: head(FROM), reason: "unreadable" },
    ],
    ["without its row", { epochs: rowsWith(FROM, null) }, { outcome: "missing", reason: "no-data" }],
    [
      "without the row before",
      { epochs: rowsWith(FROM - 1, null) },
      { outcome: "missing", reason: "no-data" },
    ],
    [
      "that has two rows",
      { epochs: [...given.epochs, ...given.epochs] },
      { outcome: "wrong", reason: "doubtful" },
    ],
    ["that is the first", { from: FIRST }, { outcome: "right" }],
    [
      "that is the first of another genesis",
      { from: FIRST, genesis },
      {
        outcome: "wrong",
        expected: nextHead(genesisHead(GENESIS, genesis.previousHead), given.epochs[0]!),
        found: head(FIRST),
      },
    ],
    [
      "that is the first, without genesis",
      { from: FIRST, genesis: null },
      { outcome: "missing", reason: "no-data" },
    ],
  ])("%s", (_, change, expected) => {
    expect(stepWith(change)).toStrictEqual(expected);
  });
});

test("starts a path at the first tick of its epoch and ties it to its commitment", () => {
  const row = rowOf(GENESIS, FIRST, NOW);
  const path = pathOf(row, FIRST)!;
  expect(path.firstTick).toBe(GENESIS.tick + 1);
  expect(path.milli).toHaveLength((FIRST + 1) * 3600 - GENESIS.tick - 1);
  expect(pathOf({ ...row, seed: other(row.seed!) }, FIRST)).toBeUndefined();
  expect(pathOf({ ...row, seed: null }, FIRST)).toBeUndefined();
  expect(pathOf("no row", FIRST)).toBeUndefined();
});

test("checks a whole day by computing its 86,400 prices again", () => {
  const [from, to] = [FIRST + 1, FIRST + 24];
  const checks = [...verifyEpochs(input(from, to, (to + 1) * 3600 + 100), findUnsigned)];
  expect(checks).toHaveLength(24);
  const before = (FIRST + 1) * 3600 - GENESIS.tick - 1;
  expect(checks.reduce((sum, { ticks }) => sum + ticks, 0)).toBe(before + 86_400);
  expect(
    checks.flatMap(({ steps }) =>
      steps.filter(({ name, outcome }) => outcome !== "right" && name !== "beacon"),
    ),
  ).toEqual([]);
});
